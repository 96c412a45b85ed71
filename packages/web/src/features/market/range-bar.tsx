import type { MarketDay } from '@assay/contract/endpoints/index.ts';
import { useTranslation } from 'react-i18next';
import { dayRange } from '../../shared/trading/market/day-range.ts';
import { type ListedItem } from '../../shared/trading/market/figures.ts';
import { useLiveFigures } from '../../shared/trading/market/market.ts';
import { rangeMark } from '../../shared/trading/market/range-mark.tsx';
import { useFormat } from '../../shared/words/format.ts';

/** Where the price is between the lowest and the highest of a day. From left to right in every language. */
export function RangeBar({ item, day }: { item: ListedItem; day: MarketDay }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const { price, scale } = useLiveFigures(item);
  if (price === '') return null;
  const { low, high, place } = dayRange(price, day);
  const [from, to] = [format.price(low, scale), format.price(high, scale)];
  return (
    <span dir="ltr" className="flex flex-col gap-[5px]">
      <span className="sr-only">{t('range', { low: from, high: to })}</span>
      {rangeMark(place)}
      <span aria-hidden className="numbers flex justify-between gap-s2 text-[11px] leading-none text-muted">
        <span>{from}</span>
        <span>{to}</span>
      </span>
    </span>
  );
}
