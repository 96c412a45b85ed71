import type { AccountRef } from '@assay/domain/ledger/accounts.ts';
import { isKept } from '../src/ledger/index.ts';
import type { Database, Transaction } from '../src/platform/database.ts';

/** What a statement locked: accounts by their names, in the books' own order; rows of anything else in the order that it names. */
interface Taken {
  readonly statement: string;
  readonly accounts: readonly string[];
  rows: readonly string[];
}

/** Stands for all accounts of an owner in a book, after both. */
const everyAccount = '|*';

/** Kinds of the house that are locked by whoever takes from them, and by nobody else. */
const lockedByTakers = ['fees', 'referral'];

const nameOf = (...parts: readonly (string | undefined)[]) => parts.join('|');

function accountsOf(sql: string, values: readonly unknown[]): string[] {
  if (sql.includes('ledger_lock_many($1, $2, $3, $4)')) {
    const [books, owners, assets, kinds] = values as string[][];
    return (owners ?? []).map((owner, place) => nameOf(books?.[place], owner, assets?.[place], kinds?.[place]));
  }
  if (sql.includes('ledger_lock_many(books, owners, assets, kinds)')) return [nameOf(...(values as string[])) + everyAccount];
  if (!sql.includes('from ledger_post(')) return [];
  const [book, , , , owners, kinds, assets, from] = values as [string, 0, 0, 0, string[], string[], string[], number[]];
  return owners.flatMap((owner, place) => {
    const kind = kinds[place] as AccountRef['kind'];
    const isLocked = isKept(kind) || (lockedByTakers.includes(kind) && from.includes(place + 1));
    return isLocked ? [nameOf(book, owner, assets[place], kind)] : [];
  });
}

function rowsOf(sql: string, values: readonly unknown[], rows: readonly object[]): string[] {
  if (!/\bfor (update|no key update|share)\b/.test(sql)) return [];
  const table = /\bfrom (\w+)/.exec(sql)?.[1] ?? '';
  return rows.map((row) => `${table} ${'id' in row ? String(row.id) : JSON.stringify(values)}`);
}

/**
 * A database that watches in which order its transactions lock: orders, cases and people before accounts, customers' accounts
 * before those of the house, accounts by id. Whoever keeps to it waits for nobody who waits for him. `broken` fills with what
 * was locked too late, and `watched` says how many transactions locked more than once.
 */
export function watchingLocks(db: Database) {
  const broken: string[] = [];
  const places = new Map<string, readonly [house: number, id: number]>();
  let watched = 0;

  /** What was not open before this transaction is its own: nobody waits for it. */
  async function look(taken: readonly Taken[]): Promise<void> {
    const known = new Map(places);
    if (taken.some(({ accounts }) => accounts.some((name) => !places.has(name)))) {
      const all = await db.query<{ name: string; house: boolean; id: number }>(
        "select concat_ws('|', book, owner, asset, kind) as name, house, id from ledger_accounts",
      );
      for (const { name, house, id } of all) places.set(name, [Number(house), id]);
    }
    if (taken.length > 1) watched += 1;
    const held = new Set<string>();
    let last: { readonly name: string; readonly place: readonly [number, number] } | undefined;
    for (const { statement, accounts, rows } of taken) {
      for (const row of rows) {
        if (!held.has(row) && last !== undefined) broken.push(`${row} after ${last.name}: ${statement}`);
        held.add(row);
      }
      const named = accounts.flatMap((name) =>
        name.endsWith(everyAccount) ? [...known.keys()].filter((own) => own.startsWith(name.slice(0, -1))) : [name],
      );
      const added = named.flatMap((name) => {
        const place = known.get(name);
        return place === undefined || held.has(name) ? [] : [{ name, place }];
      });
      for (const one of added.toSorted((a, b) => compare(a.place, b.place))) {
        if (last !== undefined && compare(one.place, last.place) < 0)
          broken.push(`${one.name} after ${last.name}: ${statement}`);
        held.add(one.name);
        if (last === undefined || compare(one.place, last.place) > 0) last = one;
      }
    }
  }

  const watching = (tx: Transaction, taken: Taken[]): Transaction => ({
    afterCommit: (action) => tx.afterCommit(action),
    last: (sql, values, then) => tx.last(sql, values, then),
    query: async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
      // What was locked since a savepoint is let go with it.
      const savepoint = /^rollback to (savepoint .+)$/.exec(sql)?.[1];
      if (savepoint !== undefined) taken.length = taken.findLastIndex(({ statement }) => statement === savepoint) + 1;
      // In the order of sending, which is that of locking.
      const one: Taken = { statement: sql, accounts: accountsOf(sql, values), rows: [] };
      taken.push(one);
      const rows = await tx.query<Row>(sql, values);
      one.rows = rowsOf(sql, values, rows);
      return rows;
    },
  });

  const watchedDb: Database = {
    ...db,
    transact: async (work, settings) => {
      const taken: Taken[] = [];
      try {
        return await db.transact((tx) => work(watching(tx, taken)), settings);
      } finally {
        await look(taken.filter(({ accounts, rows }) => accounts.length + rows.length > 0));
      }
    },
  };
  return { db: watchedDb, broken, watched: () => watched };
}

function compare(a: readonly [number, number], b: readonly [number, number]): number {
  return a[0] - b[0] || a[1] - b[1];
}
