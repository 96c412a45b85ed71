import type { ListedItem } from '../../shared/trading/market/market.ts';

/** Those that moved most in 24 hours, in either direction, among what trades now. */
export function topMovers(items: readonly ListedItem[], count: number): readonly ListedItem[] {
  return items
    .filter((item) => item.open && item.nowPrice !== '')
    .toSorted((a, b) => Math.abs(Number(b.zdf)) - Math.abs(Number(a.zdf)))
    .slice(0, count);
}
