import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { userAccount } from '@assay/domain/ledger/accounts.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import type { SpotAmendment } from '@assay/domain/spot/amend-order.ts';
import { openSpotOrdersMax } from '@assay/domain/spot/decide-submit.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { describe, expect, it } from 'vitest';
import { patiently, patientlyAside, rewritten, withoutGuards, withoutTape } from '../../test/broken-twin.ts';
import { silent, testDatabase, warm } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { eachTime, meanwhile } from '../../test/meanwhile.ts';
import { holdRecomputed } from '../../test/recorded-days/recomputed.ts';
import { expectSoundBooks, trading } from '../../test/trading.ts';
import { audit, balances, lockBalances } from '../ledger/index.ts';
import { type Database, unhurried } from '../platform/database.ts';
import { createProducts } from '../products.ts';
import type { Amending, Cancelling } from './commands.ts';
import { SpotExpiryRound } from './expiry-round.ts';
import { holdings } from './holdings.ts';
import { fillLimit } from './submit.ts';

const db = patientlyAside(await testDatabase());
const here = await trading(db);
const { clock, quote, person, spot } = here;

const buy = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '10' } as const;
const limit = { code: 'COINUSDT', side: 'buy', type: 'limit', price: '95', quantity: '1' } as const;
const crossing = (price: number) => ({ code: 'COINUSDT', bid: price, ask: price, time: clock.now(), volume: 0 });
const sale = { ...limit, side: 'sell', price: '105' } as const;
const idOf = (id: string) => Number(id.slice(1));

async function coinsOf(userId: string) {
  const [own] = await balances(db, 'demo', userId, [assetOf('COIN')]);
  return [own?.available, own?.order];
}

describe('races', () => {
  it('an order whose limit was reached would be withdrawn, did nobody read the tape under its lock', async () => {
    const { demo, userId } = await person('withdrawer');
    const withdraw = async (on: Database, idempotencyKey: string) => {
      await quote(10_000);
      const { id } = await demo(order.submit, limit, { idempotencyKey });
      await quote(9400);
      await quote(9800);
      const { bus, market } = here;
      const { dealer } = createProducts({ db: on, bus, clock, market, mode: 'sandbox', log: silent, origin: '' }).spot;
      const asked = { product: 'spot', lane: 'people', owner: { userId, book: 'demo' }, call: null, opens: false } as const;
      const command: Cancelling = { ...asked, kind: 'cancel', reason: 'cancelled', coins: ['COIN'], id: idOf(id) };
      return dealer.submit(command);
    };
    expect(await withdraw(db, 'read')).toMatchObject({ code: '11163' });
    expect(await withdraw(withoutTape(db), 'unread')).toMatchObject({ status: 'cancelled' });
  });

  it('two hundred parallel sales of the whole coin balance, at the market and by limit: one succeeds', async () => {
    const { demo, userId } = await person('spender');
    await quote(10_000);
    await demo(order.submit, buy);
    await warm(db);
    // 10 less the fee of 0.01; half of it would leave room for a second one.
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        demo(
          order.submit,
          {
            code: 'COINUSDT',
            side: 'sell',
            quantity: '9.99',
            ...(index % 2 === 0 ? { type: 'market' } : { type: 'limit', price: '105' }),
          },
          { idempotencyKey: `spend-${index}` },
        ).then(
          () => 'sold',
          (refusal: { code: string }) => refusal.code,
        ),
      ),
    );
    expect(outcomes.filter((one) => one === 'sold')).toHaveLength(1);
    expect(outcomes.filter((one) => one === '11013')).toHaveLength(199);
    expect((await coinsOf(userId))[0]).toBe(0n);
    await expectSoundBooks(db);
  });

  it('a cancellation that came before its order withdraws nothing, and locks no account out of order', async () => {
    const { demo, userId } = await person('early');
    await quote(10_000);
    await demo(order.submit, buy);
    const { id } = await demo(order.submit, { ...limit, side: 'sell', price: '105' });
    const asked = { product: 'spot', kind: 'cancel', lane: 'people', owner: { userId, book: 'demo' }, call: null } as const;
    const early = { ...asked, reason: 'cancelled', opens: false, coins: [], id: idOf(id) };
    expect(await spot.dealer.submit(early)).toMatchObject({ code: '404' });
    expect(await demo(order.cancelBb, { id })).toMatchObject({ status: 'cancelled' });
  });

  it('the same key again answers the first order and buys no second', async () => {
    const { demo, userId } = await person('repeats');
    await quote(10_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => demo(order.submit, buy, { idempotencyKey: 'once' })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await coinsOf(userId)).toEqual([999_000_000n, 0n]);
  });

  it('between the owner cancelling and the engine filling, exactly one wins', async () => {
    const { demo } = await person('racer');
    for (let round = 0; round < 10; round++) {
      await quote(10_000);
      const { id } = await demo(order.submit, limit, { idempotencyKey: `race-${round}` });
      await quote(9400);
      await Promise.all([
        demo(order.cancelBb, { id }, { idempotencyKey: `cancel-${round}` }).catch(() => undefined),
        fillLimit(spot, idOf(id), crossing(9400)),
        fillLimit(spot, idOf(id), crossing(9400)),
      ]);
      const { transfers } = await demo(order.receipt, { id });
      expect(new Set(transfers.map(({ transactionId }) => transactionId)).size).toBe(2);
    }
    await expectSoundBooks(db);
  });

  it('purchases, sales, fills and resets at once leave the books sound and hang nowhere', async () => {
    const { demo, userId } = await person('crowd');
    await quote(10_000);
    await demo(order.submit, buy);
    await warm(db);
    for (let round = 0; round < 5; round++) {
      await quote(10_000);
      const key = (name: string) => ({ idempotencyKey: `${name}-${round}` });
      const selling = { ...limit, side: 'sell', price: '105' } as const;
      const waiting = await Promise.all([demo(order.submit, limit, key('a')), demo(order.submit, { ...selling }, key('b'))]);
      await quote(10_000);
      const outcomes = await Promise.allSettled([
        ...waiting.map(({ id }) => fillLimit(spot, idOf(id), crossing(id === waiting[0].id ? 9400 : 10_600))),
        demo(order.submit, { ...buy, quantity: '1' }, key('c')),
        demo(order.submit, { ...buy, side: 'sell', quantity: '1' }, key('d')),
        demo(user.demoReset, {}, key('e')),
        demo(order.submit, { ...buy, quantity: '2' }, key('f')),
      ]);
      const failed = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [(outcome.reason as { code?: string }).code] : [],
      );
      expect(failed.filter((code) => code !== '11013')).toEqual([]);
      await expectSoundBooks(db);
      await demo(order.submit, buy, key('g'));
    }
    expect((await coinsOf(userId))[1]).toBe(0n);
  });
});

describe('the end of an order', () => {
  const round = () => new SpotExpiryRound(spot, silent).run(new AbortController().signal);
  const untilIn = (ms: number) => new Date(clock.now() + ms).toISOString();

  it('gives back what it held, at that moment, and tells of it once no quote of before can come', async () => {
    const { demo, userId } = await person('expires');
    await quote(10_000);
    const until = untilIn(600_000);
    const { id } = await demo(order.submit, { ...limit, until });
    clock.advance(600_000);
    await round();
    expect((await demo(order.listBbOrder, {})).items).toMatchObject([{ id, status: 'open' }]);
    clock.advance(60_000);
    await round();
    const [ended] = (await demo(order.listBbOrder, {})).items;
    expect(ended).toMatchObject({ id, status: 'cancelled', reason: 'expired', cancelledAt: until, held: '0' });
    const told = await db.query('select kind, facts from notifications where user_id = $1 and read_at is null', [userId]);
    expect(told).toMatchObject([{ kind: 'spotExpired', facts: { orderId: id, side: 'buy', quantity: '1' } }]);
    expect((await balances(db, 'demo', userId, [usdt]))[0]?.available).toBe(100_000_000_000n);
    await holdRecomputed([await demo(order.receipt, { id })]);
    await expectSoundBooks(db);
  });

  it('comes after a quote of before that had reached it, whenever that is looked at, and before any later one', async () => {
    const { demo } = await person('overtakes');
    await quote(10_000);
    const { id } = await demo(order.submit, { ...limit, until: untilIn(600_000) });
    await quote(9400);
    await quote(9800);
    clock.advance(660_000);
    await round();
    expect((await demo(order.listBbOrder, {})).items).toMatchObject([{ id, status: 'filled', filledPrice: '94.00' }]);
    await quote(10_000);
    const late = await demo(order.submit, { ...limit, until: untilIn(600_000) }, { idempotencyKey: 'late' });
    clock.advance(600_000);
    await quote(9400);
    await fillLimit(spot, idOf(late.id), crossing(9400));
    expect((await demo(order.listBbOrder, {})).items[0]).toMatchObject({ id: late.id, status: 'cancelled', reason: 'expired' });
  });
});

it('an amendment of an order that the tape has filled comes too late, and one that is not there amends nothing', async () => {
  const { demo } = await person('late');
  await quote(10_000);
  const { id } = await demo(order.submit, limit);
  await quote(9400);
  await quote(9800);
  expect(await refusalOf(demo(order.amendBb, { id, price: '90' }))).toBe('11163');
  expect((await demo(order.listBbOrder, {})).items).toMatchObject([{ id, status: 'filled', filledPrice: '94.00' }]);
  expect(await refusalOf(demo(order.amendBb, { id: 's0', price: '90' }))).toBe('404');
});

it('a fill that was begun before its order was given another limit fills nothing, and a later one does', async () => {
  const { demo } = await person('relimited');
  await quote(10_000);
  const { id } = await demo(order.submit, { ...limit, type: 'stopLimit', trigger: '102', price: '101' });
  await quote(10_300);
  const begun = crossing(10_300);
  await quote(10_500);
  await demo(order.amendBb, { id, price: '104' });
  await fillLimit(spot, idOf(id), begun);
  expect((await demo(order.listBbOrder, {})).items).toMatchObject([{ id, status: 'open' }]);
  await quote(10_390);
  await fillLimit(spot, idOf(id), crossing(10_390));
  expect((await demo(order.listBbOrder, {})).items).toMatchObject([{ id, status: 'filled', filledPrice: '103.90' }]);
});

describe('a quote that comes while an amendment is being decided', () => {
  const changed = { price: '96' };

  /** 94 comes, and then 98. */
  const come = async () => {
    await quote(9400);
    await quote(9800);
  };

  const amend = async (name: string, input: SpotAmendment, database: Database) => {
    const { demo, userId } = await person(name);
    await quote(10_000);
    // Accounts of the coin are open: the first group decides.
    await demo(order.submit, { ...buy, quantity: '1' }, { idempotencyKey: 'first' });
    const { id } = await demo(order.submit, limit);
    const { bus, market } = here;
    const { dealer } = createProducts({ db: database, bus, clock, market, mode: 'sandbox', log: silent, origin: '' }).spot;
    const asked = { product: 'spot', lane: 'people', owner: { userId, book: 'demo' }, call: null, opens: true } as const;
    const command: Amending = { ...asked, kind: 'amend', coins: ['COIN'], id: idOf(id), input };
    const answer = (await dealer.submit(command)) as { code: string; status?: string };
    const left = demo(order.cancelBb, { id }).then(
      ({ status }) => status,
      ({ code }: { code: string }) => code,
    );
    return [answer.status ?? answer.code, await left, (await demo(order.listBbOrder, {})).items[0]?.filledPrice];
  };

  it('is judged after it, and neither skipped nor taken for one of before', async () => {
    expect(await amend('amendedmeanwhile', changed, meanwhile(db, 'after the tape is read', come))).toEqual([
      'open',
      '11163',
      '94.00',
    ]);
  });

  it('would never be judged, were prices told later than the tape was read', async () => {
    expect(await amend('amendedlate', changed, withoutTape(meanwhile(db, 'before', come)))).toEqual([
      'open',
      'cancelled',
      null,
    ]);
  });

  it('goes first where the amendment would trade at the price before it', async () => {
    const answers = await amend('amendedattheprice', { price: '101' }, meanwhile(db, 'after the tape is read', come));
    expect(answers).toEqual(['11163', '11008', '94.00']);
  });

  it('has it trade at once, at the last price, where none of all that come reaches the order as it was', async () => {
    let times = 0;
    const moving = eachTime(db, async (time) => {
      times = time;
      if (time <= 20) await quote(9800 + time);
    });
    expect(await amend('amendedinahurry', { price: '101' }, moving)).toEqual(['filled', '11008', '98.01']);
    expect(times).toBe(1);
  });
});

it('coins that the tape has brought by several orders, found by one withdrawal of all, have cost all that was paid', async () => {
  const { demo, userId } = await person('broughttogether');
  await quote(10_000);
  const prices = ['95', '94', '93'];
  for (const price of prices) await demo(order.submit, { ...limit, price }, { idempotencyKey: price });
  await quote(9350);
  await quote(9800);
  const { items } = await demo(order.cancelAllBb, {});
  expect(items.map(({ status, filledPrice }) => [status, filledPrice])).toEqual([
    ['filled', '93.50'],
    ['filled', '93.50'],
    ['cancelled', null],
  ]);
  // Two coins less the fees of a thousandth of each, for 93.50 each.
  expect(await db.query('select asset, quantity, cost from spot_costs where user_id = $1', [userId])).toEqual([
    { asset: 'COIN', quantity: 199_800_000n, cost: 187_000_000n },
  ]);
  await expectSoundBooks(db);
});

describe('the last order that may wait', () => {
  const gem = { ...coin, id: 'crypto-GEMUSDT', code: 'GEMUSDT', name: 'Gem', base: 'GEM' };

  /**
   * Two processes sell at once, each another coin, for a customer who has room for one order more, while another transaction
   * has locked the customer's account in USDT. Returns how many of them waited for that, and how many orders wait in the end.
   */
  async function lastPlace(name: string, rewrite: (own: Database) => Database) {
    const own = await testDatabase();
    const { bus, market, clock: time, feed, person: register } = await trading(own, { catalogue: [coin, gem] });
    time.advance(1000);
    for (const { code } of [coin, gem]) await feed.emit({ code, bid: 10_000, ask: 10_000, time: time.now(), volume: 0 });
    const { userId, demo } = await register(name);
    for (const { code } of [coin, gem]) await demo(order.submit, { ...buy, code }, { idempotencyKey: code });
    const dealer = (database: Database) =>
      createProducts({ db: database, bus, clock: time, market, mode: 'sandbox', log: silent, origin: '' }).spot.dealer;
    const owner = { userId, book: 'demo' } as const;
    let orders = 0;
    const placing = ({ code, base }: typeof coin, input: typeof limit | typeof sale) => {
      orders += 1;
      const orderNo = `S300107-${String(orders).padStart(10, '0')}`;
      const asked = { product: 'spot', lane: 'people', owner, call: null, opens: input.side === 'buy' } as const;
      return { ...asked, kind: 'place', coins: [base], orderNo, input: { ...input, code } };
    };
    const first = dealer(own);
    await Promise.all(Array.from({ length: openSpotOrdersMax - 1 }, () => first.submit(placing(coin, limit))));
    await warm(own);
    let done = 0;
    let waited = 0;
    let selling: Promise<unknown> = Promise.resolve();
    const database = rewrite(own);
    await own.transact(async (tx) => {
      await lockBalances(tx, 'demo', usdt, [userAccount(userId, 'available')]);
      const sales = [coin, gem].map((each) => dealer(database).submit(placing(each, sale)));
      selling = Promise.all(sales.map((one) => one.finally(() => (done += 1))));
      const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      while (done + waited < 2) waited = (await own.query(waits)).length;
    }, unhurried);
    await selling;
    const living = await own.query("select from spot_orders where user_id = $1 and status = 'open'", [userId]);
    return { waited, living: living.length };
  }

  it('is one, whatever the coins: the account in USDT stands for the customer', async () => {
    expect(await lastPlace('lastone', patiently)).toEqual({ waited: 2, living: openSpotOrdersMax });
  });

  it('would be two without the lock of that account', async () => {
    // Each coin has accounts of its own, which is all that is locked.
    const withoutUsdt = (sql: string) =>
      sql.replace(
        'from ledger_lock_many($1, $2, $3, $4)',
        `from (
          select place, l.id, l.balance
          from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality n (book, owner, asset, kind, place),
            lateral ledger_lock_many(array[book], array[owner], array[asset], array[kind]) l where asset <> 'USDT'
          union all
          select place, a.id, a.balance
          from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality n (book, owner, asset, kind, place)
            left join ledger_accounts a using (book, owner, asset, kind) where asset = 'USDT'
          order by 1
        ) locked`,
      );
    const twin = (own: Database) => rewritten(own, withoutUsdt, (sql) => sql.includes('as count'), 2);
    expect(await lastPlace('lasttwo', twin)).toEqual({ waited: 0, living: openSpotOrdersMax + 1 });
  });
});

it('the auditor catches a version without row lock and status checks, in which two quotes fill one order', async () => {
  const own = await testDatabase();
  const twin = await trading(own);
  const { bus, market } = twin;
  const { demo } = await twin.person('twin');
  const fillTwice = async (database: Database, key: string) => {
    await twin.quote(10_000);
    const { id } = await demo(order.submit, limit, { idempotencyKey: key });
    await twin.quote(9400);
    const at = { code: 'COINUSDT', bid: 9400, ask: 9400, time: twin.clock.now(), volume: 0 };
    // Two processes of the same deployment.
    const fills = [1, 2].map(() => {
      const parts = { db: database, bus, clock: twin.clock, market, mode: 'sandbox', log: silent, origin: '' } as const;
      return fillLimit(createProducts(parts).spot, idOf(id), at);
    });
    await Promise.allSettled(fills);
    return (await audit(own, { holdings })).findings;
  };
  // A second order whose money lies in the same account: it is what the second fill would take.
  await twin.quote(10_000);
  await demo(order.submit, { ...limit, price: '50', quantity: '10' }, { idempotencyKey: 'other' });
  expect(await fillTwice(own, 'guarded')).toEqual([]);
  await own.query('alter table spot_orders disable trigger spot_orders_guard');
  expect(await fillTwice(withoutGuards(own, 2), 'unguarded')).not.toEqual([]);
});
