import type { FeedEvent } from '@assay/contract/feed.ts';
import type { QueryClient } from '@tanstack/react-query';
import { isOption, isPosition, isSpotOrder } from './order-events.ts';

/** What has changed, and with it which lists and figures of an account are out of date. */
export type Change = 'contracts' | 'endedContracts' | 'options' | 'endedOptions' | 'spot' | 'endedSpot' | 'money' | 'all';

const moneyFigures = new Set(['balance', 'totals', 'pair', 'balances', 'statement', 'course', 'limits', 'funds']);
/** Which list each kind of order stands in, by the name in its key. */
const lists: Readonly<Record<Exclude<Change, 'money' | 'all'>, readonly [list: string, part: string | null]>> = {
  contracts: ['orders', null],
  endedContracts: ['orders', 'history'],
  options: ['options', null],
  endedOptions: ['options', 'history'],
  spot: ['spot', null],
  endedSpot: ['spot', 'history'],
};

/** Several events tell of one act: what they make out of date is fetched in one wave. */
const waveMs = 250;

function concerns(key: readonly unknown[], changes: ReadonlySet<Change>): boolean {
  if (key[0] !== 'account') return false;
  if (changes.has('all')) return true;
  // What belongs to the person stands without a book.
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

/** Newest first: what is known is replaced where it stands. */
function withRow(items: readonly Row[], row: Row): readonly Row[] {
  return items.some(({ id }) => id === row.id) ? items.map((item) => (item.id === row.id ? row : item)) : [row, ...items];
}

/** Whose events are heard: the owner and book of this moment. */
export type Account = readonly ['account', string, string];

/** Keeps what is cached of an account in step with what the server tells of it, with as few calls as that takes. */
export class AccountCache {
  readonly #client: QueryClient;
  readonly #later: (milliseconds: number, run: () => void) => void;
  #changes = new Set<Change>();
  #waits = false;

  constructor(client: QueryClient, later: (milliseconds: number, run: () => void) => void) {
    this.#client = client;
    this.#later = later;
  }

  /** A private event of the live feed. */
  hear(account: Account, { event, data }: FeedEvent): void {
    if (event === 'order') this.learn(account, data);
    else if (event === 'balance') this.#balance(account, data);
    // After a reconnect nothing that was told meanwhile is known; what is being fetched just now is new enough.
    else if (event === 'authenticated')
      void this.#client.invalidateQueries({ queryKey: ['account'] }, { cancelRefetch: false });
  }

  /** An order as the server has just told it: it is written where it is shown, and what hangs on it is fetched. */
  learn(account: Account, row: unknown): void {
    if (isPosition(row)) {
      this.#write([...account, 'orders', 'open'], row, row.status === 'open', 'contracts');
      this.#write([...account, 'orders', 'awaiting'], row, row.status === 'awaiting', 'contracts');
      this.changed('money', ...(row.status === 'open' || row.status === 'awaiting' ? [] : (['endedContracts'] as const)));
    } else if (isOption(row)) {
      this.#write([...account, 'options', 'open'], row, row.status === 'open', 'options');
      this.changed('money', ...(row.status === 'open' ? [] : (['endedOptions'] as const)));
    } else if (isSpotOrder(row)) {
      this.#write([...account, 'spot', 'open'], row, row.status === 'open', 'spot');
      this.changed('money', ...(row.status === 'open' ? [] : (['endedSpot'] as const)));
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
    // What nobody has asked for is new when somebody does.
    if (this.#client.getQueryState(queryKey) === undefined) return;
    const list = this.#client.getQueryData(queryKey);
    // What is on its way may be older than the row.
    if (!isList(list) || this.#client.isFetching({ queryKey, exact: true }) > 0) return this.changed(change);
    const items = belongs ? withRow(list.items, row) : list.items.filter(({ id }) => id !== row.id);
    this.#client.setQueryData(queryKey, { ...list, items });
  }

  #balance(account: Account, data: unknown): void {
    this.changed('money');
    if (typeof data !== 'object' || data === null || !('asset' in data) || !('available' in data)) return;
    const { asset, available } = data;
    this.#client.setQueryData([...account, 'balance'], (known: unknown) => {
      if (typeof known !== 'object' || known === null || !('balances' in known) || !Array.isArray(known.balances)) return known;
      const balances = known.balances as readonly { readonly asset: string }[];
      return { ...known, balances: balances.map((own) => (own.asset === asset ? { ...own, available } : own)) };
    });
  }
}
