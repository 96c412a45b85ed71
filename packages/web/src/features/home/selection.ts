import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import { marketTypes } from '@assay/contract/vocabulary/markets.ts';

/** One kind after the other, so that a short list shows the breadth of the market; the market's order within a kind. */
export function popularItems(items: readonly MarketItem[], count: number): readonly MarketItem[] {
  const crypto = items.filter((item) => item.type === marketTypes.crypto);
  const others = items.filter((item) => item.type !== marketTypes.crypto);
  const share = Math.ceil(count * 0.6);
  const firstOfKinds = others.filter((item, index) => others.findIndex(({ type }) => type === item.type) === index);
  return [...crypto.slice(0, share), ...firstOfKinds, ...crypto.slice(share)].slice(0, count);
}

/** Those that moved most in 24 hours, in either direction, among what trades now. */
export function topMovers(items: readonly MarketItem[], count: number): readonly MarketItem[] {
  return items
    .filter((item) => item.open && item.nowPrice !== '')
    .toSorted((a, b) => Math.abs(Number(b.zdf)) - Math.abs(Number(a.zdf)))
    .slice(0, count);
}
