import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { type Database, unhurried } from './database.ts';

const folder = new URL('../../migrations/', import.meta.url);
/** Any constant will do, as long as every process of a deployment takes the same lock. */
const migrationLock = 4_127_001;

/**
 * Applies the numbered SQL files that the database has not seen, each in one transaction together with its record.
 * Refuses to go on when an applied file has changed since: history is not edited.
 */
export async function migrate(db: Database): Promise<number> {
  const names = (await readdir(folder)).filter((name) => /^\d{3}_[a-z_]+\.sql$/.test(name)).toSorted();
  return db.transact(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await tx.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const applied = new Map(
      (await tx.query<{ name: string; hash: string }>('select name, hash from migrations')).map((row) => [row.name, row.hash]),
    );
    let count = 0;
    for (const name of names) {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const hash = createHash('sha256').update(sql).digest('hex');
      const before = applied.get(name);
      if (before === hash) continue;
      if (before !== undefined) throw new Error(`migration ${name} was changed after it had been applied`);
      await tx.query(sql);
      await tx.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
      count += 1;
    }
    return count;
    // A large table takes its time, and so does waiting for another process that is at it.
  }, unhurried);
}
