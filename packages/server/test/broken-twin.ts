import type { Market } from '../src/market/index.ts';
import { type Database, type Settings, type Transaction, unhurried } from '../src/platform/database.ts';
import { isRefusal } from '../src/platform/refusal.ts';

/** On a busy machine a reader may wait for another for long, and the slower writer for the quicker one. */
const patient: Settings = { ...unhurried, lock_timeout: '0' };

/**
 * A database whose statements in transactions are rewritten: the product as it would be without one of its guards. After a
 * statement that `meets`, so many `readers` wait for each other, so that the race which the guard prevents does happen. It is
 * one race: once a reader that has met the others has committed, none waits any more, because a retry is then alone. The next
 * race has a database of its own.
 */
export function rewritten(
  db: Database,
  rewrite: (sql: string) => string,
  meets: (sql: string) => boolean,
  readers: number,
): Database {
  let waiting: (() => void)[] = [];
  let isWon = false;
  const goOn = () => {
    for (const go of waiting) go();
    waiting = [];
  };
  const together = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (isWon || waiting.length >= readers) goOn();
    });
  const unguarded = (tx: Transaction, met: () => void): Transaction => ({
    afterCommit: (action) => tx.afterCommit(action),
    withCommit: (sql, values, then) => tx.withCommit(rewrite(sql), values, then),
    query: async <Row extends object>(sql: string, values?: readonly unknown[]) => {
      const read = tx.query<Row>(rewrite(sql), values);
      if (!meets(sql)) return read;
      // Answered by itself: what would be sent with it may wait for a lock that another reader has.
      const [rows] = await Promise.all([read, tx.query('select')]);
      await together();
      met();
      return rows;
    },
  });
  async function transact<T>(work: (tx: Transaction) => Promise<T>, settings: Settings = {}): Promise<T> {
    let hasMet = false;
    const answer = await db.transact((tx) => work(unguarded(tx, () => (hasMet = true))), { ...settings, ...patient });
    if (hasMet && !isRefusal(answer)) {
      isWon = true;
      goOn();
    }
    return answer;
  }
  return { ...db, transact };
}

/** The product as it is, but for its limits on how long a lock is waited for, or held. */
export function patiently(db: Database): Database {
  return rewritten(
    db,
    (sql) => sql,
    () => false,
    1,
  );
}

/**
 * The product as it is, except for how long a command set apart waits for a lock held by its own owner: on a busy
 * machine that may take longer.
 */
export function patientlyAside<Of extends Database>(db: Of): Of {
  const transact: Database['transact'] = (work, settings) =>
    db.transact(work, { ...settings, ...(settings?.['lock_timeout'] === '1000' && { lock_timeout: '0' }) });
  return { ...db, transact };
}

/** Rows are read without a lock and written whatever their status, and all readers have read before one writes. */
export function withoutGuards(db: Database, readers: number): Database {
  const bare = (sql: string) =>
    sql
      .replace(' for update', '')
      .replace("and status = 'open' returning", 'returning')
      .replaceAll(/ and o\.\w+ = n\.was_\w+/g, '');
  return rewritten(db, bare, (sql) => sql.includes(' for update'), readers);
}

/** An act on an order finds nothing on the tape that reached it. */
export function withoutTape(db: Database): Database {
  const blind = (sql: string) => sql.replace(/from unjudged_quotes[^\n]+/, 'from unjudged_quotes(array[]::text[])');
  return rewritten(db, blind, () => false, 1);
}

/** A market that does not report the quotes since a given one. */
export function withoutNews(market: Market): Market {
  return new Proxy(market, {
    get(of, name) {
      if (name === 'quotesSince') return () => [];
      const value: unknown = Reflect.get(of, name, of);
      return typeof value === 'function' ? (value.bind(of) as unknown) : value;
    },
  });
}
