import { marketTypes } from '@assay/contract/vocabulary/markets.ts';

/** The most that home shows, in any of its places. */
export const popularMax = 10;

/** One kind after the other, so that a short list shows the breadth of the market; the market's order within a kind. */
export function popularItems<T extends { readonly type: number }>(items: readonly T[], count: number): readonly T[] {
  const crypto = items.filter((item) => item.type === marketTypes.crypto);
  const others = items.filter((item) => item.type !== marketTypes.crypto);
  const share = Math.ceil(count * 0.6);
  const firstOfKinds = others.filter((item, index) => others.findIndex(({ type }) => type === item.type) === index);
  return [...crypto.slice(0, share), ...firstOfKinds, ...crypto.slice(share)].slice(0, count);
}
