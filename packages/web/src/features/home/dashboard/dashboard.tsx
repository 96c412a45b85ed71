import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LateConcerning } from '../../../shared/trading/news/late-concerning.ts';
import { cx } from '../../../ui/cx.ts';
import { Page } from '../../../ui/panel.tsx';
import { Actions } from './actions.tsx';
import { NextStep } from './next-step.tsx';
import { Running } from './running.tsx';
import { Watched } from './watched.tsx';
import { Worth } from './worth.tsx';

export interface DashboardProps {
  /** Parts of other features: the course of the equity, and the open positions. */
  Course: ComponentType<{ hidden: boolean }>;
  Positions: ComponentType;
}

/** What a customer comes for: what the account is worth, what is open, what to do next. It is above all else on home. */
export function Dashboard({ Course, Positions }: DashboardProps) {
  const { t } = useTranslation(['dashboard', 'results']);
  return (
    <section
      aria-label={t('title')}
      className="border-b border-line bg-[radial-gradient(60%_90%_at_20%_0%,var(--accent-soft),transparent_65%)] mobile:border-b-0"
    >
      <Page
        className={cx(
          'grid items-start gap-s5 py-s6 mobile:grid-cols-[minmax(0,1fr)] mobile:py-0',
          'desktop:wide:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]',
        )}
      >
        <div className="flex min-w-0 flex-col gap-s5">
          <Worth Course={Course} actions={<Actions />} />
          <Positions />
        </div>
        <div className="flex min-w-0 flex-col gap-s5">
          <NextStep />
          <Running />
          <Watched />
          <Suspense fallback={null}>
            <LateConcerning />
          </Suspense>
        </div>
      </Page>
    </section>
  );
}
