import type { FeedEvent } from '@assay/contract/feed.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { isOption, isPosition, isSpotOrder } from './order-events.ts';
import { type Teller, Tellings } from './tellings.ts';

/** What has changed, and with it which lists and figures of an account are out of date. */
export type Change = 'contracts' | 'endedContracts' | 'options' | 'endedOptions' | 'spot' | 'endedSpot' | 'money' | 'all';

const moneyFigures = new Set(['balance', 'totals', 'pair', 'balances', 'statement', 'course', 'results', 'limits', 'funds']);
/** The list of each kind of order, by the name in its key. */
const lists: Readonly<Record<Exclude<Change, 'money' | 'all'>, readonly [list: string, part: string | null]>> = {
  contracts: ['orders', null],
  endedContracts: ['orders', 'history'],
  options: ['options', null],
  endedOptions: ['options', 'history'],
  spot: ['spot', null],
  endedSpot: ['spot', 'history'],
};

/** Several events may come from one act: the queries that they invalidate are fetched together. */
const waveMs = 250;

function concerns(key: readonly unknown[], changes: ReadonlySet<Change>): boolean {
  if (key[0] !== 'account') return false;
  if (changes.has('all')) return true;
  // The person's own data has no book in its key.
  const [name, part] = key[2] === 'demo' || key[2] === 'real' ? key.slice(3) : key.slice(2);
  if (typeof name !== 'string') return false;
  for (const change of changes) {
    if (change === 'all') return true;
    if (change === 'money' ? moneyFigures.has(name) : lists[change][0] === name && [null, part].includes(lists[change][1])) {
      return true;
    }
  }
  return false;
}

interface Row {
  readonly id: string;
}
interface List {
  readonly items: readonly Row[];
}

function isList(data: unknown): data is List {
  return typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items);
}

/** Newest first: known ones are replaced in place. */
function withRow(items: readonly Row[], row: Row): readonly Row[] {
  return items.some(({ id }) => id === row.id) ? items.map((item) => (item.id === row.id ? row : item)) : [row, ...items];
}

interface Balances {
  readonly balances: readonly { readonly asset: string; readonly available: string }[];
}

function isBalances(data: unknown): data is Balances {
  return typeof data === 'object' && data !== null && 'balances' in data && Array.isArray(data.balances);
}

/** What the feed sends of one asset. */
interface ToldBalance {
  readonly asset: string;
  readonly available: string;
}

function isToldBalance(data: unknown): data is ToldBalance {
  return typeof data === 'object' && data !== null && 'asset' in data && 'available' in data;
}

/** Whose events are heard: the owner and book of this moment. */
export type Account = readonly ['account', string, string];

/** Keeps the cache of an account in step with the server's events, with as few calls as possible. */
export class AccountCache {
  readonly #client: QueryClient;
  readonly #later: (milliseconds: number, run: () => void) => void;
  readonly #tellings = new Tellings();
  /** The last event of each asset. */
  readonly #told = new Map<string, ToldBalance>();
  #changes = new Set<Change>();
  #waits = false;

  constructor(client: QueryClient, later: (milliseconds: number, run: () => void) => void) {
    this.#client = client;
    this.#later = later;
  }

  /** A private event of the live feed. */
  hear(account: Account, { event, data }: FeedEvent): void {
    if (event === 'order') this.#learn(account, data, 'feed');
    else if (event === 'balance') this.#balance(account, data);
    else if (event === 'authenticated') {
      // After a reconnect the events of the meantime are unknown; what is being fetched just now is new enough.
      this.#tellings.forget();
      void this.#client.invalidateQueries({ queryKey: ['account'] }, { cancelRefetch: false });
    }
  }

  /** An order as a call has just answered it: it is written where it is shown, and what hangs on it is fetched. */
  learn(account: Account, row: unknown): void {
    this.#learn(account, row, 'answer');
  }

  #learn(account: Account, row: unknown, teller: Teller): void {
    if (this.#tellings.repeats(teller, row)) return;
    if (isPosition(row)) {
      const lives = row.status === 'open' || row.status === 'awaiting';
      if (this.#tellings.isOutlived('contract', row, lives)) return;
      this.#write([...account, 'orders', 'open'], row, row.status === 'open', 'contracts');
      this.#write([...account, 'orders', 'awaiting'], row, row.status === 'awaiting', 'contracts');
      this.changed('money', ...(lives ? [] : (['endedContracts'] as const)));
    } else if (isOption(row)) {
      const lives = row.status === 'open';
      if (this.#tellings.isOutlived('option', row, lives)) return;
      this.#write([...account, 'options', 'open'], row, lives, 'options');
      this.changed('money', ...(lives ? [] : (['endedOptions'] as const)));
    } else if (isSpotOrder(row)) {
      const lives = row.status === 'open';
      if (this.#tellings.isOutlived('spot', row, lives)) return;
      this.#write([...account, 'spot', 'open'], row, lives, 'spot');
      this.changed('money', ...(lives ? [] : (['endedSpot'] as const)));
    } else this.changed('all');
  }

  /** Fetches what shows it anew, once for all that changes within a moment. */
  changed(...changes: readonly Change[]): void {
    for (const change of changes) this.#changes.add(change);
    if (this.#waits) return;
    this.#waits = true;
    this.#later(waveMs, () => {
      const due = this.#changes;
      this.#changes = new Set();
      this.#waits = false;
      void this.#client.invalidateQueries({ predicate: ({ queryKey }) => concerns(queryKey, due) });
    });
  }

  #write(queryKey: readonly string[], row: Row, belongs: boolean, change: Change): void {
    const state = this.#client.getQueryState(queryKey);
    // A list that was never requested is fetched when it is needed.
    if (state === undefined) return;
    const list = this.#client.getQueryData(queryKey);
    // What is on its way may be older than the row.
    if (!isList(list) || this.#client.isFetching({ queryKey, exact: true }) > 0) return this.changed(change);
    // What has missed something is not made whole by a row, though writing one says so.
    if (state.isInvalidated) this.changed(change);
    const items = belongs ? withRow(list.items, row) : list.items.filter(({ id }) => id !== row.id);
    this.#client.setQueryData(queryKey, { ...list, items });
  }

  /** An answered act is also sent as an event, later on a slow connection: what was fetched since then includes it. */
  #balance(account: Account, data: unknown): void {
    if (!isToldBalance(data)) return this.changed('money');
    const { asset, available } = data;
    const name = [...account, asset].join(' ');
    const queryKey = [...account];
    const predicate = ({ queryKey: key }: Query) => key[3] === 'balance' || key[3] === 'pair';
    const look = (): void => {
      // The newest decides.
      if (this.#told.get(name) !== data) return;
      // What is on its way may be older than this, or newer.
      if (this.#client.isFetching({ queryKey, predicate }) > 0) return this.#later(waveMs, look);
      const shown = this.#client
        .getQueriesData({ queryKey, predicate, type: 'active' })
        .flatMap(([, known]) => (isBalances(known) ? known.balances : []))
        .filter((own) => own.asset === asset);
      if (shown.length > 0 && shown.every((own) => own.available === available)) return;
      this.changed('money');
      this.#client.setQueriesData({ queryKey, predicate }, (known: unknown) =>
        isBalances(known)
          ? { ...known, balances: known.balances.map((own) => (own.asset === asset ? { ...own, available } : own)) }
          : known,
      );
    };
    this.#told.set(name, data);
    look();
  }
}
