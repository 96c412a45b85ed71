import type { MarketDay } from '@assay/contract/endpoints/index.ts';
import { useTranslation } from 'react-i18next';
import { type ListedItem } from '../../shared/trading/market/figures.ts';
import { useLiveFigures } from '../../shared/trading/market/market.ts';
import { useFormat } from '../../shared/words/format.ts';

/**
 * Where the price stands between the lowest and the highest of a day; it may have left the range that was told before. From left to right
 * in every language.
 */
export function RangeBar({ item, day: { low, high } }: { item: ListedItem; day: MarketDay }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const { price, scale } = useLiveFigures(item);
  if (price === '') return null;
  const [lowest, highest] = [Math.min(Number(low), Number(price)), Math.max(Number(high), Number(price))];
  const place = highest > lowest ? (Number(price) - lowest) / (highest - lowest) : 0.5;
  const [from, to] = [
    format.price(Number(price) < Number(low) ? price : low, scale),
    format.price(Number(price) > Number(high) ? price : high, scale),
  ];
  return (
    <span dir="ltr" className="flex flex-col gap-[5px]">
      <span className="sr-only">{t('range', { low: from, high: to })}</span>
      <span aria-hidden className="relative block h-[4px] rounded-large bg-surface-3">
        <span
          className="absolute -top-[3px] size-[10px] -translate-x-1/2 rounded-large border-2 border-surface-1 bg-accent-fill"
          style={{ left: `${place * 100}%` }}
        />
      </span>
      <span aria-hidden className="numbers flex justify-between gap-s2 text-[11px] leading-none text-muted">
        <span>{from}</span>
        <span>{to}</span>
      </span>
    </span>
  );
}
