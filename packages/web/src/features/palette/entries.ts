import type { MarketItem } from '@assay/contract/endpoints/index.ts';

/** Something that the palette offers: to go to an instrument or a page, or to do something. */
export interface Entry {
  readonly id: string;
  readonly label: string;
  /** Other words by which it is found. */
  readonly also?: string;
  /** An instrument is shown with its live price. */
  readonly item?: MarketItem;
  /** False keeps the palette open. */
  readonly closes?: boolean;
  /** True for one that is offered only when it is asked for. */
  readonly onAsking?: boolean;
  run(): void;
}

export interface Group {
  readonly name: 'watchlist' | 'instruments' | 'pages' | 'actions';
  readonly entries: readonly Entry[];
}

const instrumentsMax = 8;
const starredMax = 5;

const wordsOf = (query: string) => query.trim().toLowerCase().split(/\s+/).filter(Boolean);

/** Instruments whose name or code contains every word: those whose code begins with the query first, then names, then the rest. */
export function findInstruments(items: readonly MarketItem[], query: string): readonly MarketItem[] {
  const words = wordsOf(query);
  const [start = ''] = words;
  const rank = ({ code, appName }: MarketItem) =>
    code.toLowerCase().startsWith(start) ? 0 : appName.toLowerCase().startsWith(start) ? 1 : 2;
  return items
    .filter(({ code, appName }) => words.every((word) => `${appName} ${code}`.toLowerCase().includes(word)))
    .map((item) => ({ item, rank: rank(item) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, instrumentsMax)
    .map(({ item }) => item);
}

/** Entries whose words contain every word of the query; without one, all but those that want to be asked for. */
export function findEntries(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = wordsOf(query);
  if (words.length === 0) return entries.filter(({ onAsking }) => onAsking !== true);
  return entries.filter(({ label, also = '' }) => words.every((word) => `${label} ${also}`.toLowerCase().includes(word)));
}

interface Offer {
  readonly items: readonly MarketItem[];
  readonly watchlist: readonly string[];
  readonly pages: readonly Entry[];
  readonly actions: readonly Entry[];
  readonly query: string;
  toEntry(item: MarketItem): Entry;
}

/** What is offered for a query, in groups; without one the newest stars stand first. */
export function offerFor({ items, watchlist, pages, actions, query, toEntry }: Offer): readonly Group[] {
  const starred = watchlist
    .toReversed()
    .flatMap((code) => items.find((item) => item.code === code) ?? [])
    .slice(0, starredMax);
  const instruments: Group =
    query.trim() === ''
      ? { name: 'watchlist', entries: starred.map(toEntry) }
      : { name: 'instruments', entries: findInstruments(items, query).map(toEntry) };
  const groups: readonly Group[] = [
    instruments,
    { name: 'pages', entries: findEntries(pages, query) },
    { name: 'actions', entries: findEntries(actions, query) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
