import { createHash } from 'node:crypto';
import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { rewritten } from '../../../test/broken-twin.ts';
import { silent, testDatabase, warm } from '../../../test/database.ts';
import { type Database, type Transaction, connectDatabase } from '../database.ts';
import { Refusal, isRefusal, refuse } from '../refusal.ts';
import { CommitInDoubt, ConnectionLost } from '../statements/lost-connection.ts';
import { type Call, type Command, type Decision, type Lane, Unprepared, type Work } from './command.ts';
import { Counter } from './counter.ts';

const db = await testDatabase(12);
await db.query(`
  create table effects (
    id bigint generated always as identity primary key, name text not null, number int not null check (number <> 13),
    slow boolean not null);
  create table things as select 1 as id;
  create table prepared (name text primary key);
  create function dwell() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$;
  create constraint trigger dwell after insert on effects deferrable initially deferred
    for each row when (new.slow) execute function dwell()`);

/** Adds a row under a name; what it does otherwise is for the test to say. */
interface Effect extends Command {
  readonly name: string;
  readonly number: number;
  readonly does?: 'refuse' | 'suspended' | 'throw' | 'slow' | 'later' | 'lock' | 'prepare';
}
interface Done {
  readonly answer: { readonly name: string; readonly number: number };
  readonly done: Effect;
}

/** Groups in the order in which they were decided. */
class Effects implements Work<Effect, null, Done> {
  readonly groups: Effect[][] = [];
  readonly #delayed = new Set<Effect>();

  ownerOf({ name }: Effect): string {
    return name;
  }

  /** Owners of whom somebody holds something. */
  heldOwners = new Set<string>();

  held(): Promise<ReadonlySet<string>> {
    return Promise.resolve(this.heldOwners);
  }

  async load(tx: Transaction, commands: readonly Effect[]): Promise<null> {
    this.groups.push([...commands]);
    if (commands.some(({ does }) => does === 'lock')) await tx.query('select from things for update');
    const names = commands.filter(({ does }) => does === 'prepare').map(({ name }) => name);
    if (names.length > 0) await this.#mustBePrepared(tx, names);
    return null;
  }

  async #mustBePrepared(tx: Transaction, names: readonly string[]): Promise<void> {
    const there = await tx.query('select from prepared where name = any($1)', [names]);
    if (there.length === names.length) return;
    throw new Unprepared(async (own) => {
      await own.query('insert into prepared select unnest($1::text[])', [names]);
    });
  }

  decide(_: Transaction, __: null, commands: readonly Effect[]): Promise<readonly Decision<Done>[]> {
    return Promise.resolve(commands.map((command) => this.#decide(command)));
  }

  #decide(command: Effect): Decision<Done> {
    const { name, number, does } = command;
    if (does === 'refuse') return { refusal: refuse('10011') };
    if (does === 'suspended') return { refusal: refuse('10015') };
    if (does === 'throw') return { failed: new Error('a mistake') };
    if (does === 'later' && !this.#delayed.has(command)) {
      this.#delayed.add(command);
      return { again: true };
    }
    return { plan: { answer: { name, number }, done: command } };
  }

  write(tx: Transaction, _: null, plans: readonly Done[]): void {
    for (const { done } of plans) {
      tx.last('insert into effects (name, number, slow) values ($1, $2, $3)', [done.name, done.number, done.does === 'slow']);
    }
  }
}

function counting(where: Database = db, elapsed?: () => number) {
  const work = new Effects();
  const counter = new Counter({ db: where, log: silent, work, ...(elapsed && { elapsed }) });
  return { work, counter, submit: (command: Effect) => counter.submit(command) };
}

let numbers = 0;
function effect(name: string, more: Partial<Effect> = {}): Effect {
  return { lane: 'people', call: null, name, number: 100 + ++numbers, ...more };
}

/** A call with a key, or without one: then its body is its name. */
function called(scope: string, key: string | null, body = 'a body', sessionId = '1'): Call {
  const bodyHash = createHash('sha256').update(body).digest();
  return { scope, key: key === null ? `body:${body}` : `key:${key}`, keyed: key !== null, bodyHash, sessionId };
}

const effects = async (name: string) => (await db.query('select from effects where name = $1', [name])).length;
const codeOf = (answer: unknown) => (isRefusal(answer) ? answer.code : 'done');

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
    const { submit } = counting();
    await warm(db, 12);
    const client = await db.connect();
    await client.query('begin; set local idle_in_transaction_session_timeout = 0; select from things for update');
    const done: string[] = [];
    const begun = performance.now();
    const waiting = submit(effect('thing', { does: 'lock' })).then(() => done.push('thing'));
    await Promise.all(Array.from({ length: 63 }, () => submit(effect('others')).then(() => done.push('other'))));
    // A second for all of them, because what is held may be the house's; then no longer than any group.
    expect(performance.now() - begun).toBeLessThan(2500);
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
        ['protection', 56],
        ['people', 8],
      ],
      [
        ['protection', 14],
        ['people', 12],
        ['real', 1],
        ['demo', 10],
        ['rounds', 3],
      ],
    ]);
  });
});

describe('too much', () => {
  it('of waiting: the 2,001st command is not done', async () => {
    const { counter, submit } = counting();
    const crowd = (number: number) => effect('crowd', { call: called('crowd', String(number)) });
    const answers = await Promise.all(Array.from({ length: 2001 }, (_, number) => submit(crowd(number))));
    expect(answers.map(codeOf).filter((code) => code === '503')).toHaveLength(1);
    expect(answers.at(-1)).toMatchObject({ code: '503', retryAfterSeconds: 1 });
    expect(await effects('crowd')).toBe(2000);
    await counter.stop();
    expect(codeOf(await submit(crowd(2001)))).toBe('503');
  });

  it('of waiting turns nothing away that the house does by itself, and where it ends its sender hears that it was not done', async () => {
    const { counter, submit } = counting();
    const waiting = Array.from({ length: 2001 }, (_, number) =>
      submit(effect('crowded', { call: called('crowded', String(number)) })),
    );
    const stop = submit(effect('of the house', { lane: 'protection' }));
    expect(codeOf(await stop)).toBe('done');
    await Promise.all(waiting);
    await counter.stop();
    await expect(submit(effect('of the house', { lane: 'protection' }))).rejects.toThrow('takes nothing more');
    expect(await effects('of the house')).toBe(1);
  });

  it('of time: a call that was not begun within 8 s is not done, an act of the house is', async () => {
    let time = 0;
    const { submit } = counting(db, () => time);
    const answers = [submit(effect('late', { call: called('l', 'k') })), submit(effect('late'))];
    time = 8001;
    expect((await Promise.all(answers)).map(codeOf)).toEqual(['503', 'done']);
    expect(await effects('late')).toBe(1);
  });

  it('of its caller: one that was not begun while it was wanted is not done, one that came with it is', async () => {
    let time = 0;
    const { submit } = counting(db, () => time);
    const wanted = (key: string, waitMs: number) => submit(effect(key, { call: { ...called('w', key), waitMs } }));
    const answers = [wanted('for 2 s', 2000), wanted('for a minute', 60_000)];
    time = 2001;
    expect((await Promise.all(answers)).map(codeOf)).toEqual(['503', 'done']);
    expect(await effects('for 2 s')).toBe(0);
    const patient = wanted('for a minute more', 60_000);
    time += 8001;
    expect(codeOf(await patient)).toBe('503');
  });
});

describe('behind a database that hangs', () => {
  /** Waits for locks without a limit, as if nothing were heard of the database. */
  const patient = {
    ...db,
    transact: ((work, settings) => db.transact(work, { ...settings, lock_timeout: '0' })) as Database['transact'],
  };

  it('a call that waits hears at its deadline that it was not done; what the house does by itself waits on', async () => {
    let time = 0;
    const { submit } = counting(patient, () => time);
    const client = await db.connect();
    await client.query('begin; set local idle_in_transaction_session_timeout = 0; select from things for update');
    const hung = submit(effect('hung', { does: 'lock' }));
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await db.query(waits)).length === 0);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    atEnd(() => vi.useRealTimers());
    const behind = [1, 2].map((number) => {
      time += 1000;
      return submit(effect('behind', { call: called('behind', String(number)) }));
    });
    const sooner = submit(effect('behind', { call: { ...called('behind', 'sooner'), waitMs: 3000 } }));
    const act = submit(effect('act behind'));
    time = 5000;
    vi.advanceTimersByTime(3000);
    // Whose caller has given less time hears it before those that came earlier.
    expect(codeOf(await Promise.race([sooner, ...behind]))).toBe('503');
    expect(await Promise.race([...behind, Promise.resolve('waiting')])).toBe('waiting');
    time = 9000;
    vi.advanceTimersByTime(4000);
    expect(codeOf(await behind[0])).toBe('503');
    time = 10_000;
    vi.advanceTimersByTime(1000);
    expect(await behind[1]).toMatchObject({ code: '503', retryAfterSeconds: 1 });
    await client.query('rollback');
    client.release();
    expect((await Promise.all([hung, act])).map(codeOf)).toEqual(['done', 'done']);
    expect([await effects('behind'), await effects('act behind')]).toEqual([0, 1]);
  });
});

describe('who waits aside', () => {
  it('hears soon that nothing was done when others have all the places; what the house does by itself goes on waiting', async () => {
    const { work, submit } = counting();
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

  it('of an act without a key: whoever sent it hears of that', async () => {
    await expect(counting(losing(true)).submit(effect('act'))).rejects.toThrow('Leitung');
  });

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
      const answer = counting(own).submit(effect(name, { call: called('d', name), does: 'slow', number: 9 }));
      // The commit dwells for half a second: once it does, nothing of it can be seen yet.
      await vi.waitFor(async () => {
        const dwelling = await db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
        );
        expect(dwelling).toHaveLength(1);
      });
      expect(await effects(name)).toBe(0);
      cut(said);
      expect(await answer).toEqual({ name, number: 9 });
      expect(await effects(name)).toBe(1);
    },
  );

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
