import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { silent, testDatabase } from '../../../test/database.ts';
import { seen } from '../../../test/meanwhile.ts';
import { laterVersion } from '../../../test/schema/later-version.ts';
import { ConfigurationError } from '../config.ts';
import { type Database, connectDatabase, unhurried } from '../database.ts';
import { type AtWorkParts, updating, workOn } from './at-work.ts';
import { migrate, requireMigrated } from './migrate.ts';
import { updateDatabase } from './prepare-database.ts';
import { applicationRole } from './rights.ts';

const template = await testDatabase(2);
/** What a later version knows and these databases lack. */
const last = '999_of_a_later_version.sql';
const later = await laterVersion(last, 'create table of_a_later_version ()');

/** The database as another process has it. */
function another(of: { readonly url: string }): Database {
  const db = connectDatabase({ url: of.url, poolSize: 1, log: silent });
  onTestFinished(() => db.close());
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

async function atLock(of: Database, mode: 'ExclusiveLock' | 'ShareLock', count: number): Promise<void> {
  const held = () =>
    of.query(
      `select from pg_locks where locktype = 'advisory' and objid = 4127003 and mode = $1 and granted
         and database = (select oid from pg_database where datname = current_database())`,
      [mode],
    );
  await expect.poll(held).toHaveLength(count);
}

describe('tables that lack something', () => {
  test('are not changed under servers that work on them, and are once these are gone', async () => {
    const db = await testDatabase(3);
    const [one, other] = [await server(db), await server(db)];
    await expect(migrate(db, 0, later)).rejects.toThrow(
      'the tables are of an earlier version, and 2 servers work on them: stop every server, then bring them up to date',
    );
    await one.works.stop();
    await expect(migrate(db, 0, later)).rejects.toThrow('and a server works on them');
    expect(await recorded(db)).toEqual([]);
    await other.works.stop();
    expect(await migrate(db, 0, later)).toBe(1);
  });

  test('are changed as soon as a server has left that is about to', async () => {
    const db = await testDatabase(3);
    const { works } = await server(db);
    const migrated = migrate(db, 60_000, later);
    await seen(db, '%lock(4127003)%');
    await works.stop();
    expect(await migrated).toBe(1);
  });

  // The guard is that lock alone: who does not hold it is not seen.
  test('would be changed under a server that does not say that it works', async () => {
    const db = await testDatabase(3);
    const silently = another(db);
    await silently.query('select from users');
    expect(await migrate(db, 0, later)).toBe(1);
    await silently.query('select from users');
  });

  test('are changed by one of two processes that begin at once, and the other finds them as they should be', async () => {
    const db = await testDatabase(3);
    const both = [another(db), another(db)].map((of) => migrate(of, 0, later));
    expect(new Set(await Promise.all(both))).toEqual(new Set([0, 1]));
    expect(await recorded(db)).toHaveLength(1);
  });

  test('keep a server from beginning until the jobs have theirs and the application its rights, too', async () => {
    const db = await testDatabase(3);
    const urls = { url: db.url, ownerUrl: undefined };
    await updateDatabase(urls, 'sandbox', silent);
    const application = connectDatabase({ url: db.url, poolSize: 1, log: silent, role: applicationRole });
    onTestFinished(() => application.close());
    const under = await db.transact(async (tx) => {
      await tx.query('lock table graphile_worker.migrations in access exclusive mode');
      const updated = updateDatabase(urls, 'sandbox', silent, later);
      await seen(db, '%graphile_worker%', 'Lock');
      const reads = async () => void (await application.query('select from of_a_later_version'));
      const begins = server(db, { isOurVersion: reads }).then(() => 'it began', String);
      await seen(db, '%lock_shared(4127003)%');
      return { updated, begins };
    }, unhurried);
    expect(await under.updated).toBe(1);
    expect(await under.begins).toBe('it began');
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

test('a database that has no time to say that it is there is there', async () => {
  const db = await testDatabase(3);
  const own = another(db);
  const answers: unknown[] = [];
  /** Too slow, as the database says it of a statement that it has cut off. */
  const tooSlow = "do $$ begin raise exception 'cut off' using errcode = 'query_canceled'; end $$";
  const direct: Database['direct'] = async () => {
    const there = await own.direct();
    const query: typeof there.query = (sql, values) => {
      if (sql !== 'select 1') return there.query(sql, values);
      const asked = there.query<never>(tooSlow);
      asked.catch((error: unknown) => answers.push(error));
      return asked;
    };
    return { ...there, query };
  };
  const isOurVersion = vi.fn<AtWorkParts['isOurVersion']>(async () => undefined);
  await server(db, { db: { direct }, isOurVersion, stillThereEveryMs: 10 });
  await expect.poll(() => answers.length).toBeGreaterThan(2);
  expect(answers[0]).toMatchObject({ code: '57014' });
  expect(isOurVersion).toHaveBeenCalledTimes(1);
  await atLock(db, 'ShareLock', 1);
});

describe('a server whose connection was lost', () => {
  /** Ends the connection that says so, as a database that is started anew does. */
  const cutOff = (of: Database) =>
    of.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 4127003 and mode = 'ShareLock'
         and database = (select oid from pg_database where datname = current_database())`,
    );

  test('says again that it works', async () => {
    const db = await testDatabase(3);
    const isOurVersion = vi.fn<AtWorkParts['isOurVersion']>(async () => undefined);
    const { ended } = await server(db, { isOurVersion });
    await cutOff(db);
    await expect.poll(() => isOurVersion.mock.calls.length).toBe(2);
    await atLock(db, 'ShareLock', 1);
    await expect(migrate(db, 0, later)).rejects.toThrow('a server works on them');
    expect(ended).not.toHaveBeenCalled();
  });

  test('asks again where it could not see whether the tables are its own', async () => {
    const db = await testDatabase(3);
    const isOurVersion = vi.fn<AtWorkParts['isOurVersion']>(async () => undefined);
    const { ended } = await server(db, { isOurVersion });
    isOurVersion.mockRejectedValueOnce(new Error('the database is away'));
    await cutOff(db);
    await expect.poll(() => isOurVersion.mock.calls.length).toBe(3);
    await atLock(db, 'ShareLock', 1);
    expect(ended).not.toHaveBeenCalled();
  });

  test('goes no further where somebody has changed the tables meanwhile', async () => {
    const db = await testDatabase(3);
    const { ended } = await server(db, { isOurVersion: () => requireMigrated(db) });
    await db.query("insert into migrations (name, hash) values ('999_future.sql', 'of another version')");
    await cutOff(db);
    await expect.poll(() => ended.mock.calls.length).toBe(1);
    expect(ended.mock.calls[0]?.[0]).toBeInstanceOf(ConfigurationError);
    await atLock(db, 'ShareLock', 0);
  });
});
