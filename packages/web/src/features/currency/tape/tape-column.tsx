import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { useTranslation } from 'react-i18next';
import { Region } from '../../../ui/error-boundary.tsx';
import { PriceLadder } from './price-ladder.tsx';
import { QuoteList } from './quote-list.tsx';

/** What is true of the price right now: where one may deal with the person's orders around it, and the last quotes. */
export function TapeColumn({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('terminal');
  return (
    <section
      aria-label={t('tape.label')}
      className="hidden min-h-0 w-[248px] shrink-0 flex-col border-s border-line bg-surface-1 text-[12px] terminal:flex"
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
