// What of a row follows its price. The row itself is drawn once.
import { useQuoted } from '../../feed/feed.ts';
import { type ListedItem, figuresOf, useLiveFigures, useLivePoints } from './market.ts';
import { Change, type ChangeProps, Price, type PriceProps } from './price.tsx';
import { Sparkline, type SparklineProps } from './sparkline.tsx';

export function LivePrice({ item, ...look }: { item: ListedItem } & Omit<PriceProps, 'value' | 'scale'>) {
  const { price, scale } = useLiveFigures(item);
  return <Price value={price} scale={scale} {...look} />;
}

/** It moves more seldom than the price. */
export function LiveChange({ item, ...look }: { item: ListedItem } & Omit<ChangeProps, 'value'>) {
  return <Change value={useQuoted(item.code, (quote) => figuresOf(item, quote).change)} {...look} />;
}

export function LiveLine({ code, ...look }: { code: string } & Omit<SparklineProps, 'points'>) {
  return <Sparkline points={useLivePoints(code)} {...look} />;
}
