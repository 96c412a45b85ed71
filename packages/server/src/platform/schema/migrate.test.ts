import { describe, expect, onTestFinished, test } from 'vitest';
import { silent, testDatabase } from '../../../test/database.ts';
import { seen } from '../../../test/meanwhile.ts';
import { laterVersion } from '../../../test/schema/later-version.ts';
import { connectDatabase, unhurried } from '../database.ts';
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

test('one that an unreleased version has begun is told apart from a newer one, however high its numbers are', async () => {
  const [first] = await db.query<{ name: string; hash: string }>(
    'delete from migrations where name = $1 returning name, hash',
    ['012_ledger_posting.sql'],
  );
  onTestFinished(
    async () =>
      void (await db.query('insert into migrations (name, hash) values ($1, $2)', [first?.name ?? '', first?.hash ?? ''])),
  );
  await recorded('999_never_released.sql');
  await expect(migrate(db)).rejects.toThrow('begun by an unreleased version, whose 999_never_released.sql');
});

test('a database whose migration was another one is refused', async () => {
  const [{ hash } = { hash: '' }] = await db.query<{ hash: string }>(
    "select hash from migrations where name = '010_ledger.sql'",
  );
  await db.query("update migrations set hash = 'another' where name = '010_ledger.sql'");
  onTestFinished(async () => void (await db.query("update migrations set hash = $1 where name = '010_ledger.sql'", [hash])));
  await expect(migrate(db)).rejects.toThrow('begun by an unreleased version, whose 010_ledger.sql');
});

describe('a file that is in no transaction', async () => {
  /** The files of this version, and one that is: it builds the index of flows anew, for deposits alone. */
  const later = await laterVersion(
    '999_flows_by_index.sql',
    `-- In no transaction.
drop index concurrently if exists ledger_transactions_of_flows;
create index concurrently ledger_transactions_of_flows on ledger_transactions (id, at) where reason::text = 'deposit.completed';
`,
  );

  /** A database whose index of flows is as after a process that has ended while it was being built. */
  async function broken() {
    const before = await testDatabase(3);
    await before.query(`
      drop index ledger_transactions_of_flows;
      create index ledger_transactions_of_flows on ledger_transactions (id);
      update pg_index set indisvalid = false where indexrelid = 'ledger_transactions_of_flows'::regclass`);
    return before;
  }
  /** Whether there is one, and a whole one. */
  const indexOf = (of: typeof db) =>
    of.query<{ whole: boolean }>(
      `select indisvalid and indpred is not null as whole from pg_index where indexrelid = to_regclass('ledger_transactions_of_flows')`,
    );

  test('is begun anew after it was broken off', async () => {
    const before = await broken();
    expect(await migrate(before, undefined, later)).toBe(1);
    expect(await indexOf(before)).toEqual([{ whole: true }]);
    expect(await migrate(before, undefined, later)).toBe(0);
  });

  test('lets others write meanwhile, and is applied once where two processes begin at once', async () => {
    const before = await broken();
    await before.query('drop index ledger_transactions_of_flows');
    const [one, other] = [1, 2].map(() => connectDatabase({ url: before.url, poolSize: 1, log: silent }));
    if (one === undefined || other === undefined) throw new Error('unreachable');
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])));
    const write = 'lock table ledger_transactions in row exclusive mode';
    const applied: Promise<number>[] = [];
    await before.transact(async (tx) => {
      await tx.query(write);
      // It waits for earlier transactions, and does not delay later ones.
      applied.push(migrate(one, undefined, later));
      await seen(before, 'create index%', 'Lock');
      await before.transact(async (another) => void (await another.query(write)), { lock_timeout: '500' });
      applied.push(migrate(other, undefined, later));
      await seen(before, '%advisory_lock%');
    }, unhurried);
    expect(await Promise.all(applied)).toEqual([1, 0]);
    expect(await indexOf(before)).toEqual([{ whole: true }]);
  });
});
