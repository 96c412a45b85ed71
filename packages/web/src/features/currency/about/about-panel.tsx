import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { ReactNode } from 'react';
import { Region } from '../../../ui/error-boundary.tsx';
import { ActionsSection } from './actions-section.tsx';
import { FiguresSection } from './figures-section.tsx';
import { HoursSection } from './hours-section.tsx';
import { columns } from './layout.ts';
import { TermsSection } from './terms-section.tsx';
import { WhatSection } from './what-section.tsx';

/** What an instrument is, from what the product itself knows: two columns where there is room, one on a phone. */
export function AboutPanel({ info }: { info: MarketInfo }) {
  return (
    <div className="grid gap-x-s6 px-[16px] pb-s5 mobile:px-side" style={columns}>
      <Column>
        <WhatSection info={info} />
        <Region>
          <FiguresSection info={info} />
        </Region>
        <ActionsSection info={info} />
      </Column>
      <Column>
        <HoursSection info={info} />
        <TermsSection info={info} />
      </Column>
    </div>
  );
}

const Column = ({ children }: { children: ReactNode }) => <div className="flex min-w-0 flex-col">{children}</div>;
