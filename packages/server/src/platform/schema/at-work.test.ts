import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { silent, testDatabase } from '../../../test/database.ts';
import { ConfigurationError } from '../config.ts';
import { type Database, connectDatabase } from '../database.ts';
import { type AtWorkParts, updating, workOn } from './at-work.ts';
import { migrate, requireMigrated } from './migrate.ts';

const template = await testDatabase(2);
const last = '676_trailing_share.sql';

/** The database as another process has it. */
function another(of: { readonly url: string }): Database {
  const db = connectDatabase({ url: of.url, poolSize: 1, log: silent });
  onTestFinished(() => db.close());
  return db;
}

/** A database that lacks one file, which may be applied again. */
async function earlier() {
  const db = await testDatabase(3);
  await db.query('delete from migrations where name = $1', [last]);
  return db;
}

const recorded = (of: Database) => of.query<{ name: string }>('select name from migrations where name = $1', [last]);

/** A server at work, whose tables are whatever they are unless a test says more. */
async function server(of: { readonly url: string }, parts: Partial<AtWorkParts> = {}) {
  const ended = vi.fn<AtWorkParts['ended']>();
  const works = await workOn({ db: another(of), log: silent, isOurVersion: async () => undefined, ended, ...parts });
  onTestFinished(() => works.stop());
  return { ended, works };
}

const atLock = (of: Database, mode: 'ExclusiveLock' | 'ShareLock', count: number) =>
  vi.waitFor(async () => {
    const held = await of.query(
      `select from pg_locks where locktype = 'advisory' and objid = 4127003 and mode = $1 and granted
         and database = (select oid from pg_database where datname = current_database())`,
      [mode],
    );
    expect(held).toHaveLength(count);
  }, 10_000);

describe('tables that lack something', () => {
  test('are not changed under servers that work on them, and are once these are gone', async () => {
    const db = await earlier();
    const [one, other] = [await server(db), await server(db)];
    await expect(migrate(db, 0)).rejects.toThrow(
      'the tables are of an earlier version, and 2 servers work on them: stop every server, then bring them up to date',
    );
    await one.works.stop();
    await expect(migrate(db, 0)).rejects.toThrow('and a server works on them');
    expect(await recorded(db)).toEqual([]);
    await other.works.stop();
    expect(await migrate(db, 0)).toBe(1);
  });

  test('are changed as soon as a server has left that is about to', async () => {
    const db = await earlier();
    const { works } = await server(db);
    const migrated = migrate(db, 60_000);
    await vi.waitFor(async () => {
      const asks = await db.query(
        "select from pg_stat_activity where datname = current_database() and query like '%lock(4127003)%'",
      );
      expect(asks).not.toEqual([]);
    }, 10_000);
    await works.stop();
    expect(await migrated).toBe(1);
  });

  // The guard is that lock alone: who does not hold it is not seen.
  test('would be changed under a server that does not say that it works', async () => {
    const db = await earlier();
    const silently = another(db);
    await silently.query('select from users');
    expect(await migrate(db, 0)).toBe(1);
    await silently.query('select from users');
  });

  test('are changed by one of two processes that begin at once, and the other finds them as they should be', async () => {
    const db = await earlier();
    const both = [another(db), another(db)].map((of) => migrate(of, 0));
    expect(new Set(await Promise.all(both))).toEqual(new Set([0, 1]));
    expect(await recorded(db)).toHaveLength(1);
  });

  test('keep a server from beginning while they are changed', async () => {
    const db = await testDatabase(3);
    const { promise: changed, resolve: change } = Promise.withResolvers<undefined>();
    const updated = updating(another(db), async (alone) => {
      await alone();
      await changed;
      await db.query("insert into migrations (name, hash) values ('999_future.sql', 'of another version')");
    });
    await atLock(db, 'ExclusiveLock', 1);
    const begins = server(db, { isOurVersion: () => requireMigrated(db) });
    const refused = begins.then(() => 'it began', String);
    change(undefined);
    await updated;
    expect(await refused).toContain('of a newer version than this one, which does not know 999_future.sql');
    await atLock(db, 'ShareLock', 0);
  });
});

test('tables that lack nothing are left to those who work on them, and another begins beside them', async () => {
  await server(template);
  expect(await migrate(template, 0)).toBe(0);
  await server(template, { isOurVersion: () => requireMigrated(template) });
});

describe('a server whose connection was lost', () => {
  /** Ends the connection that says so, as a database that is started anew does. */
  const cutOff = (of: Database) =>
    of.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 4127003 and mode = 'ShareLock'
         and database = (select oid from pg_database where datname = current_database())`,
    );

  test('says again that it works', async () => {
    const db = await earlier();
    const isOurVersion = vi.fn<AtWorkParts['isOurVersion']>(async () => undefined);
    const { ended } = await server(db, { isOurVersion });
    await cutOff(db);
    await vi.waitFor(() => expect(isOurVersion).toHaveBeenCalledTimes(2), 10_000);
    await atLock(db, 'ShareLock', 1);
    await expect(migrate(db, 0)).rejects.toThrow('a server works on them');
    expect(ended).not.toHaveBeenCalled();
  });

  test('asks again where it could not see whether the tables are its own', async () => {
    const db = await earlier();
    const isOurVersion = vi.fn<AtWorkParts['isOurVersion']>(async () => undefined);
    const { ended } = await server(db, { isOurVersion });
    isOurVersion.mockRejectedValueOnce(new Error('the database is away'));
    await cutOff(db);
    await vi.waitFor(() => expect(isOurVersion).toHaveBeenCalledTimes(3), 10_000);
    await atLock(db, 'ShareLock', 1);
    expect(ended).not.toHaveBeenCalled();
  });

  test('goes no further where somebody has changed the tables meanwhile', async () => {
    const db = await testDatabase(3);
    const { ended } = await server(db, { isOurVersion: () => requireMigrated(db) });
    await db.query("insert into migrations (name, hash) values ('999_future.sql', 'of another version')");
    await cutOff(db);
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), 10_000);
    expect(ended.mock.calls[0]?.[0]).toBeInstanceOf(ConfigurationError);
    await atLock(db, 'ShareLock', 0);
  });
});
