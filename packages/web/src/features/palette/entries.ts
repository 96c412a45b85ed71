import type { LucideIcon } from 'lucide-react';
import type { ListedItem } from '../../shared/trading/market/figures.ts';

/** Something that the palette offers: to go to an instrument or a page, or to do something. */
export interface Entry {
  readonly id: string;
  readonly label: string;
  /** Other words by which it is found. */
  readonly also?: string;
  readonly icon?: LucideIcon;
  /** An instrument is shown with its live price. */
  readonly item?: ListedItem;
  /** False keeps the palette open. */
  readonly closes?: boolean;
  /** The screen that it opens: its code is fetched while it is pointed at. */
  readonly leadsTo?: string;
  /** True for one that is offered only for a matching query. */
  readonly onAsking?: boolean;
  run(): void;
}

export interface Group {
  readonly name: 'recent' | 'watchlist' | 'instruments' | 'pages' | 'actions';
  readonly entries: readonly Entry[];
}

const instrumentsMax = 8;
const starredMax = 5;
/** The number of instruments listed before anything is typed, for a user who has neither viewed nor starred any. */
const firstMax = 4;

const wordsOf = (query: string) => query.trim().toLowerCase().split(/\s+/).filter(Boolean);

/** Instruments whose name or code contains every word: those whose code begins with the query first, then names, then the rest. */
export function findInstruments(items: readonly ListedItem[], query: string): readonly ListedItem[] {
  const words = wordsOf(query);
  const [start = ''] = words;
  const rank = ({ code, appName }: ListedItem) =>
    code.toLowerCase().startsWith(start) ? 0 : appName.toLowerCase().startsWith(start) ? 1 : 2;
  return items
    .filter(({ code, appName }) => words.every((word) => `${appName} ${code}`.toLowerCase().includes(word)))
    .map((item) => ({ item, rank: rank(item) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, instrumentsMax)
    .map(({ item }) => item);
}

/** Entries whose words contain every word of the query; without one, all but those that need a query. */
export function findEntries(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = wordsOf(query);
  if (words.length === 0) return entries.filter(({ onAsking }) => onAsking !== true);
  return entries.filter(({ label, also = '' }) => words.every((word) => `${label} ${also}`.toLowerCase().includes(word)));
}

interface Offer {
  readonly items: readonly ListedItem[];
  readonly watchlist: readonly string[];
  /** Codes that were looked at last, newest first. */
  readonly recent: readonly string[];
  readonly pages: readonly Entry[];
  readonly actions: readonly Entry[];
  readonly query: string;
  toEntry(item: ListedItem): Entry;
}

/** What is offered for a query, in groups; without one what was viewed last comes first, then the newest stars. */
export function offerFor({ items, watchlist, recent, pages, actions, query, toEntry }: Offer): readonly Group[] {
  const instruments =
    query.trim() === '' ? beforeAsking(items, recent, watchlist) : [['instruments', findInstruments(items, query)] as const];
  const groups: readonly Group[] = [
    ...instruments.map(([name, found]) => ({ name, entries: found.map(toEntry) })),
    { name: 'pages', entries: findEntries(pages, query) },
    { name: 'actions', entries: findEntries(actions, query) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** What was seen last, then the newest stars; where there are neither, the first of the market. */
function beforeAsking(items: readonly ListedItem[], recent: readonly string[], watchlist: readonly string[]) {
  const known = (codes: readonly string[]) => codes.flatMap((code) => items.find((item) => item.code === code) ?? []);
  const seen = known(recent);
  const starred = known(watchlist.toReversed().filter((code) => !recent.includes(code))).slice(0, starredMax);
  const none = seen.length + starred.length === 0;
  return [
    ['recent', seen],
    ['watchlist', starred],
    ['instruments', none ? items.slice(0, firstMax) : []],
  ] as const;
}
