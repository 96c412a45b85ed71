import { type Database, type Transaction, unhurried } from '../src/platform/database.ts';

/** A database in which something comes once, at some point of the first group that comes to it. */
export function meanwhile(db: Database, at: 'before' | 'after the tape is read', come: () => Promise<void>): Database {
  let came = false;
  const once = async () => {
    if (came) return;
    came = true;
    await come();
  };
  const heard = (tx: Transaction): Transaction => ({
    afterCommit: (action) => tx.afterCommit(action),
    last: (sql, values, then) => tx.last(sql, values, then),
    query: async <Row extends object>(sql: string, values?: readonly unknown[]) => {
      const rows = await tx.query<Row>(sql, values);
      if (sql.includes('unjudged_quotes')) await once();
      return rows;
    },
  });
  return {
    ...db,
    transact: async (work, settings) => {
      if (at === 'before') await once();
      return db.transact((tx) => work(at === 'before' ? tx : heard(tx)), { ...settings, ...unhurried });
    },
  };
}
