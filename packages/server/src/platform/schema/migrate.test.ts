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

test('what an earlier version let be recorded twice for a day stands, and no third is taken', async () => {
  const earlier = await testDatabase(2);
  // As it was before that migration.
  await earlier.query(`
    drop index corporate_actions_once;
    drop function refuse_recorded_again() cascade;
    alter table corporate_actions drop column recorded_again;
    drop trigger refuse_under_action on price_alerts;
    delete from migrations where name = '400_actions_once.sql'`);
  const record = (proposal: number, isDone = true) => `
    insert into corporate_actions (code, kind, to_units, from_units, first_day, begins_at, opens_at, proposal_id, approved_at,
      begun_at, begun_in, position, quoted_ms, done_at)
    select 'AAPL', 'split', 7, 1, '2030-01-08', now(), now(), ${proposal}, now(),
      now(), pg_current_xact_id(), 1, 1, case when ${isDone} then now() end`;
  await earlier.transact(async (tx) => {
    // Without the two operators of each.
    await tx.query('set local session_replication_role = replica');
    for (const proposal of [1, 2, 3]) await tx.query(record(proposal, proposal < 3));
  });

  expect(await migrate(earlier)).toBe(1);
  // The last one was under way, and can end.
  expect(
    await earlier.query('update corporate_actions set done_at = now() where done_at is null returning recorded_again as again'),
  ).toEqual([{ again: false }]);
  await expect(earlier.query(record(4))).rejects.toThrow('corporate_actions_once');
  const asOld = record(4).replace('done_at)', 'done_at, recorded_again)').replace('now() end', 'now() end, true');
  await expect(earlier.query(asOld)).rejects.toThrow('is recorded once for a day');
  await expect(earlier.query('update corporate_actions set recorded_again = false')).rejects.toThrow(
    'stands as it was approved',
  );
});
