import type { Config } from '../config.ts';
import { ConfigurationError } from '../config.ts';
import { type Database, connectDatabase } from '../database.ts';
import { holdMode } from '../installation/mode.ts';
import { assertHoldsAllScripts, assertKeepsSettings, unanswered } from '../installation/surroundings.ts';
import { migrateJobs } from '../jobs.ts';
import type { Logger } from '../log.ts';
import { updating } from './at-work.ts';
import { applyMissing, requireMigrated } from './migrate.ts';
import { type OpenDatabase, straightTo } from './open-database.ts';
import { type Login, applicationRole, ensureRights, loginOf, powersOf } from './rights.ts';

type Mode = Config['MODE'];
type Urls = Omit<OpenDatabase, 'stop'>;

/**
 * Brings tables and rights up to date where their owner is configured, and checks both where not. Returns a role that the
 * connections must take on: only a sandbox works with the owner's login, under a role that can't write the books but through
 * the ledger's own functions.
 */
export async function prepareDatabase(urls: Urls, mode: Mode, log: Logger): Promise<string | undefined> {
  if (ownerOf(urls) !== undefined) await updateDatabase(urls, mode, log);
  const { url, directUrl } = urls;
  return onDatabase(directUrl ?? url, log, async (db) => {
    const power = await powersOf(db);
    if (power !== undefined && (mode === 'live' || directUrl !== undefined || ownerOf(urls) !== undefined))
      throw new ConfigurationError(
        `DATABASE_URL must name a login that owns nothing, and ${loginOf(urls.url).name} ${power}: give that one to DATABASE_OWNER_URL`,
      );
    if (power !== undefined) return updateAsOwner(db, mode, log);
    await requireMigrated(db);
    await holdMode(db, mode);
    return undefined;
  });
}

/**
 * The same as their owner, who is the login of the product itself where no other is configured. Returns how many migrations
 * were applied.
 */
export async function updateDatabase(urls: Urls, mode: Mode, log: Logger, folder?: URL): Promise<number> {
  const ownerUrl = ownerOf(urls);
  const login = ownerUrl === undefined ? undefined : loginOf(urls.url);
  return onDatabase(straightTo(urls), log, (owner) => update(owner, { mode, log, login, folder }));
}

interface Updating {
  readonly mode: Mode;
  readonly log: Logger;
  readonly login?: Login | undefined;
  readonly folder?: URL | undefined;
}

async function update(owner: Database, { mode, log, login, folder }: Updating): Promise<number> {
  return updating(owner, async (alone) => {
    const applied = await applyMissing(owner, alone, folder);
    // No server begins on tables to which it has no rights yet.
    await migrateJobs(owner, log);
    await ensureRights(owner, login);
    await holdMode(owner, mode);
    return applied;
  });
}

/** A sandbox on a database with only the owner configured: every connection takes on the role of the application. */
async function updateAsOwner(db: Database, mode: Mode, log: Logger): Promise<string | undefined> {
  await update(db, { mode, log });
  const [member] = await db.query('select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, $2)', [
    applicationRole,
    'member',
  ]);
  if (member === undefined)
    log.warn('the books are guarded by triggers alone: the login is no member of the role of the application');
  return member === undefined ? undefined : applicationRole;
}

/** The owner where it is another login. */
function ownerOf({ url, ownerUrl }: Urls): string | undefined {
  return ownerUrl === undefined || loginOf(ownerUrl).name === loginOf(url).name ? undefined : ownerUrl;
}

async function onDatabase<T>(url: string, log: Logger, work: (db: Database) => Promise<T>): Promise<T> {
  // At a start there is no other connection that could be tried instead, unless of another host.
  const db = connectDatabase({ url, poolSize: 1, log, greetedMsMax: 30_000 });
  try {
    await db.query('select 1').catch((error: unknown) => {
      throw unanswered(error);
    });
    await assertKeepsSettings(db);
    await assertHoldsAllScripts(db);
    return await work(db);
  } finally {
    await db.close();
  }
}
