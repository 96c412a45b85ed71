import { order } from '@assay/contract/endpoints/order.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { openOrdersMax } from '@assay/domain/positions/decide-open.ts';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { patientlyAside, rewritten } from '../../test/broken-twin.ts';
import { silent, testDatabase, warm } from '../../test/database.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { balances, heldOwners } from '../ledger/index.ts';
import { Counter } from '../platform/counter/counter.ts';
import { type Database, type Transaction, unhurried } from '../platform/database.ts';
import { CommitInDoubt } from '../platform/statements/lost-connection.ts';
import { contractsProduct } from '../positions/index.ts';
import { createProducts } from '../products.ts';
import { type Dealer, Dealing, type Order } from './index.ts';

const db = await testDatabase(12);
const { bus, market, clock, quote, person } = await trading(db);
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const codeOf = (refusal: { code: string }) => refusal.code;

/** Another process of the same deployment: a counter of its own on the same database. */
function process(database: Database = db) {
  const parts = { db: database, bus, clock, market, mode: 'sandbox', log: silent, origin: '' } as const;
  return createProducts(parts).positions.dealer;
}

let orders = 0;
/** An order as a process of its own would have it submitted. */
function opening(userId: string, lots = '1') {
  orders += 1;
  const orderNo = `C300107-${String(orders).padStart(10, '0')}`;
  const input = { ...long, lots };
  return {
    product: 'contracts',
    lane: 'people',
    kind: 'open',
    owner: { userId, book: 'demo' },
    call: null,
    opens: true,
    orderNo,
    input,
  } as const;
}

async function living(userId: string): Promise<number> {
  return (await db.query("select from positions where user_id = $1 and status = 'open'", [userId])).length;
}

describe('who is remembered for a moment', () => {
  it('is signed out for good as soon as the session has ended', async () => {
    const { demo, userId } = await person('signedout');
    await quote(10_000);
    await demo(order.buyU, long, { idempotencyKey: 'before' });
    await db.query('delete from sessions where user_id = $1', [userId]);
    expect(await demo(order.buyU, long, { idempotencyKey: 'after' }).catch(codeOf)).toBe('401');
    expect(await living(userId)).toBe(1);
  });

  it('may send the same order under its key once it is signed in again, and freed', async () => {
    const { demo, userId } = await person('returned');
    await quote(10_000);
    const again = () => demo(order.buyU, long, { idempotencyKey: 'again' });
    const kept = await db.query<{ row: string }>('select to_jsonb(s)::text as row from sessions s where user_id = $1', [
      userId,
    ]);
    await demo(order.listUOrder, {});
    await db.query('delete from sessions where user_id = $1', [userId]);
    expect(await again().catch(codeOf)).toBe('401');
    for (const { row } of kept) {
      await db.query(
        'insert into sessions overriding system value select (jsonb_populate_record(null::sessions, $1::jsonb)).*',
        [row],
      );
    }
    await db.query('update users set frozen = true where id = $1', [userId]);
    expect(await again().catch(codeOf)).toBe('10008');
    await db.query('update users set frozen = false where id = $1', [userId]);
    expect(await again()).toMatchObject({ status: 'open' });
    expect(await living(userId)).toBe(1);
  });

  it('is frozen at once, and hears why', async () => {
    const { demo, userId } = await person('frozen');
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    await db.query("update users set frozen = true, freeze_reason = 'securityConcern' where id = $1", [userId]);
    await expect(demo(order.stopU, { id })).rejects.toMatchObject({ code: '10008', fields: { account: '11144' } });
    expect(await living(userId)).toBe(1);
  });
});

describe('an act whose commit is in doubt', () => {
  it('is followed by a word that something was missed: nobody was told of what it did', async () => {
    const { demo, userId } = await person('missing');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, stopLoss: '95' });
    clock.advance(1000);
    const deaf = (tx: Transaction): Transaction => ({
      query: (sql, values) => tx.query(sql, values),
      withCommit: (sql, values) => tx.withCommit(sql, values),
      afterCommit: () => undefined,
    });
    let lost = false;
    const transact: Database['transact'] = async (work, settings) => {
      if (lost) return db.transact(work, settings);
      lost = true;
      await db.transact((tx) => work(deaf(tx)), settings);
      throw new CommitInDoubt(new Error('the line is cut'));
    };
    const told: unknown[] = [];
    atEnd(bus.subscribe('private', (message) => void told.push(message)));
    const stop = { code: long.code, bid: 9400, ask: 9400, time: clock.now(), volume: 0 };
    const act = { ...opening(userId), kind: 'act', opens: false, id: Number(id), quote: stop, reached: null };
    const dealer = process({ ...db, transact });
    await expect(dealer.submit(act)).rejects.toThrow('the line is cut');
    expect(await living(userId)).toBe(0);
    // A retry finds nothing to do, and sends no notification.
    await dealer.submit(act);
    expect(told).toEqual([{ userId, book: null, event: 'missed', data: null }]);
  });
});

describe('an act within a transaction that does more', () => {
  it('ends it when it is refused: nothing else that it does stands', async () => {
    const { userId } = await person('within');
    await quote(10_000);
    const work = db.transact(async (tx) => {
      await tx.query('update users set frozen = true where id = $1', [userId]);
      // A margin of 200,000 USDT; there are 100,000.
      await process().within(tx, opening(userId, '20000'));
    });
    await expect(work).rejects.toThrow('refused with 10011');
    expect(await db.query('select frozen from users where id = $1', [userId])).toEqual([{ frozen: false }]);
    await db.transact((tx) => process().within(tx, opening(userId)));
    expect(await living(userId)).toBe(1);
  });
});

describe('two processes', () => {
  it('spend a balance as one: of two hundred orders for the whole of it, one opens', async () => {
    const { userId } = await person('spending');
    await quote(10_000);
    await warm(db, 12);
    const [one, other] = [process(), process()];
    // Margin 99,009.9 and fee 990.099: all but the last 0.001 USDT.
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? one : other).submit(opening(userId, '9900.99'))),
    );
    expect(answers.filter((answer) => (answer as { code: string }).code === '10011')).toHaveLength(199);
    const [own] = await balances(db, 'demo', userId, [usdt]);
    expect(own?.available).toBe(1000n);
    await expectSoundBooks(db);
  });

  /** Two processes at once, for a customer who has room for one order more. Answers how many live then. */
  async function lastPlace(name: string, database: Database): Promise<number> {
    const { userId } = await person(name);
    await quote(10_000);
    const dealer = process();
    await Promise.all(Array.from({ length: openOrdersMax - 1 }, () => dealer.submit(opening(userId, '0.01'))));
    await warm(db, 12);
    await Promise.allSettled([1, 2].map(() => process(database).submit(opening(userId, '0.01'))));
    return living(userId);
  }

  it('count the orders of an account as one', async () => {
    expect(await lastPlace('counted', db)).toBe(openOrdersMax);
  });

  it('would not, were orders counted before the locks', async () => {
    // Both have counted before one goes on; then the accounts are locked, read, and right.
    const early = (sql: string) =>
      sql.replace(
        'from ledger_lock_many($1, $2, $3, $4)',
        `from unnest($1::text[], $2::text[], $3::text[], $4::text[])
      with ordinality n (book, owner, asset, kind, place) left join ledger_accounts a using (book, owner, asset, kind) order by place`,
      );
    const unlocked = rewritten(db, early, (sql) => sql.includes('as count'), 2);
    const posted = await lastPlace('uncounted', unlocked);
    // The books refuse a decision made on stale balances: that is the second guard.
    expect(posted).toBe(openOrdersMax);
    const credulous = (sql: string) =>
      early(sql).replace('$7, $8, $9, $10)', '$7, $8, $9, nullif($10::numeric[], $10::numeric[]))');
    expect(
      await lastPlace(
        'believed',
        rewritten(db, credulous, (sql) => sql.includes('as count'), 2),
      ),
    ).toBe(openOrdersMax + 1);
  });
});

describe('a customer of whom something is held', () => {
  const account = "select from ledger_lock_many('{demo}', array[$1], '{USDT}', '{available}')";

  /** Holds it as a slow transaction would, until it is let go. */
  async function hold(userId: string, lock: string): Promise<() => Promise<void>> {
    const client = await db.connect();
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    await client.query(lock, [userId]);
    return async () => {
      await client.query('rollback');
      client.release();
    };
  }

  it.each([
    ['session has ended', 'delete from sessions where user_id = $1', '401'],
    ['account is frozen', 'update users set frozen = true where id = $1', '10008'],
  ])('whose %s meanwhile is refused: it is read once the account is had, and not before', async (what, change, code) => {
    const read = /from sessions s join users/;
    /** The caller's state is read at once, by a connection without waits. */
    const asked: Promise<unknown>[] = [];
    const early = (tx: Transaction): Transaction => ({
      afterCommit: (action) => tx.afterCommit(action),
      withCommit: (sql, values, then) => tx.withCommit(sql, values, then),
      query: <Row extends object>(sql: string, values?: readonly unknown[]) => {
        if (!read.test(sql)) return tx.query<Row>(sql, values);
        const answered = db.query<Row>(sql, values);
        asked.push(answered);
        return answered;
      },
    });
    async function ordered(name: string, by: (tx: Transaction) => Transaction): Promise<unknown> {
      const { userId, demo } = await person(`${name}${code}`);
      await quote(10_000);
      // All accounts that it takes are open: nothing is begun again for them.
      await demo(order.buyU, long);
      const [session] = await db.query<{ id: string }>('select id::text from sessions where user_id = $1', [userId]);
      const named = { scope: `${userId}:demo:buyU`, key: 'key:waits', keyed: true, until: Infinity };
      const call = { ...named, bodyHash: Buffer.alloc(32), sessionId: session?.id ?? '' };
      const transact: Database['transact'] = (work, settings) =>
        db.transact((tx) => work(by(tx)), { ...settings, lock_timeout: '0' });
      const letGo = await hold(userId, account);
      const answer = process({ ...db, transact }).submit({ ...opening(userId), call });
      const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(() => db.query(waits), { interval: 5 }).toHaveLength(1);
      await Promise.all(asked);
      await db.query(change, [userId]);
      await letGo();
      return answer;
    }
    expect(await ordered('guarded', (tx) => tx), what).toMatchObject({ code });
    expect(await ordered('unguarded', early), what).toMatchObject({ status: 'open' });
  });

  it.each([
    ['account', account],
    ['user', 'select from users where id = $1 for update'],
  ])('(%s) keeps nobody else waiting, and has all done in order once it is let go', async (what, lock) => {
    const slow = await person(`slow${what}`);
    const others = await Promise.all([1, 2, 3, 4].map((number) => person(`quick${what}${number}`)));
    await quote(10_000);
    const dealer = process(patientlyAside(db));
    await warm(db, 12);
    const letGo = await hold(slow.userId, lock);
    const done: string[] = [];
    const submit = async (name: string, userId: string) => {
      expect(await dealer.submit(opening(userId, '0.01'))).toMatchObject({ status: 'open' });
      done.push(name);
    };
    const waiting = [submit('first', slow.userId), submit('second', slow.userId)];
    await Promise.all(others.map(({ userId }) => submit('other', userId)));
    // Behind what waits: no group is held up for it.
    waiting.push(submit('third', slow.userId));
    await Promise.all(others.map(({ userId }) => submit('other', userId)));
    expect(done).toEqual(Array<string>(8).fill('other'));
    await letGo();
    await Promise.all(waiting);
    expect(done.slice(8)).toEqual(['first', 'second', 'third']);
  });

  it('is found by everybody who asks at once, and a waiting transaction is not taken for a holder', async () => {
    const [asked, held] = await Promise.all([person('askedabout'), person('heldmeanwhile')]);
    const both = [asked, held].map(({ userId }) => ({ userId, book: 'demo' }) as const);
    const letGo = await hold(held.userId, account);
    // Another process, which has asked and whose statement has not ended yet.
    const asking = await db.connect();
    await asking.query('begin; set local idle_in_transaction_session_timeout = 0');
    const { rows } = await asking.query<{ owner: string }>("select owner from ledger_held('{demo,demo}', $1)", [
      both.map(({ userId }) => userId),
    ]);
    expect(rows).toEqual([{ owner: held.userId }]);
    expect(await heldOwners(db, both)).toEqual(new Set([`demo|${held.userId}`]));
    await asking.query('rollback');
    asking.release();
    await letGo();
  });

  it('for more than a second hears that nothing was done, and can order again', async () => {
    const { userId } = await person('stuck');
    await quote(10_000);
    const dealer = process();
    const named = { scope: `${userId}:demo:buyU`, key: 'key:held', keyed: true };
    const call = { ...named, bodyHash: Buffer.alloc(32), sessionId: '0', until: Infinity };
    const letGo = await hold(userId, account);
    const [answer, act] = await Promise.allSettled([
      dealer.submit({ ...opening(userId), call }),
      dealer.submit(opening(userId)),
    ]);
    expect(answer).toMatchObject({ value: { code: '503', retryAfterSeconds: 1 } });
    expect(act).toMatchObject({ reason: { code: '55P03' } });
    await letGo();
    expect(await dealer.submit(opening(userId))).toMatchObject({ status: 'open' });
  });
});

describe('a group', () => {
  it('carries balances forward: what one order leaves is what the next one has', async () => {
    const { userId } = await person('carrying');
    await quote(10_000);
    const dealer = process();
    // 100,000 USDT; each takes a margin of 30,000 and a fee of 300.
    const answers = await Promise.all(Array.from({ length: 5 }, () => dealer.submit(opening(userId, '3000'))));
    expect(answers.map((answer) => (answer as { code: string }).code)).toEqual([
      'COINUSDT',
      'COINUSDT',
      'COINUSDT',
      '10011',
      '10011',
    ]);
    const [own] = await balances(db, 'demo', userId, [usdt]);
    expect(own).toMatchObject({ available: 9_100_000_000n, margin: 90_000_000_000n });
  });

  it('of many people is booked as if one came after the other, chains and all', async () => {
    await quote(10_000);
    const people = await Promise.all(Array.from({ length: 20 }, (_, index) => person(`group${index}`)));
    const dealer = process();
    await Promise.all(people.flatMap(({ userId }) => [1, 2, 3].map(() => dealer.submit(opening(userId)))));
    for (const { userId } of people) expect(await living(userId)).toBe(3);
    await expectSoundBooks(db);
  });

  it('lets nobody touch an order of somebody else that is decided about beside it', async () => {
    const [owner, stranger] = [await person('ownerof'), await person('strangerto')];
    await quote(10_000);
    const { id } = await owner.demo(order.buyU, long);
    const dealer = process();
    const about = (userId: string, more: object) => ({ ...opening(userId), id: Number(id), ...more });
    const answers = await Promise.all([
      dealer.submit(about(stranger.userId, { kind: 'close' })),
      dealer.submit(about(owner.userId, { kind: 'amend', input: { id, stopLoss: '95' } })),
      dealer.submit(about(stranger.userId, { kind: 'amend', input: { id, stopLoss: '99' } })),
    ]);
    expect(answers).toMatchObject([{ code: '404' }, { stopLoss: '95.00' }, { code: '404' }]);
    expect(await living(owner.userId)).toBe(1);
  });

  it('changes an order once, and leaves to the next one what else is asked of it: no statement is refused', async () => {
    const { demo, userId } = await person('asktwice');
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    let groups = 0;
    const transact: Database['transact'] = (work, settings) => {
      groups += 1;
      return db.transact(work, settings);
    };
    const dealer = process({ ...db, transact });
    const stops = (stopLoss: string) => ({ ...opening(userId), kind: 'amend', id: Number(id), input: { id, stopLoss } });
    const asked = [stops('95'), opening(userId), stops('96'), stops('97')];
    const answers = await Promise.all(asked.map((each) => dealer.submit(each)));
    expect(answers).toMatchObject([{ stopLoss: '95.00' }, { status: 'open' }, { stopLoss: '96.00' }, { stopLoss: '97.00' }]);
    expect(groups).toBe(3);
  });

  describe('ends all that stands of an account', () => {
    const waiting = (userId: string) => {
      const command = opening(userId);
      return { ...command, input: { ...command.input, type: 'limit', price: '90' } };
    };
    /** An order and what ends all, in one group: what was ended. */
    async function swept(dealer: Pick<Dealer, 'submit'>, first: Order, kind: 'closeAll' | 'cancelAll') {
      await quote(10_000);
      const sweep = { ...first, opens: false, kind, input: {} };
      const [, answer] = await Promise.all([first, sweep].map((each) => dealer.submit(each)));
      return (answer as { done: { status: string }[] }).done.map(({ status }) => status);
    }

    it('also what was opened in the same group before', async () => {
      const { userId } = await person('sweptwith');
      expect(await swept(process(), opening(userId), 'closeAll')).toEqual(['closedEarly']);
      expect(await swept(process(), waiting(userId), 'cancelAll')).toEqual(['cancelled']);
      expect(await living(userId)).toBe(0);
      await expectSoundBooks(db);
    });

    it('and would not, were it not told of new orders', async () => {
      const product = contractsProduct({ market, mode: 'sandbox' });
      const begin: typeof product.begin = (rows, read) => {
        const bench = product.begin(rows, read);
        return { decide: (command, view) => bench.decide(command, view), accept: () => undefined };
      };
      const { limits } = createProducts({ db, bus, clock, market, mode: 'sandbox', log: silent, origin: '' });
      const forgetful = new Dealing({ db, bus, clock, limits });
      forgetful.add({ ...product, begin });
      const { userId } = await person('forgotten');
      expect(await swept(new Counter({ db, log: silent, work: forgetful }), opening(userId), 'closeAll')).toEqual([]);
      expect(await living(userId)).toBe(1);
    });
  });

  it('waits for a lock that somebody keeps only with the order behind it', async () => {
    const [held, free] = [await person('held'), await person('free')];
    await quote(10_000);
    const { id } = await held.demo(order.buyU, long);
    const dealer = process();
    const closing = { ...opening(held.userId), kind: 'close', id: Number(id), input: { id } };
    await db.transact(async (tx) => {
      await tx.query('select from positions where id = $1 for update', [id]);
      const stuck = dealer.submit(closing).catch((error: unknown) => (error as Error).message);
      const others = Array.from({ length: 7 }, () => dealer.submit(opening(free.userId)));
      await Promise.all(others);
      expect(await living(free.userId)).toBe(7);
      expect(await stuck).toContain('lock timeout');
    }, unhurried);
  });
});
