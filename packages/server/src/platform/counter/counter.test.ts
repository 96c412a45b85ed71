import { describe, expect, it, vi } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { patientlyAside, rewritten } from '../../../test/broken-twin.ts';
import { type Effect, called, codeOf, effect, effectsDatabase } from '../../../test/counter/effects.ts';
import { silent, warm } from '../../../test/database.ts';
import { type Database, connectDatabase } from '../database.ts';
import { isRefusal } from '../refusal.ts';
import type { Lane } from './command.ts';

const { db, counting, effects } = await effectsDatabase();

describe('a key', () => {
  it('a hundred times at once over two processes has one effect and one answer', async () => {
    const [one, other] = [counting(), counting()];
    await warm(db, 12);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        (index % 2 === 0 ? one : other).submit(effect('hundred', { call: called('h', 'k'), number: 1 })),
      ),
    );
    expect(await effects('hundred')).toBe(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"name":"hundred","number":1}']));
  });

  it('would have two effects, were its answer kept without looking whether it is the first', async () => {
    const careless = (sql: string) =>
      sql.replace(
        'select keep_answers($1, $2, $3, $4, $5)',
        'select $1::text[], $2::text[], $3::bytea[], $4::jsonb[], $5::bigint',
      );
    // Both look whether it was answered before either is done.
    const broken = rewritten(db, careless, (sql) => sql.includes('join idempotency'), 2);
    const submit = (where: Database, name: string) =>
      Promise.all([1, 2].map(() => counting(where).submit(effect(name, { call: called('t', name) }))));
    await submit(broken, 'unguarded');
    expect(await effects('unguarded')).toBe(2);
    await submit(db, 'guarded');
    expect(await effects('guarded')).toBe(1);
  });

  it('with another body, or of another session, is no repeat that joins the first', async () => {
    const { submit } = counting();
    const answers = await Promise.all([
      submit(effect('bodies', { call: called('b', 'k') })),
      submit(effect('bodies', { call: called('b', 'k', 'other') })),
      submit(effect('bodies', { call: called('b', 'k', 'a body', '2') })),
    ]);
    expect(answers.map(codeOf)).toEqual(['done', '30000', 'done']);
    expect(await effects('bodies')).toBe(1);
  });

  it('keeps a refusal, but not one that says to come back later', async () => {
    const { submit } = counting();
    const call = called('r', 'k');
    expect(codeOf(await submit(effect('kept', { call, does: 'refuse' })))).toBe('10011');
    expect(codeOf(await submit(effect('kept', { call })))).toBe('10011');
    const later = called('r', 'later');
    expect(codeOf(await submit(effect('later', { call: later, does: 'suspended' })))).toBe('10015');
    expect(codeOf(await submit(effect('later', { call: later })))).toBe('done');
  });

  it('left out: the same body again within three seconds is refused, after a refusal it is not', async () => {
    const { submit } = counting();
    const both = await Promise.all([1, 2].map(() => submit(effect('keyless', { call: called('n', null) }))));
    expect(both.map(codeOf)).toEqual(['done', '30000']);
    await db.query("update idempotency set created_at = created_at - interval '4 seconds' where scope = 'n'");
    expect(codeOf(await submit(effect('keyless', { call: called('n', null) })))).toBe('done');
    const call = called('n', null, 'refused');
    expect(codeOf(await submit(effect('keyless', { call, does: 'refuse' })))).toBe('10011');
    expect(codeOf(await submit(effect('keyless', { call })))).toBe('done');
  });
});

describe('a group', () => {
  it('is what has come in together, and at most 64', async () => {
    const { work, submit } = counting();
    await Promise.all(Array.from({ length: 150 }, () => submit(effect('many'))));
    expect(work.groups.map((group) => group.length)).toEqual([64, 64, 22]);
    expect(await effects('many')).toBe(150);
  });

  it('loses to a refused statement the command behind it, and no other', async () => {
    const { work, submit } = counting();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, (_, place) => submit(effect('halves', place === 40 ? { number: 13 } : {}))),
    );
    expect(outcomes.flatMap(({ status }, place) => (status === 'rejected' ? [place] : []))).toEqual([40]);
    expect(await effects('halves')).toBe(63);
    // One, then two of each size down to one: log n, not n.
    expect(work.groups).toHaveLength(13);
  });

  it('loses next to nothing to those that were refused before and come again: they are performed alone, beside it', async () => {
    const { work, submit } = counting();
    const poisoned = Array.from({ length: 64 }, (_, place) => effect(`poisoned ${place}`, { lane: 'protection', number: 13 }));
    const wave = async () => {
      work.groups.length = 0;
      const acts = poisoned.map((act) => submit(act));
      const people = Array.from({ length: 20 }, () => submit(effect('beside poison')));
      const outcomes = await Promise.allSettled([...acts, ...people]);
      expect(outcomes.map(({ status }) => status)).toEqual([...acts.map(() => 'rejected'), ...people.map(() => 'fulfilled')]);
      return work.groups.length;
    };
    expect(await wave()).toBeGreaterThan(100);
    // One of each act, and those of the twenty.
    expect(await wave()).toBeLessThanOrEqual(64 + 3);
    expect(work.groups.filter((group) => group.length > 1).flat()).toHaveLength(20);
    expect(await effects('beside poison')).toBe(40);
  });

  it('whose statement takes too long is given up whole, and not by halves that take as long each', async () => {
    // Only what sleeps is short of time: on a busy machine anything else may take as long.
    const transact: Database['transact'] = (own, settings) =>
      db.transact(
        (tx) =>
          own({
            withCommit: (sql, values, then) => tx.withCommit(sql, values, then),
            afterCommit: (action) => tx.afterCommit(action),
            query: async (sql, values) => {
              if (sql.includes('pg_sleep')) await tx.query("set local statement_timeout = '200ms'");
              return tx.query(sql, values);
            },
          }),
        settings,
      );
    const { work, submit } = counting({ ...db, transact });
    const acts = Array.from({ length: 62 }, (_, place) => submit(effect(`slow ${place}`, { lane: 'protection' })));
    acts.push(submit(effect('slow itself', { lane: 'protection', does: 'sleep' })));
    const call = submit(effect('slow too', { call: called('slow', 'k') }));
    const outcomes = await Promise.allSettled(acts);
    expect(codeOf(await call)).toBe('503');
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(work.groups.map((group) => group.length)).toEqual([64]);
    // A retry runs its slow statement alone.
    const again = [submit(effect('slow itself', { does: 'sleep' })), submit(effect('slow 1')), submit(effect('never slow'))];
    expect((await Promise.allSettled(again)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(work.groups.slice(1).map((group) => group.length)).toEqual([1, 1, 1]);
  });

  it('keeps one owner’s in their order, also where a refused statement has it halved while one of them is left to the next', async () => {
    const { submit } = counting();
    const own = (number: number) => submit(effect('in order', { number, does: 'after' }));
    const [beside, refused] = [effect('among'), effect('refused', { number: 13 })];
    await Promise.allSettled([own(1), own(2), own(3), submit(beside), own(4), own(5), submit(refused)]);
    const rows = await db.query<{ number: number }>("select number from effects where name = 'in order' order by id");
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  it('loses to a mistake in a decision that command alone', async () => {
    const { work, submit } = counting();
    const outcomes = await Promise.allSettled([
      submit(effect('mistake')),
      submit(effect('mistake', { does: 'throw' })),
      submit(effect('mistake', { does: 'refuse' })),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(work.groups).toHaveLength(1);
    expect(await effects('mistake')).toBe(1);
  });

  it('goes on without the one that needs what is held, though nobody knows whose that is', async () => {
    // What the groups have waited for locks, as they asked to, however long a machine takes over the rest.
    let waitedMs = 0;
    const transact: Database['transact'] = (work, settings) => {
      // Once all have waited for that long, the one who waits aside does so until it is let go.
      const isAside = waitedMs >= 1000 && settings?.['lock_timeout'] === '1000';
      return db.transact(work, { ...settings, ...(isAside && { lock_timeout: '0' }) }).catch((error: unknown) => {
        waitedMs += Number(settings?.['lock_timeout']);
        throw error;
      });
    };
    const { submit } = counting({ ...db, transact });
    await warm(db, 12);
    const client = await db.connect();
    await client.query('begin; set local idle_in_transaction_session_timeout = 0; select from things for update');
    const done: string[] = [];
    const waiting = submit(effect('thing', { does: 'lock' })).then(() => done.push('thing'));
    await Promise.all(Array.from({ length: 63 }, () => submit(effect('others')).then(() => done.push('other'))));
    // A second for all of them, because what is held may be the house's; then and before, and in each of six halves, no longer
    // than any group.
    expect(waitedMs).toBe(1000 + 7 * 50);
    expect(done).toEqual(Array<string>(63).fill('other'));
    await client.query('rollback');
    client.release();
    await waiting;
    expect(done.at(-1)).toBe('thing');
  });

  it('leaves what depends on it to the next one', async () => {
    const { work, submit } = counting();
    await Promise.all([submit(effect('dependent', { does: 'later' })), submit(effect('dependent'))]);
    expect(work.groups.map((group) => group.length)).toEqual([2, 1]);
    expect(await effects('dependent')).toBe(2);
  });

  it('for which something must be there first lets go of all that it holds, its connection too, until it is', async () => {
    const narrow = connectDatabase({ url: db.url, poolSize: 1, log: silent });
    atEnd(() => narrow.close());
    const { work, submit } = counting(narrow);
    await Promise.all([submit(effect('prepared', { does: 'prepare' })), submit(effect('beside'))]);
    expect(work.groups.map((group) => group.length)).toEqual([2, 2]);
    expect([await effects('prepared'), await effects('beside')]).toEqual([1, 1]);
  });

  it('fills from the first lane down, with room for people', async () => {
    const { work, submit } = counting();
    const wave = (lane: Lane, count: number) => Array.from({ length: count }, () => submit(effect('lanes', { lane })));
    await Promise.all([
      ...wave('rounds', 3),
      ...wave('demo', 10),
      ...wave('people', 20),
      ...wave('protection', 70),
      ...wave('real', 1),
    ]);
    const lanesOf = (group: readonly Effect[] = []) =>
      Object.entries(Object.groupBy(group, ({ lane }) => lane)).map(([lane, own]) => [lane, own.length]);
    expect(work.groups.map(lanesOf)).toEqual([
      [
        ['protection', 51],
        ['people', 8],
        ['real', 1],
        ['demo', 2],
        ['rounds', 2],
      ],
      [
        ['protection', 19],
        ['people', 12],
        ['demo', 8],
        ['rounds', 1],
      ],
    ]);
  });

  it('has few of those that do much at once, and places for others beside them', async () => {
    const { work, submit } = counting();
    const large = Array.from({ length: 12 }, () => submit(effect('large', { weight: 16 })));
    await Promise.all([...large, submit(effect('beside', { lane: 'demo' }))]);
    expect(work.groups.map((group) => group.map(({ name }) => name))).toEqual([
      ['large', 'large', 'large', 'large', 'beside'],
      ['large', 'large', 'large', 'large'],
      ['large', 'large', 'large', 'large'],
    ]);
  });

  it('has places of each lane that waits, so that no crowd keeps limits from being filled and options from being settled', async () => {
    const { work, submit } = counting();
    const crowd = Array.from({ length: 640 }, () => submit(effect('crowding')));
    const behind = (['real', 'demo', 'rounds', 'alerts'] as const).map((lane) => submit(effect(`behind ${lane}`, { lane })));
    await Promise.all([...crowd, ...behind]);
    expect(work.groups).toHaveLength(11);
    expect(work.groups[0]?.slice(-4).map(({ lane }) => lane)).toEqual(['real', 'demo', 'rounds', 'alerts']);
  });
});

describe('too much', () => {
  it('of waiting: the 2,001st command is not done', async () => {
    const { counter, submit } = counting();
    const crowd = (number: number) => effect(`crowd ${number}`, { call: called('crowd', String(number)) });
    const answers = await Promise.all(Array.from({ length: 2001 }, (_, number) => submit(crowd(number))));
    expect(answers.map(codeOf).filter((code) => code === '503')).toHaveLength(1);
    expect(answers.at(-1)).toMatchObject({ code: '503', retryAfterSeconds: 1 });
    expect(await effects('crowd %')).toBe(2000);
    await counter.stop();
    expect(codeOf(await submit(crowd(2001)))).toBe('503');
  });

  it('of waiting turns nothing away that the house does by itself, and where it ends its sender hears that it was not done', async () => {
    const { counter, submit } = counting();
    const waiting = Array.from({ length: 2001 }, (_, number) =>
      submit(effect(`crowded ${number}`, { call: called('crowded', String(number)) })),
    );
    const stop = submit(effect('of the house', { lane: 'protection' }));
    expect(codeOf(await stop)).toBe('done');
    await Promise.all(waiting);
    await counter.stop();
    await expect(submit(effect('of the house', { lane: 'protection' }))).rejects.toThrow('takes nothing more');
    expect(await effects('of the house')).toBe(1);
  });

  it('that the house does by itself takes no place of a caller', async () => {
    const { submit } = counting();
    const rounds = Array.from({ length: 2500 }, () => submit(effect('due', { lane: 'rounds' })));
    expect(codeOf(await submit(effect('beside what is due', { call: called('due', 'k') })))).toBe('done');
    await Promise.all(rounds);
  });

  it('of one owner: beyond eight calls under way he is told to come back, and makes nobody else wait', async () => {
    const { work, submit } = counting();
    const flood = (key: number) => submit(effect('flood', { call: called('flood', String(key)) }));
    const flooding = Array.from({ length: 500 }, (_, key) => flood(key));
    // A repeat has no place of its own, and what the house does for him has as many as it needs.
    const beside = [
      flood(0),
      submit(effect('flood', { lane: 'protection' })),
      submit(effect('flooded', { call: called('f', '1') })),
    ];
    const turnedAway = (await Promise.all(flooding)).filter((answer) => isRefusal(answer));
    expect(turnedAway).toHaveLength(492);
    for (const answer of turnedAway) expect(answer).toMatchObject({ code: '429', retryAfterSeconds: 1 });
    expect((await Promise.all(beside)).map(codeOf)).toEqual(['done', 'done', 'done']);
    expect(work.groups.map((group) => group.length)).toEqual([10]);
    // Nothing was kept of those that were turned away, and each answer makes room for another.
    expect(codeOf(await flood(499))).toBe('done');
    expect(await effects('flood')).toBe(10);
  });

  it('of time: a call that was not begun while it was wanted is not done; one that came with it, and an act of the house, are', async () => {
    let time = 0;
    const { submit } = counting(db, () => time);
    const wanted = (key: string, until: number) => submit(effect(key, { call: { ...called('w', key), until } }));
    const answers = [wanted('for 2 s', 2000), wanted('for 8 s', 8000), submit(effect('of the house'))];
    time = 2001;
    expect((await Promise.all(answers)).map(codeOf)).toEqual(['503', 'done', 'done']);
    expect(await effects('for 2 s')).toBe(0);
    const patient = wanted('for 8 s more', 10_001);
    time += 8001;
    expect(codeOf(await patient)).toBe('503');
  });

  it('of time: nor is a call begun when others have had all connections for longer than that', async () => {
    const narrow = connectDatabase({ url: db.url, poolSize: 1, log: silent });
    atEnd(() => narrow.close());
    let time = 0;
    const { work, submit } = counting(narrow, () => time);
    const client = await narrow.connect();
    const until = (ms: number) => submit(effect('connected late', { call: { ...called('c', String(ms)), until: ms } }));
    const answers = [until(2000), until(4000)];
    await expect.poll(() => narrow.pool.waitingCount, { interval: 5 }).toBe(1);
    time = 3000;
    client.release();
    expect((await Promise.all(answers)).map(codeOf)).toEqual(['503', 'done']);
    expect(work.groups.map((group) => group.length)).toEqual([1]);
    expect(await effects('connected late')).toBe(1);
  });
});

describe('behind a database that hangs', () => {
  /** Waits for locks without a limit, as if nothing were heard of the database. */
  const patient = {
    ...db,
    transact: ((work, settings) => db.transact(work, { ...settings, lock_timeout: '0' })) as Database['transact'],
  };

  /** A group that hangs until it is let go, and a clock for what waits behind it. */
  async function behindOne() {
    const clock = { time: 0 };
    const { submit } = counting(patient, () => clock.time);
    const client = await db.connect();
    await client.query('begin; set local idle_in_transaction_session_timeout = 0; select from things for update');
    const hung = submit(effect('hung', { does: 'lock' }));
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await db.query(waits)).length === 0);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    atEnd(() => vi.useRealTimers());
    const pass = (ms: number) => {
      clock.time += ms;
      vi.advanceTimersByTime(ms);
    };
    const letGo = async () => {
      await client.query('rollback');
      client.release();
      return hung;
    };
    return { submit, pass, letGo };
  }

  it('a call that waits hears at its deadline that it was not done; what the house does by itself waits on', async () => {
    const { submit, pass, letGo } = await behindOne();
    const until = (ms: number) => submit(effect('behind', { call: { ...called('behind', String(ms)), until: ms } }));
    const behind = [until(9000), until(10_000)];
    const sooner = until(5000);
    const act = submit(effect('act behind'));
    pass(5000);
    // A caller with an earlier deadline is answered before those that came earlier.
    expect(codeOf(await Promise.race([sooner, ...behind]))).toBe('503');
    expect(await Promise.race([...behind, Promise.resolve('waiting')])).toBe('waiting');
    pass(4000);
    expect(codeOf(await behind[0])).toBe('503');
    pass(1000);
    expect(await behind[1]).toMatchObject({ code: '503', retryAfterSeconds: 1 });
    expect(codeOf(await letGo())).toBe('done');
    expect(codeOf(await act)).toBe('done');
    expect([await effects('behind'), await effects('act behind')]).toEqual([0, 1]);
  });

  it('what is no true repeat of a call that waits has a deadline of its own, and a place like any other', async () => {
    const { submit, pass, letGo } = await behindOne();
    const same = (until: number) => submit(effect('the same', { call: { ...called('same', null, 'a body'), until } }));
    const first = same(2000);
    pass(1000);
    const second = same(3000);
    const others = Array.from({ length: 7 }, (_, number) => same(4000 + number));
    expect(await Promise.all(others.slice(6))).toMatchObject([{ code: '429' }]);
    pass(1000);
    expect(codeOf(await first)).toBe('503');
    expect(await Promise.race([second, Promise.resolve('waiting')])).toBe('waiting');
    pass(1000);
    expect(codeOf(await second)).toBe('503');
    pass(5000);
    expect((await Promise.all(others.slice(0, 6))).map(codeOf)).toEqual(Array(6).fill('503'));
    await letGo();
    expect(await effects('the same')).toBe(0);
  });
});

describe('who waits aside', () => {
  it('hears soon that nothing was done when others have all the places; what the house does by itself goes on waiting', async () => {
    // The others keep their places for as long as the test takes.
    const { work, submit } = counting(patientlyAside(db));
    await warm(db, 12);
    const client = await db.connect();
    await client.query('begin; set local idle_in_transaction_session_timeout = 0; select from things for update');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    atEnd(() => vi.useRealTimers());
    const owners = Array.from({ length: 12 }, (_, number) => `aside${number}`);
    work.heldOwners = new Set(owners);
    const answers: unknown[] = [];
    const calls = owners.map((name) => submit(effect(name, { does: 'lock', call: called('aside', name) })));
    const acts = owners.slice(-1).map((name) => submit(effect(name, { does: 'lock' })));
    for (const call of calls) void call.then((answer) => answers.push(answer));
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    for (let busy = 0; busy < 4; busy = (await db.query(waits)).length);
    expect(answers).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(answers).toHaveLength(8);
    for (const answer of answers) expect(answer).toMatchObject({ code: '503', retryAfterSeconds: 1 });
    await client.query('rollback');
    client.release();
    expect((await Promise.all(acts)).map(codeOf)).toEqual(['done']);
    expect((await Promise.all(calls)).slice(0, 4).map(codeOf)).toEqual(['done', 'done', 'done', 'done']);
  });
});
