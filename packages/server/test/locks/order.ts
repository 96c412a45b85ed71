import { AsyncLocalStorage } from 'node:async_hooks';
import type { AccountRef } from '@assay/domain/ledger/accounts.ts';
import { isKept } from '../../src/ledger/index.ts';
import type { Database, Transaction } from '../../src/platform/database.ts';
import { LockGraph } from './graph.ts';
import { type RowLock, type Strength, rowLocks, strengths } from './statements.ts';

type Kind = AccountRef['kind'];

/** An account that a statement names, by its name or its id. */
interface Named {
  readonly account: string;
  /** Whether the statement locks it, were it of this kind. */
  readonly locks: (kind: Kind) => boolean;
}

interface Taken {
  readonly statement: string;
  readonly accounts: readonly Named[];
  readonly values: readonly unknown[];
  rows: readonly object[];
}

/** Kinds of the house that are locked by withdrawals from them, and by nothing else. */
const lockedByTakers: readonly Kind[] = ['fees', 'referral'];
const lockedByPosting = (takes: boolean) => (kind: Kind) => isKept(kind) || (takes && lockedByTakers.includes(kind));

const nameOf = (...parts: readonly (string | undefined)[]) => parts.join('|');

function accountsOf(sql: string, values: readonly unknown[]): Named[] {
  const always = () => true;
  if (sql.includes('ledger_lock_many($1, $2, $3, $4)')) {
    const [books, owners, assets, kinds] = values as string[][];
    return (owners ?? []).map((owner, place) => ({
      account: nameOf(books?.[place], owner, assets?.[place], kinds?.[place]),
      locks: always,
    }));
  }
  if (sql.includes('ledger_lock_many(books, owners')) return [{ account: nameOf(...(values as string[]), ''), locks: always }];
  if (sql.includes('from ledger_post_many(')) {
    const from = new Set(values[6] as number[]);
    return (values[0] as number[]).map((id, place) => ({ account: String(id), locks: lockedByPosting(from.has(place + 1)) }));
  }
  if (!sql.includes('from ledger_post(')) return [];
  const [book, , , , owners, kinds, assets, from] = values as [string, 0, 0, 0, string[], string[], string[], number[]];
  return owners.map((owner, place) => ({
    account: nameOf(book, owner, assets[place], kinds[place]),
    locks: lockedByPosting(from.includes(place + 1)),
  }));
}

/**
 * Results of days are kept by postings about contracts and options with real money, after all that they lock themselves, and by orders of
 * coins that are sold. Of these, sales of demo accounts are taken for such too: what changes an order does not say whose it is.
 */
function keepsDayResults(sql: string, values: readonly unknown[]): boolean {
  if (/\b(?:insert into|update) spot_orders\b/.test(sql)) return tellsOfSales(sql, values);
  const [books, reasons] = sql.includes('from ledger_post_many(')
    ? (values.slice(1, 3) as [string[], string[]])
    : sql.includes('from ledger_post(')
      ? [[values[0]], [values[1] as string]]
      : [[], []];
  return reasons.some((reason, place) => books[place] === 'real' && /^(contract|financing|option)\./.test(reason));
}

/** By the list of columns that its values are given in. */
function tellsOfSales(sql: string, values: readonly unknown[]): boolean {
  const columns = /\b(?:insert into spot_orders|n) \(([^)]+)\)/.exec(sql)?.[1]?.split(', ') ?? [];
  const profits = values[columns.indexOf('profit')];
  return Array.isArray(profits) && profits.some((profit) => profit !== null);
}

interface Account {
  readonly name: string;
  readonly owner: string;
  readonly kind: Kind;
  readonly house: boolean;
  readonly id: number;
}

/** Rows of one table that a transaction has locked. */
interface Held {
  strength: Strength;
  readonly ids: Set<string>;
}

const customers = "customers' accounts";
const ofTheHouse = "the house's accounts";

/** One transaction, looked at from its first lock to its last. */
class Look {
  readonly #graph: LockGraph;
  readonly #broken: string[];
  readonly #held = new Map<string, Held>();
  /** Rows that the transaction has added itself, by table: no other one sees them, and waits for them. */
  readonly #added = new Map<string, Set<string>>();
  #last: Account | undefined;

  constructor(graph: LockGraph, broken: string[]) {
    this.#graph = graph;
    this.#broken = broken;
  }

  accounts(statement: string, accounts: readonly Account[]): void {
    const added = accounts.filter(
      ({ house, id }) => this.#held.get(house ? ofTheHouse : customers)?.ids.has(String(id)) !== true,
    );
    for (const account of added.toSorted(inOrder)) {
      if (this.#last !== undefined && inOrder(account, this.#last) < 0)
        this.#broken.push(`${account.name} after ${this.#last.name}: ${statement}`);
      this.#take(account.house ? ofTheHouse : customers, strengths.noKeyUpdate, [String(account.id)], statement);
      if (this.#last === undefined || inOrder(account, this.#last) > 0) this.#last = account;
    }
  }

  rows(statement: string, { table, strength, ids, isNew, unordered }: RowLock): void {
    const held = this.#held.get(table);
    const own = this.#added.get(table);
    const added = ids?.filter((id) => held?.ids.has(id) !== true && own?.has(id) !== true);
    if (own !== undefined && (ids?.every((id) => own.has(id)) ?? true) && !isNew) return;
    const isHeld = held !== undefined && held.strength >= strength && (added === undefined || added.length === 0);
    if (isHeld && !isNew) return;
    if (isNew) return this.#own(table, ids ?? []);
    if (statement.startsWith('select') && this.#last !== undefined)
      for (const id of added ?? []) this.#broken.push(`${table} ${id} after ${this.#last.name}: ${statement}`);
    if (unordered) this.#broken.push(`${table} in no order: ${statement}`);
    const numbers = [...(held?.ids ?? []), ...(added ?? [])].map(Number);
    if (numbers.some((number, place) => number < (numbers[place - 1] ?? number)))
      this.#broken.push(`${table} ${numbers.join(', ')}: ${statement}`);
    const already = added === undefined || added.length === 0 ? held?.strength : undefined;
    this.#take(table, strength, added ?? [], statement, already);
  }

  #take(what: string, wanted: Strength, ids: readonly string[], statement: string, already?: Strength): void {
    for (const [from, { strength }] of this.#held)
      if (from !== what) this.#graph.add({ from, held: strength, to: what, wanted, already, statement });
    this.#hold(what, wanted, ids);
  }

  #own(table: string, ids: readonly string[]): void {
    const own = this.#added.get(table) ?? new Set();
    for (const id of ids) own.add(id);
    this.#added.set(table, own);
  }

  #hold(what: string, strength: Strength, ids: readonly string[]): void {
    const held = this.#held.get(what) ?? { strength, ids: new Set() };
    if (held.strength < strength) held.strength = strength;
    for (const id of ids) held.ids.add(id);
    this.#held.set(what, held);
  }
}

const inOrder = (a: Account, b: Account) => Number(a.house) - Number(b.house) || a.id - b.id;

/** What is known of the tables: which rows refer to which, and the accounts. */
class Known {
  readonly #db: Database;
  readonly #accounts = new Map<string, Account>();
  #parents: Promise<ReadonlyMap<string, readonly string[]>> | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  parents(): Promise<ReadonlyMap<string, readonly string[]>> {
    this.#parents ??= this.#readParents();
    return this.#parents;
  }

  async #readParents(): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await this.#db.query<{ child: string; parents: string[] }>(
      `select conrelid::regclass::text as child, array_agg(distinct confrelid::regclass::text) as parents
       from pg_constraint where contype = 'f' group by 1`,
    );
    return new Map(rows.map(({ child, parents }) => [child, parents]));
  }

  /** An account opened by this transaction is its own: no other one waits for it. */
  async accountsBefore(taken: readonly Taken[]): Promise<ReadonlyMap<string, Account>> {
    const known = new Map(this.#accounts);
    if (taken.every(({ accounts }) => accounts.every(({ account }) => known.has(account)))) return known;
    const all = await this.#db.query<Account>(
      "select concat_ws('|', book, owner, asset, kind) as name, owner, kind, house, id from ledger_accounts",
    );
    for (const account of all) for (const key of [account.name, String(account.id)]) this.#accounts.set(key, account);
    return known;
  }
}

/** Those that a statement locks, of the accounts that there were before. */
function lockedOf({ accounts }: Taken, known: ReadonlyMap<string, Account>): Account[] {
  return accounts.flatMap(({ account, locks }) => {
    // Without an asset: all of a customer.
    const all = account.endsWith('|')
      ? [...new Set(known.values())].filter(({ name }) => name.startsWith(account))
      : [known.get(account)];
    return all.filter((one) => one !== undefined).filter(({ kind }) => locks(kind));
  });
}

function watching(tx: Transaction, taken: Taken[]): Transaction {
  // In the order of sending, which is that of locking.
  const take = (statement: string, values: readonly unknown[]): Taken => {
    const one: Taken = { statement, values, accounts: accountsOf(statement, values), rows: [] };
    taken.push(one);
    return one;
  };
  return {
    afterCommit: (action) => tx.afterCommit(action),
    withCommit: (sql, values, then) => {
      take(sql, values);
      tx.withCommit(sql, values, then);
    },
    query: async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
      // What was locked since a savepoint is let go with it.
      const savepoint = /^rollback to (savepoint .+)$/.exec(sql)?.[1];
      if (savepoint !== undefined) taken.length = taken.findLastIndex(({ statement }) => statement === savepoint) + 1;
      const one = take(sql, values);
      const rows = await tx.query<Row>(sql, values);
      one.rows = rows;
      return rows;
    },
  };
}

/**
 * A database that watches in which order its transactions lock: orders, cases and people before accounts, customers'
 * accounts before those of the house, accounts and rows of one table by id. Transactions that follow it can't deadlock.
 * `broken` fills with what was locked too late; `rings` answers which other rows were locked now in one order and now
 * in another, those that are changed without having been selected before among them; `nested` fills with what asked for
 * a connection while it held one; `watched` says how many transactions locked more than once.
 */
export function watchingLocks(db: Database) {
  const broken: string[] = [];
  const nested: string[] = [];
  const holding = new AsyncLocalStorage<true>();
  const graph = new LockGraph();
  const tables = new Known(db);
  let watched = 0;

  async function look(taken: readonly Taken[]): Promise<void> {
    const [parents, known] = [await tables.parents(), await tables.accountsBefore(taken)];
    const transaction = new Look(graph, broken);
    let locking = 0;
    for (const one of taken) {
      const { statement, values, rows, accounts } = one;
      const locked = rowLocks(statement, values, rows, parents);
      transaction.accounts(statement, lockedOf(one, known));
      for (const lock of locked) transaction.rows(statement, lock);
      if (keepsDayResults(statement, values)) transaction.rows(statement, dayResults);
      if (accounts.length + locked.length > 0) locking += 1;
    }
    if (locking > 1) watched += 1;
  }

  const beside = (what: string) => void (holding.getStore() === true && nested.push(what));
  const watchedDb: Database = {
    ...db,
    query: async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
      beside(sql);
      const rows = await db.query<Row>(sql, values);
      await look([{ statement: sql, values, accounts: [], rows }]);
      return rows;
    },
    connect: () => {
      beside('a connection');
      return db.connect();
    },
    transact: async (work, settings) => {
      beside('a transaction');
      const taken: Taken[] = [];
      try {
        return await db.transact((tx) => holding.run(true, () => work(watching(tx, taken))), settings);
      } finally {
        await look(taken);
      }
    },
  };
  return { db: watchedDb, broken, nested, rings: () => graph.rings(), watched: () => watched };
}

const dayResults: RowLock = {
  table: 'ledger_day_results',
  strength: strengths.noKeyUpdate,
  ids: undefined,
  isNew: false,
  unordered: false,
};
