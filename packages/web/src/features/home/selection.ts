import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import { marketTypes } from '@assay/contract/vocabulary/markets.ts';

const pictured = [
  'BTCUSDT',
  'ETHUSDT',
  'EURUSD',
  'SOLUSDT',
  'XAUUSD',
  'GBPUSD',
  'NVDA',
  'XRPUSDT',
  'USDJPY',
  'BNBUSDT',
  'ADAUSDT',
];

/** The instruments of the market picture: well-known ones of several kinds that trade now and have a line to show. */
export function picturedItems(items: readonly MarketItem[], count: number): readonly MarketItem[] {
  const drawable = items.filter((item) => item.open && item.hundred.length > 1);
  const known = pictured.flatMap((code) => drawable.find((item) => item.code === code) ?? []);
  const others = drawable.filter((item) => !known.includes(item));
  return [...known, ...others].slice(0, count);
}

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
