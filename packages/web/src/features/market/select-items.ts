import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import { type AssetClass, assetClasses, marketTypes } from '@assay/contract/vocabulary/markets.ts';

export const tabs = ['all', 'watchlist', ...assetClasses] as const;
export type Tab = (typeof tabs)[number];

export const sortKeys = ['name', 'price', 'change'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Order {
  readonly key: SortKey;
  readonly direction: 'ascending' | 'descending';
}

/** Items of a tab whose name or code contains every word of the query. */
export function chooseItems(
  items: readonly MarketItem[],
  tab: Tab,
  query: string,
  watchlist: readonly string[],
): readonly MarketItem[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const starred = new Set(watchlist);
  return items.filter((item) => {
    if (tab === 'watchlist' ? !starred.has(item.code) : tab !== 'all' && item.type !== typeOf(tab)) return false;
    const text = `${item.appName} ${item.code}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function typeOf(tab: AssetClass): number {
  return marketTypes[tab];
}

/**
 * Items in the order asked for; those that compare equal keep the market's own order. `live` answers price and change of
 * this moment; an item without a price stands last in either direction.
 */
export function sortItems(
  items: readonly MarketItem[],
  order: Order | null,
  live: (item: MarketItem) => { price: string; change: string },
): readonly MarketItem[] {
  if (order === null) return items;
  const sign = order.direction === 'ascending' ? 1 : -1;
  if (order.key === 'name') return items.toSorted((a, b) => sign * a.appName.localeCompare(b.appName, 'en'));
  const { key } = order;
  return items
    .map((item) => {
      const text = live(item)[key];
      return { item, value: text === '' ? null : Number(text) };
    })
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return sign * (a.value - b.value);
    })
    .map(({ item }) => item);
}
