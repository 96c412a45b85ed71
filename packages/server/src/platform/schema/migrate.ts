import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigurationError } from '../config.ts';
import { type Database, type Queryable, unhurried } from '../database.ts';
import { updating } from './at-work.ts';

const ownFolder = new URL('../../../migrations/', import.meta.url);
/** Any constant will do, as long as every process of a deployment takes the same lock. */
export const migrationLock = 4_127_001;

/** Held while a file is applied outside a transaction. */
const apartLock = 4_127_002;
const askAgainMs = 100;
/**
 * How a file begins that is in no transaction, such as for an index that is built while others write. It may have been broken off
 * anywhere, and is then begun anew: it does away first with what may be left of itself.
 */
const apart = '-- In no transaction.';
const record = 'insert into migrations (name, hash) values ($1, $2)';

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly hash: string;
}

/** The numbered SQL files in their order. */
async function knownMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{3}_[a-z_]+\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Migrations only go forward: a version works on no tables that it does not know. A newer version has applied all that this one knows,
 * as this one knows it; of whatever else is unknown, and of what is another, an unreleased version is the cause.
 */
function refuseUnknown(known: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const newest = known.at(-1)?.name ?? '';
  const names = new Set(known.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !names.has(name)).toSorted();
  const isAfterAll = known.every(({ name, hash }) => applied.get(name) === hash);
  const newer = unknown.find((name) => Number.parseInt(name, 10) > Number.parseInt(newest, 10));
  if (newer !== undefined && isAfterAll)
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
async function pending(db: Queryable, folder: URL): Promise<Migration[]> {
  const known = await knownMigrations(folder);
  const rows = await db.query<{ name: string; hash: string }>('select name, hash from migrations');
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  refuseUnknown(known, applied);
  return known.filter(({ name }) => !applied.has(name));
}

/**
 * Applies the numbered SQL files that the database has not seen, in one transaction with their records, and answers how many. A
 * file that begins with `apart` is one by itself: those before it are committed then, and those after it follow in another
 * transaction. Refuses a database of a newer version, one whose files were others (history is not edited), and one that servers
 * work on.
 */
export async function migrate(db: Database, waitMsMax?: number, folder?: URL): Promise<number> {
  return updating(db, (alone) => applyMissing(db, alone, folder), waitMsMax);
}

/** The same for a caller that does more to the tables meanwhile, exclusively for as long. */
export async function applyMissing(db: Database, alone: () => Promise<void>, folder = ownFolder): Promise<number> {
  if ((await whatIsMissing(db, folder)).length === 0) return 0;
  await alone();
  let applied = 0;
  for (;;) {
    const { count, next } = await applyTogether(db, folder);
    applied += count;
    if (next === undefined) return applied;
    applied += await applyApart(db, next);
  }
}

function whatIsMissing(db: Database, folder: URL): Promise<Migration[]> {
  return db.transact(async (tx) => {
    await tx.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    return pending(tx, folder);
  });
}

/** What is missing up to the next file that is one by itself, which is answered too. */
async function applyTogether(
  db: Database,
  folder: URL,
): Promise<{ readonly count: number; readonly next: Migration | undefined }> {
  return db.transact(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const missing = await pending(tx, folder);
    const next = missing.find(({ sql }) => sql.startsWith(apart));
    const together = next === undefined ? missing : missing.slice(0, missing.indexOf(next));
    for (const { name, sql, hash } of together) {
      await tx.query(sql);
      await tx.query(record, [name, hash]);
    }
    return { count: together.length, next };
    // A large table takes its time, and so does waiting for another process that is at it.
  }, unhurried);
}

/**
 * One statement after the other, each a transaction of its own, in one process at a time. Others ask again and again whether it is
 * their turn: an index that is built beside its table waits for every statement that was begun before, and so for one that waits.
 */
async function applyApart(db: Database, { name, sql, hash }: Migration): Promise<number> {
  const client = await db.connect();
  try {
    await client.query('set statement_timeout = 0');
    const ask = async () =>
      (await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [apartLock])).rows[0];
    while ((await ask())?.ours !== true) await delay(askAgainMs);
    const { rows } = await client.query('select from migrations where name = $1', [name]);
    if (rows.length > 0) return 0;
    for (const statement of sql.split(/;$/m).map((text) => text.trim())) if (statement !== '') await client.query(statement);
    await client.query(record, [name, hash]);
    return 1;
  } finally {
    // With its lock and its setting.
    client.release(true);
  }
}

/** Refuses tables that are not those of this version: for a login that may not bring them up to date itself. */
export async function requireMigrated(db: Queryable): Promise<void> {
  const [there] = await db.query<{ readable: boolean | null }>(
    "select has_table_privilege(to_regclass('migrations')::oid, 'select') as readable",
  );
  const missing = there?.readable === true ? (await pending(db, ownFolder)).length : undefined;
  if (missing === 0) return;
  const words = missing === undefined ? 'shows this login no tables' : `lacks ${missing} migrations of this version`;
  throw new ConfigurationError(
    `the database ${words}: run npm run migrate with DATABASE_OWNER_URL, or set that for the server`,
  );
}
