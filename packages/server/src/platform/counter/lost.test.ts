import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { rewritten } from '../../../test/broken-twin.ts';
import { called, codeOf, effect, effectsDatabase } from '../../../test/counter/effects.ts';
import { silent } from '../../../test/database.ts';
import { type Database, connectDatabase, unhurried } from '../database.ts';
import { confirming } from '../idempotency.ts';
import { Refusal } from '../refusal.ts';
import { CommitInDoubt, ConnectionLost } from '../statements/lost-connection.ts';

const { db, counting, effects } = await effectsDatabase();

describe('a connection that is lost', () => {
  // Whatever the driver calls it.
  const words = new Error('Leitung unterbrochen');

  /** A database whose first transaction fails at its commit, which has happened or not. */
  function losing(committed: boolean): Database {
    let first = true;
    return {
      ...db,
      transact: async (work) => {
        if (!first) return db.transact(work);
        first = false;
        if (committed) await db.transact(work);
        else await db.transact(async (tx) => (await work(tx), Promise.reject(new Error('rolled back')))).catch(() => undefined);
        throw new CommitInDoubt(words);
      },
    };
  }

  it('after the commit: the answer is the one that was kept', async () => {
    const { submit } = counting(losing(true));
    expect(await submit(effect('after', { call: called('d', 'after'), number: 7 }))).toEqual({ name: 'after', number: 7 });
    expect(await submit(effect('after', { call: called('d', null, 'after'), number: 7 }))).toEqual({
      name: 'after',
      number: 7,
    });
    expect(await effects('after')).toBe(2);
  });

  it('before the commit: the call runs once more, and is done once', async () => {
    const { submit } = counting(losing(false));
    expect(codeOf(await submit(effect('before', { call: called('d', 'before') })))).toBe('done');
    expect(await effects('before')).toBe(1);
  });

  it('after the commit, and nobody to ask for longer than bodies are compared: without a key, too, it is done once', async () => {
    let time = 0;
    const lost = losing(true);
    const transact: Database['transact'] = (work, settings) =>
      lost.transact(work, settings).catch(async (error: unknown) => {
        await db.query("update idempotency set created_at = created_at - interval '4 seconds' where scope = 'for long'");
        time += 4000;
        throw error;
      });
    const { submit } = counting({ ...db, transact }, () => time);
    const answer = await submit(effect('for long', { call: called('for long', null, 'for long'), number: 7 }));
    expect(answer).toEqual({ name: 'for long', number: 7 });
    expect(await effects('for long')).toBe(1);
  });

  it('before the commit: what the same body was answered earlier is not taken for it', async () => {
    const again = (number: number) => effect('earlier', { call: called('earlier', null, 'earlier'), number });
    await counting().submit(again(1));
    await db.query("update idempotency set created_at = created_at - interval '5 seconds' where scope = 'earlier'");
    expect(await counting(losing(false)).submit(again(2))).toEqual({ name: 'earlier', number: 2 });
    expect(await effects('earlier')).toBe(2);
  });

  it('of an act without a key: its sender learns of that', async () => {
    await expect(counting(losing(true)).submit(effect('act'))).rejects.toThrow('Leitung');
  });

  it('while something was prepared: no group is in doubt, whether it was done or not, and no act fails', async () => {
    for (const committed of [true, false]) {
      let prepares = 0;
      const lost: Database = {
        ...db,
        transact: async (work, settings) => {
          // Groups have more settings than what prepares for them.
          if (Object.keys(settings ?? {}).length > 1 || (prepares += 1) > 1) return db.transact(work, settings);
          if (committed) await db.transact(work, settings);
          throw new CommitInDoubt(words);
        },
      };
      const { work, submit } = counting(lost);
      const name = `prepared ${String(committed)}`;
      expect(codeOf(await submit(effect(name, { does: 'prepare' })))).toBe('done');
      expect([work.doubted, prepares, await effects(name)]).toEqual([[], committed ? 1 : 2, 1]);
    }
  });

  const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

  /** A database whose connections can be cut while a commit is under way. */
  function cuttable() {
    const own = connectDatabase({ url: db.url, poolSize: 4, log: silent });
    atEnd(() => own.close());
    const clients = new Set<pg.PoolClient>();
    own.pool.on('connect', (client) => clients.add(client));
    const cut = (said?: Error) => {
      for (const client of clients) client.connection.stream.destroy(said);
      clients.clear();
    };
    return { own, cut };
  }

  it.each([
    ['without a word', undefined],
    ['with a word of its own', words],
  ])(
    'while the backend still commits (%s): an absent key proves nothing, so the key itself waits for it',
    async (how, said) => {
      const { own, cut } = cuttable();
      const name = `slowly, ${how}`;
      let time = 0;
      const { submit } = counting(own, () => time);
      const call = { ...called('d', name), until: 8000 };
      await db.query('alter sequence goes_on restart');
      const answer = submit(effect(name, { call, does: 'slow', number: 9 }));
      // The commit dwells: once it does, nothing of it can be seen yet.
      const dwelling = () =>
        db.query(`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`);
      await expect.poll(dwelling, { interval: 5 }).toHaveLength(1);
      expect(await effects(name)).toBe(0);
      // Its time is over by then: who only looked for an answer would say that nothing was done.
      time = 9000;
      cut(said);
      await expect.poll(() => db.query(waits), { interval: 5 }).toHaveLength(1);
      await db.query("select nextval('goes_on')");
      expect(await answer).toEqual({ name, number: 9 });
      expect(await effects(name)).toBe(1);
    },
  );

  /**
   * A call past its deadline whose backend still commits after its connection is lost, until it is released; and its answer.
   */
  async function lingering(name: string, rewrite: (sql: string) => string) {
    const gate = Promise.withResolvers<void>();
    let time = 0;
    let first: Promise<unknown> | undefined;
    const transact: Database['transact'] = async (work, settings) => {
      if (first !== undefined) return db.transact(work, settings);
      const written = Promise.withResolvers<void>();
      first = db.transact(async (tx) => {
        const answer = await work(tx);
        // Answered after all that was sent before it.
        await tx.query('select where $1', [true]);
        written.resolve();
        await gate.promise;
        return answer;
      }, unhurried);
      await written.promise;
      time = 9000;
      throw new CommitInDoubt(words);
    };
    const { submit, work } = counting(
      rewritten({ ...db, transact }, rewrite, () => false, 1),
      () => time,
    );
    const call = { ...called('d', name), until: 8000 };
    const answer = submit(effect(name, { call, number: 9 }));
    const letGo = async () => {
      gate.resolve();
      await first;
    };
    return { answer, letGo, submit, work };
  }

  it('while the backend still commits: would be told as not done, were its key only looked for', async () => {
    const guarded = await lingering('waited for', (sql) => sql);
    await expect.poll(() => db.query(waits), { interval: 5 }).toHaveLength(1);
    await guarded.letGo();
    expect(await guarded.answer).toEqual({ name: 'waited for', number: 9 });
    const careless = (sql: string) => sql.replace(/^insert into idempotency[^]*/, 'select $1::text[], $2::text[], $3::bytea[]');
    const broken = await lingering('looked for', careless);
    expect(codeOf(await broken.answer)).toBe('503');
    await broken.letGo();
    expect(await effects('looked for')).toBe(1);
  });

  it('while the backend still commits: the others go on, what its owner sends waits, and after a while it is said that it is not known', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    atEnd(() => vi.useRealTimers());
    const { answer, letGo, submit, work } = await lingering('never let go', (sql) => sql);
    while ((await db.query(waits)).length === 0);
    const behind = submit(effect('never let go'));
    expect(codeOf(await submit(effect('goes on')))).toBe('done');
    expect(await Promise.race([answer, behind, Promise.resolve('waiting')])).toBe('waiting');
    expect(work.doubted).toEqual([]);
    await vi.advanceTimersByTimeAsync(4000);
    expect(await answer).toMatchObject({ code: '11150', retryAfterSeconds: 5 });
    expect(work.doubted.map(({ name }) => name)).toEqual(['never let go']);
    expect(codeOf(await behind)).toBe('done');
    await letGo();
    expect(await effects('never let go')).toBe(2);
  });

  it('and nobody to ask: that it is not known is what is said', async () => {
    let time = 0;
    const gone: Database = {
      ...db,
      transact: async (work) => {
        await db.transact(async (tx) => (await work(tx), Promise.reject(new Error('rolled back')))).catch(() => undefined);
        throw new CommitInDoubt(words);
      },
    };
    const { submit } = counting(gone, () => (time += 1000));
    const answer = await submit(effect('unknown', { call: called('d', 'unknown') }));
    expect(answer).toBeInstanceOf(Refusal);
    expect(answer).toMatchObject({ code: '11150', retryAfterSeconds: 5 });
  });

  it('before anything was written: the call is not done, and says so', async () => {
    const away: Database = { ...db, transact: () => Promise.reject(new ConnectionLost(words)) };
    const { submit } = counting(away);
    expect(codeOf(await submit(effect('away', { call: called('d', 'away') })))).toBe('503');
    await expect(submit(effect('away'))).rejects.toThrow('Leitung');
  });
});

// Together with it what was found is on a second server.
it('a repeat is told its answer after a commit that has written something, and a group without one writes nothing for it', async () => {
  const sent: string[] = [];
  const heard: Database = {
    ...db,
    transact: (work, settings) =>
      db.transact((tx) => {
        const withCommit: typeof tx.withCommit = (sql, values, then) => {
          sent.push(sql);
          tx.withCommit(sql, values, then);
        };
        return work({
          query: (sql, values) => tx.query(sql, values),
          afterCommit: (action) => tx.afterCommit(action),
          withCommit,
        });
      }, settings),
  };
  const { submit } = counting(heard);
  const call = called('d', 'confirmed');
  expect(codeOf(await submit(effect('confirmed', { call })))).toBe('done');
  expect(sent).not.toContain(confirming[0]);
  expect(codeOf(await submit(effect('confirmed', { call })))).toBe('done');
  expect(sent).toContain(confirming[0]);
  expect(await effects('confirmed')).toBe(1);
});
