import { endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { customerPrefix } from '@assay/contract/endpoints/registry.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atEnd } from '../../../test/at-end.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { identityApp, standingClock } from '../../../test/identity-app.ts';
import { type Bus, createLocalBus, createNumbers } from '../bus.ts';
import type { Database } from '../database.ts';
import { serve } from '../http.ts';
import { tellUser } from '../private-events.ts';
import { Download } from '../reply.ts';
import { Standby, asReader, atPrimary, behindMsMax, withStandby } from './standby.ts';

const primary = await testDatabase();
// It replaces the standby, and its answers show that it was queried.
const other = await testDatabase();
for (const [db, name] of [
  [primary, 'primary'],
  [other, 'standby'],
] as const) {
  await db.query('create table whereabouts (name text)');
  await db.query('insert into whereabouts values ($1)', [name]);
}

/** A bus of several processes whose messages come when the test says, or not at all; each notices by their numbers what is missing. */
function line() {
  const sent: (() => void)[] = [];
  const hearers: ((topic: string, numbered: ReturnType<ReturnType<typeof createNumbers>['next']>) => void)[] = [];
  const state = { connected: true };
  const join = (): Bus => {
    const numbers = createNumbers();
    const handlers: { topic: string; handler: (message: never) => void; onLoss: (() => void) | undefined }[] = [];
    hearers.push((topic, numbered) => {
      const own = handlers.filter((each) => each.topic === topic);
      if (numbers.misses(topic, numbered)) for (const { onLoss } of own) onLoss?.();
      for (const { handler } of own) handler(numbered.message as never);
    });
    return {
      publish: (topic, message) => {
        const numbered = numbers.next(topic, message);
        sent.push(() => hearers.forEach((hear) => hear(topic, numbered)));
      },
      subscribe: (topic, handler, onLoss) => {
        handlers.push({ topic, handler, onLoss });
        return () => undefined;
      },
      get connected() {
        return state.connected;
      },
      close: async () => undefined,
    };
  };
  const arrive = () => sent.splice(0).forEach((deliver) => deliver());
  const lose = () => void sent.splice(0);
  return { state, join, arrive, lose };
}

/** A standby that is as far behind as the test says. */
function follower(bus: Bus = createLocalBus(silent)) {
  const state = { now: 1_000, written: 100n, replayed: 100n as bigint | null };
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
    // Their write is at position 120: the next check has seen it, the standby has not replayed it.
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

test('a file is read where its call is, each page anew, though the call is over when it is sent', async () => {
  const { standby, db, asked, later } = follower();
  const { app, http, register } = await identityApp(db, standingClock());
  const whereabouts = endpoint({
    method: 'GET',
    path: '/test/whereabouts',
    auth: 'user',
    summary: 'Tells where it reads',
    input: {},
    result: z.object({}),
  });
  async function* pages() {
    yield `${await asked()} `;
    yield `${await asked()} `;
    standby.distrust();
    yield `${await asked()}`;
  }
  serve(http, whereabouts, async () => new Download('whereabouts.csv', 'text/csv', pages()));
  const { token } = await register('whoever_reads');
  for (let look = 0; look < 2; look += 1) await later(100n, 100n);
  const url = customerPrefix + whereabouts.path;
  const { body } = await app.inject({ method: 'GET', url, headers: { authorization: token } });
  expect(body).toBe('standby standby primary');
});

describe('where messages between processes are late or lost, what somebody reads', () => {
  const writing = ({ db }: ReturnType<typeof follower>, reader = 'user:7') =>
    asReader(db, 'POST', reader, async () => undefined);

  test('comes from the primary at once in the process that they wrote in', async () => {
    const { join, arrive } = line();
    const one = follower(join());
    await one.later(100n, 100n);
    arrive();
    await writing(one);
    expect([await one.reading(), await one.reading('user:8')]).toEqual(['primary', 'standby']);
    await one.later(120n, 100n);
    arrive();
    expect(await one.reading()).toBe('primary');
    await one.later(120n, 120n);
    expect(await one.reading()).toBe('standby');
  });

  test('comes from the primary for everybody as soon as it is known that a message is missing', async () => {
    const { join, arrive, lose } = line();
    const [one, another] = [follower(join()), follower(join())];
    for (const each of [one, another]) await each.later(100n, 100n);
    arrive();
    await writing(one);
    lose();
    // The next check of the process that lost one detects it, even without further writes.
    await one.later(120n, 100n);
    arrive();
    expect([await another.reading(), await another.reading('user:8')]).toEqual(['primary', 'primary']);
    for (const each of [one, another]) await each.later(120n, 120n);
    arrive();
    expect([await one.reading(), await another.reading(), await another.reading('user:8')]).toEqual([
      'standby',
      'standby',
      'standby',
    ]);
  });

  test('comes from the primary after what was done for them and never told', async () => {
    const { join, arrive, lose } = line();
    const teller = join();
    const another = follower(join());
    tellUser(teller, { userId: '9', book: 'real', event: 'balance', data: {} });
    await another.later(100n, 100n);
    arrive();
    tellUser(teller, { userId: '7', book: 'real', event: 'balance', data: {} });
    lose();
    tellUser(teller, { userId: '8', book: 'real', event: 'balance', data: {} });
    arrive();
    expect(await another.reading()).toBe('primary');
  });

  test('comes from the primary while nothing arrives at all, and until the standby has what was written meanwhile', async () => {
    const { state, join } = line();
    const one = follower(join());
    await one.later(100n, 100n);
    expect(await one.reading()).toBe('standby');
    state.connected = false;
    expect(await one.reading()).toBe('primary');
    await one.later(110n, 100n);
    state.connected = true;
    expect(await one.reading()).toBe('primary');
    await one.later(120n, 120n);
    expect(await one.reading()).toBe('standby');
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
