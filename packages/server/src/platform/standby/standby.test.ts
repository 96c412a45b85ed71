import { describe, expect, test } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { createLocalBus } from '../bus.ts';
import type { Database } from '../database.ts';
import { tellUser } from '../private-events.ts';
import { Standby, asReader, atPrimary, behindMsMax, withStandby } from './standby.ts';

const primary = await testDatabase();
// It stands where the standby would, and tells by its answers that it was asked.
const other = await testDatabase();
for (const [db, name] of [
  [primary, 'primary'],
  [other, 'standby'],
] as const) {
  await db.query('create table whereabouts (name text)');
  await db.query('insert into whereabouts values ($1)', [name]);
}

/** A standby that is as far behind as the test says. */
function follower() {
  const state = { now: 1_000, written: 100n, replayed: 100n as bigint | null };
  const bus = createLocalBus(silent);
  const positions = { written: async () => state.written, replayed: async () => state.replayed };
  const standby = new Standby({ clock: { elapsed: () => state.now }, positions, bus });
  atEnd(() => standby.stop());
  const db = withStandby(primary, standby, other);
  const asked = async (sql = 'select name from whereabouts where $1') =>
    (await db.query<{ name: string }>(sql, [true]))[0]?.name;
  const reading = (reader = 'user:7', from: Database = db) => asReader(from, 'GET', reader, async () => asked());
  /** A quarter of a second later, when the primary has written and the standby replayed so much. */
  const later = async (written: bigint, replayed: bigint | null) => {
    Object.assign(state, { now: state.now + 250, written, replayed });
    await standby.look();
  };
  return { state, bus, standby, db, asked, reading, later };
}

describe('what somebody reads', () => {
  test('comes from the standby once that has replayed what was written before the last look', async () => {
    const { reading, later } = follower();
    expect(await reading()).toBe('primary');
    await later(100n, 99n);
    expect(await reading()).toBe('primary');
    await later(110n, 100n);
    expect(await reading()).toBe('standby');
  });

  test('comes from the primary after they have written, until the standby has that', async () => {
    const { db, reading, later } = follower();
    await later(100n, 100n);
    await asReader(db, 'POST', 'user:7', async () => undefined);
    expect([await reading(), await reading('user:8')]).toEqual(['primary', 'standby']);
    // What they have written stands at 120: the look after it has seen that, the standby has not.
    await later(120n, 110n);
    expect(await reading()).toBe('primary');
    await later(130n, 120n);
    expect(await reading()).toBe('standby');
  });

  test('comes from the primary after an act that failed, and after something was done for them in any process', async () => {
    const { db, bus, reading, later } = follower();
    await later(100n, 100n);
    await expect(asReader(db, 'POST', 'user:7', () => Promise.reject(new Error('lost at its commit')))).rejects.toThrow('lost');
    expect(await reading()).toBe('primary');
    await later(100n, 100n);
    await later(100n, 100n);
    expect(await reading()).toBe('standby');
    tellUser(bus, { userId: '7', book: 'real', event: 'balance', data: {} });
    expect(await reading()).toBe('primary');
    expect(await reading('operator:7')).toBe('standby');
  });

  test('comes from the primary while the standby is too far behind, is none any more, or is distrusted', async () => {
    const { state, standby, reading, later } = follower();
    await later(100n, 100n);
    state.now += behindMsMax + 1;
    expect(await reading()).toBe('primary');
    await later(100n, 100n);
    expect(await reading()).toBe('standby');
    standby.distrust();
    expect(await reading()).toBe('primary');
    await later(200n, null);
    expect(await reading()).toBe('primary');
  });

  test('and where nobody is known, a transaction, and what is asked of the primary, never come from the standby', async () => {
    const { db, asked, later } = follower();
    await later(100n, 100n);
    expect(await asked()).toBe('primary');
    const within = asReader(db, 'GET', 'user:7', () =>
      db.transact(async (tx) => (await tx.query<{ name: string }>('select name from whereabouts where $1', [true]))[0]?.name),
    );
    expect(await within).toBe('primary');
    expect(await asReader(db, 'GET', 'user:7', () => atPrimary(() => asked()))).toBe('primary');
  });

  test('is asked of the primary where the standby fails', async () => {
    const { db, later } = follower();
    await primary.query('create table if not exists only_there (name text)');
    await primary.query("insert into only_there values ('there')");
    await later(100n, 100n);
    const rows = await asReader(db, 'GET', 'user:7', () => db.query('select name from only_there where $1', [true]));
    expect(rows).toEqual([{ name: 'there' }]);
  });
});

test('where more people write than are remembered, all are answered by the primary until the standby has it', async () => {
  const { standby, reading, later } = follower();
  await later(100n, 100n);
  for (let person = 0; person <= 100_000; person += 1) standby.wrote(`user:${1_000 + person}`);
  expect(await reading()).toBe('primary');
  await later(100n, 100n);
  await later(100n, 100n);
  expect(await reading()).toBe('standby');
});
