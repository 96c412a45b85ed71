import { expect } from 'vitest';
import { type Database, type Queryable, type Transaction, unhurried } from '../src/platform/database.ts';

/** A database in which something comes once, at some point of the first group that comes to it. */
export function meanwhile(db: Database, at: 'before' | 'after the tape is read', come: () => Promise<void>): Database {
  let came = false;
  const once = async () => {
    if (came) return;
    came = true;
    await come();
  };
  if (at === 'after the tape is read') return eachTime(db, once);
  return {
    ...db,
    transact: async (work, settings) => {
      await once();
      return db.transact(work, { ...settings, ...unhurried });
    },
  };
}

/** A database in which a callback runs each time that a group has read the tape; it gets how often that has been, from 1 on. */
export function eachTime(db: Database, come: (time: number) => Promise<void>): Database {
  let times = 0;
  const heard = (tx: Transaction): Transaction => ({
    afterCommit: (action) => tx.afterCommit(action),
    withCommit: (sql, values, then) => tx.withCommit(sql, values, then),
    query: async <Row extends object>(sql: string, values?: readonly unknown[]) => {
      const rows = await tx.query<Row>(sql, values);
      if (!sql.includes('unjudged_quotes')) return rows;
      times += 1;
      await come(times);
      return rows;
    },
  });
  return { ...db, transact: (work, settings) => db.transact((tx) => work(heard(tx)), { ...settings, ...unhurried }) };
}

/** Waits until another connection of this database runs a statement like this; with `waits`, until it is blocked there. */
export async function seen(of: Queryable, like: string, waits = ''): Promise<void> {
  const found = () =>
    of.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like $1
         and ($2 = '' or wait_event_type = $2)`,
      [like, waits],
    );
  await expect.poll(found).not.toEqual([]);
}
