import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { ConfigurationError } from '../config.ts';
import { type Database, type Queryable, unhurried } from '../database.ts';

const folder = new URL('../../../migrations/', import.meta.url);
/** Any constant will do, as long as every process of a deployment takes the same lock. */
export const migrationLock = 4_127_001;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly hash: string;
}

/** The numbered SQL files in their order. */
async function knownMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{3}_[a-z_]+\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Migrations only go forward: a version works on no tables that it does not know. */
function refuseUnknown(known: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const newest = known.at(-1)?.name ?? '';
  const names = new Set(known.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !names.has(name)).toSorted();
  const newer = unknown.find((name) => Number.parseInt(name, 10) > Number.parseInt(newest, 10));
  if (newer !== undefined)
    throw new ConfigurationError(
      `the database is of a newer version than this one, which does not know ${newer}: start the newer version, or restore a backup from before it`,
    );
  const changed = known.find(({ name, hash }) => (applied.get(name) ?? hash) !== hash)?.name;
  const [foreign = changed] = unknown;
  if (foreign !== undefined)
    throw new ConfigurationError(
      `the database was begun by an unreleased version, whose ${foreign} is not the one of this version: move the data folder away, or name an empty database`,
    );
}

/** What has not been applied yet, in order. Refuses a database that this version can't work on. */
async function pending(db: Queryable): Promise<Migration[]> {
  const known = await knownMigrations();
  const rows = await db.query<{ name: string; hash: string }>('select name, hash from migrations');
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  refuseUnknown(known, applied);
  return known.filter(({ name }) => !applied.has(name));
}

/**
 * Applies the numbered SQL files that the database has not seen, all in one transaction with their records, and answers how
 * many. Refuses a database of a newer version, and one whose files were others: history is not edited.
 */
export async function migrate(db: Database): Promise<number> {
  return db.transact(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await tx.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const missing = await pending(tx);
    for (const { name, sql, hash } of missing) {
      await tx.query(sql);
      await tx.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
    }
    return missing.length;
    // A large table takes its time, and so does waiting for another process that is at it.
  }, unhurried);
}

/** Refuses tables that are not those of this version: for a login that may not bring them up to date itself. */
export async function requireMigrated(db: Queryable): Promise<void> {
  const [there] = await db.query<{ readable: boolean | null }>(
    "select has_table_privilege(to_regclass('migrations')::oid, 'select') as readable",
  );
  const missing = there?.readable === true ? (await pending(db)).length : undefined;
  if (missing === 0) return;
  const words = missing === undefined ? 'shows this login no tables' : `lacks ${missing} migrations of this version`;
  throw new ConfigurationError(
    `the database ${words}: run npm run migrate with DATABASE_OWNER_URL, or set that for the server`,
  );
}
