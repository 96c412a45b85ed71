import type { Database, Transaction } from '../src/platform/database.ts';

/**
 * A database whose statements in transactions are rewritten: the product as it would be without one of its guards. After a
 * statement that `meets`, the first `readers` callers wait for each other, so that the race which the guard prevents does
 * happen.
 */
export function rewritten(
  db: Database,
  rewrite: (sql: string) => string,
  meets: (sql: string) => boolean,
  readers: number,
): Database {
  let waiting: (() => void)[] = [];
  const together = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length < readers) return;
      for (const go of waiting) go();
      waiting = [];
    });
  const unguarded = (tx: Transaction): Transaction => ({
    afterCommit: (action) => tx.afterCommit(action),
    last: (sql, values, then) => tx.last(rewrite(sql), values, then),
    query: async <Row extends object>(sql: string, values?: readonly unknown[]) => {
      const read = tx.query<Row>(rewrite(sql), values);
      if (!meets(sql)) return read;
      // Answered by itself: what would be sent with it may wait for a lock that another reader has.
      const [rows] = await Promise.all([read, tx.query('select')]);
      await together();
      return rows;
    },
  });
  return { ...db, transact: (work, settings) => db.transact((tx) => work(unguarded(tx)), settings) };
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
