import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { migrate } from './migrate.ts';

const db = await testDatabase(2);

/** Writes down for one test that another version has been at work. */
async function recorded(name: string): Promise<void> {
  await db.query("insert into migrations (name, hash) values ($1, 'of another version')", [name]);
  onTestFinished(async () => void (await db.query('delete from migrations where name = $1', [name])));
}

test('a database that is up to date is left as it is', async () => {
  expect(await migrate(db)).toBe(0);
});

test.for(['999_future.sql', '1000_far_future.sql'])('a database of a newer version is refused: %s', async (name) => {
  await recorded(name);
  await expect(migrate(db)).rejects.toThrow(
    `the database is of a newer version than this one, which does not know ${name}: start the newer version, or restore a backup from before it`,
  );
});

test('a database that an unreleased version has begun is refused', async () => {
  await recorded('002_never_released.sql');
  await expect(migrate(db)).rejects.toThrow(
    'the database was begun by an unreleased version, whose 002_never_released.sql is not the one of this version: move the data folder away, or name an empty database',
  );
});

test('a database whose migration was another one is refused', async () => {
  const [{ hash } = { hash: '' }] = await db.query<{ hash: string }>(
    "select hash from migrations where name = '010_ledger.sql'",
  );
  await db.query("update migrations set hash = 'another' where name = '010_ledger.sql'");
  onTestFinished(async () => void (await db.query("update migrations set hash = $1 where name = '010_ledger.sql'", [hash])));
  await expect(migrate(db)).rejects.toThrow('begun by an unreleased version, whose 010_ledger.sql');
});
