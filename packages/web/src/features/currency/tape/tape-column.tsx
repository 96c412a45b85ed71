import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Region } from '../../../ui/error-boundary.tsx';
import { PriceLadder } from './price-ladder.tsx';
import { QuoteList } from './quote-list.tsx';

/** The breakpoint `terminal` of the tokens: below it a tape has no place, and none is drawn out of sight at each quote. */
const wide = matchMedia('(min-width: 1280px)');
const onWide = (listener: () => void) => {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
};

/** What is true of the price right now: where one may deal with the person's orders around it, and the last quotes. */
export function TapeColumn({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('terminal');
  if (!useSyncExternalStore(onWide, () => wide.matches)) return null;
  return (
    <section
      aria-label={t('tape.label')}
      className="grid min-h-0 w-[248px] shrink-0 grid-rows-[minmax(0,2fr)_minmax(0,1fr)] border-s border-line bg-surface-1 text-[12px]"
    >
      <Region>
        <PriceLadder info={info} />
      </Region>
      <Region>
        <QuoteList info={info} />
      </Region>
    </section>
  );
}
