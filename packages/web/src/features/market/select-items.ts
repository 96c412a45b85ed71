import { type AssetClass, assetClasses, marketTypes } from '@assay/contract/vocabulary/markets.ts';
import type { ListedItem } from '../../shared/trading/market/figures.ts';

export const tabs = ['all', 'watchlist', ...assetClasses, 'plan'] as const;
export type Tab = (typeof tabs)[number];
/** Those of instruments; plans have terms in place of a price, and a list of their own. */
export type InstrumentTab = Exclude<Tab, 'plan'>;

export const sortKeys = ['name', 'price', 'change', 'turnover'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Order {
  readonly key: SortKey;
  readonly direction: 'ascending' | 'descending';
}

/** Whether name or code contain every word of the query. */
export function finder(query: string): (item: { readonly name: string; readonly code: string }) => boolean {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return ({ name, code }) => words.every((word) => `${name} ${code}`.toLowerCase().includes(word));
}

/** Items of a tab that the query finds. */
export function chooseItems(
  items: readonly ListedItem[],
  tab: InstrumentTab,
  query: string,
  watchlist: readonly string[],
): readonly ListedItem[] {
  const finds = finder(query);
  const starred = new Set(watchlist);
  return items.filter((item) => {
    if (tab === 'watchlist' ? !starred.has(item.code) : tab !== 'all' && item.type !== typeOf(tab)) return false;
    return finds({ name: item.appName, code: item.code });
  });
}

function typeOf(tab: AssetClass): number {
  return marketTypes[tab];
}

/**
 * Items in the order asked for; those that compare equal keep the market's own order. `live` answers price and change of this
 * moment; an item without a price is last in either direction.
 */
export function sortItems(
  items: readonly ListedItem[],
  order: Order | null,
  live: (item: ListedItem) => { price: string; change: string; turnover: string },
): readonly ListedItem[] {
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
