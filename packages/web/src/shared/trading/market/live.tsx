// What of a row follows its price. The row itself is drawn once.
import { useQuoted } from '../../feed/feed.ts';
import { type ListedItem, figuresOf } from './figures.ts';
import { useLiveFigures, useLivePoints } from './market.ts';
import { Change, type ChangeProps, Price, type PriceProps } from './price.tsx';
import { Sparkline, type SparklineProps } from './sparkline.tsx';

/** `text` is shown until the feed has sent another price. */
export function LivePrice({ item, text, ...look }: { item: ListedItem } & Omit<PriceProps, 'value' | 'scale'>) {
  const { price, scale } = useLiveFigures(item);
  return <Price value={price} scale={scale} text={price === item.nowPrice ? text : undefined} {...look} />;
}

/** It moves more seldom than the price. */
export function LiveChange({ item, text, ...look }: { item: ListedItem } & Omit<ChangeProps, 'value'>) {
  const change = useQuoted(item.code, (quote) => figuresOf(item, quote).change);
  return <Change value={change} text={change === item.zdf ? text : undefined} {...look} />;
}

interface LiveLineProps extends Omit<SparklineProps, 'points'> {
  code: string;
  /** Placeholders until the line is known. */
  points?: SparklineProps['points'];
}

export function LiveLine({ code, points, ...look }: LiveLineProps) {
  return <Sparkline points={useLivePoints(code) ?? points} {...look} />;
}
