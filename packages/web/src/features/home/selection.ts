import type { ListedItem } from '../../shared/trading/market/figures.ts';

/** How many instruments home shows. */
export const homeRows = { desktop: 10, mobile: 8 } as const;

/** Those that moved most in 24 hours, in either direction, among what trades now. */
export function topMovers(items: readonly ListedItem[], count: number): readonly ListedItem[] {
  return items
    .filter((item) => item.open && item.nowPrice !== '')
    .toSorted((a, b) => Math.abs(Number(b.zdf)) - Math.abs(Number(a.zdf)))
    .slice(0, count);
}
