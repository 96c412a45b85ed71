import { index } from '@assay/contract/endpoints/index.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { describe, expect, it } from 'vitest';
import { silent, testDatabase, warm } from '../../test/database.ts';
import { day, minute, refusalOf } from '../../test/identity-app.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { balances } from '../ledger/index.ts';
import { SettlementRound } from './settlement-round.ts';

const db = await testDatabase(20);
const { clock, quote, person, options, bus, feed, app } = await trading(db);
await fund(db, 'demo');
const running = new AbortController().signal;
const round = new SettlementRound(options, silent);

const up = { code: 'COINUSDT', direction: 'up', amount: '10', periodId: '1min' } as const;
const down = { ...up, direction: 'down' } as const;

/** A quote of the last moment before something bought now expires in a minute, and the settling of all that is due. */
async function expire(bid: number, ask = bid): Promise<void> {
  clock.advance(minute - 1000);
  await quote(bid, ask);
  clock.advance(2000);
  await round.run(running);
}

async function own(userId: string) {
  const [held] = await balances(db, 'demo', userId, [usdt]);
  return { available: held?.available, order: held?.order };
}

describe('an option', () => {
  it('holds its stake until it expires, and won pays stake and payout', async () => {
    const { demo, userId } = await person('winner');
    await quote(9990, 10_010);
    const bought = await demo(order.buyOptions, up);
    expect(bought).toMatchObject({
      status: 'open',
      strike: '100.00',
      lastPrice: '100.00',
      amount: '10',
      payoutRate: '0.8',
      expectedReturn: '18',
      count: 1,
      unit: 'min',
      settlement: null,
      profit: null,
      expiresAt: new Date(clock.now() + minute).toISOString(),
    });
    expect(await own(userId)).toEqual({ available: 99_990_000_000n, order: 10_000_000n });
    expect(await demo(order.getProfitTotal, {})).toMatchObject({ equity: '100000', held: '10', unrealisedProfit: '0' });

    await expire(10_001, 10_003);
    expect(await demo(order.getOptionsOrderById, { id: bought.id })).toMatchObject({
      status: 'won',
      settlement: '100.02',
      profit: '8',
      settledAt: new Date(clock.now()).toISOString(),
    });
    expect(await own(userId)).toEqual({ available: 100_008_000_000n, order: 0n });
    const { products, ...total } = await demo(order.getProfitTotal, {});
    expect(total).toMatchObject({ equity: '100008', held: '0', realisedProfit: '8', todayProfit: '8' });
    expect(products).toContainEqual(expect.objectContaining({ product: 'option', realised: '8', unrealised: '0', held: '0' }));
    await expectSoundBooks(db);
  });

  it.each([
    [up, 9999, 'lost', '-10', 99_990_000_000n],
    [up, 10_000, 'tie', '0', 100_000_000_000n],
    [down, 9999, 'won', '8', 100_008_000_000n],
    [down, 10_000, 'tie', '0', 100_000_000_000n],
    [down, 10_001, 'lost', '-10', 99_990_000_000n],
  ] as const)('%o that ends at %i is %s', async (wanted, price, status, profit, available) => {
    const { demo, userId } = await person(`ends_${wanted.direction}_${price}`);
    await quote(10_000);
    const { id } = await demo(order.buyOptions, wanted);
    await expire(price);
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status, profit, voidReason: null });
    expect(await own(userId)).toEqual({ available, order: 0n });
    await expectSoundBooks(db);
  });

  it('is settled by the last quote at or before its expiry, whatever comes a moment later', async () => {
    const { demo } = await person('moment');
    await quote(10_000);
    const { id } = await demo(order.buyOptions, up);
    clock.advance(minute - 1000);
    await quote(10_500); // at the very millisecond of expiry
    clock.advance(1);
    await feed.emit({ code: coin.code, bid: 9000, ask: 9000, time: clock.now(), volume: 0 });
    // The later quote shows that no earlier one can still come, so nothing more is waited for.
    await round.run(running);
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status: 'won', settlement: '105.00' });
  });

  it('waits two seconds for a quote that was made before its expiry and is still on its way', async () => {
    const { demo } = await person('late');
    await quote(10_000);
    const { id } = await demo(order.buyOptions, up);
    clock.advance(minute - 2000);
    await quote(9900);
    clock.advance(1500);
    await round.run(running);
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status: 'open' });
    await feed.emit({ code: coin.code, bid: 10_100, ask: 10_100, time: clock.now() - 800, volume: 0 });
    clock.advance(1500);
    await round.run(running);
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status: 'won', settlement: '101.00' });
  });

  it('is void and refunded when the last quote was older than ten seconds at expiry, and shows that quote', async () => {
    const { demo, userId } = await person('void');
    await quote(10_000);
    const { id } = await demo(order.buyOptions, up);
    clock.advance(minute - 12_000);
    await quote(12_000); // eleven seconds before expiry
    clock.advance(13_000);
    await round.run(running);
    const { receipt, ...settled } = await demo(order.getOptionsOrderById, { id });
    expect(settled).toMatchObject({ status: 'void', voidReason: 'stale', settlement: null, profit: '0' });
    expect(receipt?.quotes).toMatchObject([{ moment: 'open' }, { moment: 'settle', bid: '120' }]);
    expect(receipt?.steps).toContainEqual(expect.objectContaining({ name: 'ageMs', result: '11000' }));
    expect(await own(userId)).toEqual({ available: 100_000_000_000n, order: 0n });
    await expectSoundBooks(db);
  });

  it('that expired while the market was dead for a day is void', async () => {
    const { demo } = await person('dead');
    await quote(10_000);
    const { id } = await demo(order.buyOptions, up);
    clock.advance(day);
    await quote(20_000);
    await round.run(running);
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status: 'void', voidReason: 'stale' });
  });
});

describe('a price that is held back at expiry', () => {
  /** An option bought at 100 whose last second brings a quote that is not accepted. */
  async function spiked(userName: string) {
    const { demo } = await person(userName);
    await quote(10_000);
    const { id } = await demo(order.buyOptions, up);
    clock.advance(minute - 3000);
    await quote(10_050);
    await quote(15_000);
    clock.advance(4000);
    await round.run(running);
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status: 'open' });
    return () => demo(order.getOptionsOrderById, { id });
  }

  it('settles once three later ones agree with it', async () => {
    const read = await spiked('confirmed');
    for (let count = 0; count < 3; count += 1) await quote(15_100);
    await round.run(running);
    expect(await read()).toMatchObject({ status: 'won', settlement: '150.00' });
  });

  it('is forgotten when the price comes back: the one before it settles', async () => {
    // The market is at 151 after the previous test.
    for (let count = 0; count < 4; count += 1) await quote(10_000);
    const read = await spiked('returned');
    await quote(9000);
    await round.run(running);
    expect(await read()).toMatchObject({ status: 'won', settlement: '100.50' });
  });

  it('delays by a minute at most', async () => {
    await quote(10_000);
    const read = await spiked('undecided');
    clock.advance(55_000);
    await round.run(running);
    expect(await read()).toMatchObject({ status: 'open' });
    clock.advance(2000);
    await round.run(running);
    expect(await read()).toMatchObject({ status: 'won', settlement: '100.50' });
    for (let count = 0; count < 4; count += 1) await quote(10_000);
    await expectSoundBooks(db);
  });
});

describe('buying', () => {
  it('is refused by the rules and the balance, and then leaves nothing behind', async () => {
    const { demo, real, userId } = await person('refused');
    await quote(10_000);
    expect(await refusalOf(demo(order.buyOptions, { ...up, code: 'NOSUCH' }))).toBe('10014');
    expect(await refusalOf(demo(order.buyOptions, { ...up, periodId: '2min' }))).toBe('10017');
    expect(await refusalOf(demo(order.buyOptions, { ...up, amount: '4.99' }))).toBe('10016');
    expect(await refusalOf(demo(order.buyOptions, { ...up, amount: '5000.01' }))).toBe('10016');
    expect(await refusalOf(demo(order.buyOptions, { ...up, amount: '10.0000001' }))).toBe('10016');
    expect(await refusalOf(demo(order.buyOptions, { ...up, seenPrice: '99.89', maxSlippageBps: 10 }))).toBe('11004');
    expect(await refusalOf(real(order.buyOptions, up))).toBe('10011');
    clock.advance(11_000);
    expect(await refusalOf(demo(order.buyOptions, up))).toBe('10015');
    expect(await demo(order.listOptionsOrder, {})).toEqual({ items: [], nextCursor: null });
    expect(await own(userId)).toEqual({ available: 100_000_000_000n, order: 0n });
  });

  it.each([
    ...['-1', 'NaN', 'Infinity', '1e309', '١', '__proto__', '1,5', ' 10', 10, null, ['10']].map((stake): [number, unknown] => [
      400,
      stake,
    ]),
    ...['0', '0.00', '', undefined].map((stake): [number, unknown] => [422, stake]),
  ])('answers %i to an amount of %j', async (status, stake) => {
    const { token } = attacker;
    const headers = { authorization: token, virtually: 'NO', 'accept-language': 'en' };
    const url = '/swx/customer/order/buyOptions';
    const answer = await app.inject({ method: 'POST', url, headers, payload: { ...up, amount: stake } });
    expect([answer.statusCode, answer.json<{ fields: object }>().fields]).toEqual([status, { amount: '10016' }]);
  });

  it('stops at 200 open options, also when many arrive at once', async () => {
    const { demo } = await person('many');
    await quote(10_000);
    await warm(db, 20);
    const answers = await Promise.all(
      Array.from({ length: 205 }, (_, number) =>
        demo(order.buyOptions, { ...up, amount: '5', periodId: '1day' }, { idempotencyKey: `many-${number}` }).then(
          () => 'bought',
          (refusal: { code: string }) => refusal.code,
        ),
      ),
    );
    expect(answers.filter((each) => each === 'bought')).toHaveLength(200);
    expect(answers.filter((each) => each === '11010')).toHaveLength(5);
  });
});

const attacker = await person('attacker');

describe('where options are not offered', () => {
  it('nobody buys them, and the market shows no periods', async () => {
    const { demo } = await person('switched');
    await quote(10_000);
    const info = () => demo(index.getMarketInfo, { id: coin.id });
    expect((await info()).options.slice(0, 2)).toEqual([
      { id: '1min', count: 1, unit: 'min', payoutRate: '0.8', stakeMin: '5', stakeMax: '5000' },
      { id: '5min', count: 5, unit: 'min', payoutRate: '0.8', stakeMin: '5', stakeMax: '5000' },
    ]);
    await db.query(`insert into options_off (code, country) values ($1, null)`, [coin.code]);
    expect(await refusalOf(demo(order.buyOptions, up))).toBe('10014');
    expect((await info()).options).toEqual([]);
    await db.query('delete from options_off');
  });

  it('decides the country: a restricted one, one that is switched off for the instrument, and neither', async () => {
    const { demo, userId } = await person('resident');
    await quote(10_000);
    const from = (country: string | null) => db.query('update users set country = $2 where id = $1', [userId, country]);
    await from('DE');
    expect(await refusalOf(demo(order.buyOptions, up, { idempotencyKey: 'de' }))).toBe('10014');
    await from('JP');
    await db.query(`insert into options_off (code, country) values ($1, 'JP')`, [coin.code]);
    expect(await refusalOf(demo(order.buyOptions, up, { idempotencyKey: 'jp' }))).toBe('10014');
    expect((await demo(index.getMarketInfo, { id: coin.id })).options).not.toEqual([]);
    await from('KR');
    expect(await demo(order.buyOptions, up, { idempotencyKey: 'kr' })).toMatchObject({ status: 'open' });
    await from(null);
    expect(await demo(order.buyOptions, up, { idempotencyKey: 'unknown' })).toMatchObject({ status: 'open' });
    await db.query('delete from options_off');
    await expire(10_000);
  });
});

describe('whose option it is', () => {
  it('decides who sees it; lists go by page, status and code', async () => {
    const owner = await person('owner');
    const other = await person('other');
    await quote(10_000);
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1) {
      ids.unshift((await owner.demo(order.buyOptions, { ...up, periodId: '1hour' }, { idempotencyKey: `own-${number}` })).id);
    }
    const [id = ''] = ids;
    expect(id).toMatch(/^o\d+$/);
    for (const call of [other.demo, other.real, owner.real]) {
      expect(await refusalOf(call(order.getOptionsOrderById, { id }))).toBe('404');
      expect(await refusalOf(call(order.receipt, { id }))).toBe('404');
      expect((await call(order.listOptionsOrder, {})).items).toEqual([]);
    }
    for (const strange of ['0', 'o0', id.slice(1), 'o9007199254740993', 'x']) {
      expect(await refusalOf(owner.demo(order.getOptionsOrderById, { id: strange }))).toBe('404');
    }
    const first = await owner.demo(order.listOptionsOrder, { limit: 3 });
    const second = await owner.demo(order.listOptionsOrder, { limit: 3, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...second.items].map((each) => each.id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect((await owner.demo(order.listOptionsOrder, { status: ['won', 'lost'] })).items).toEqual([]);
    expect((await owner.demo(order.listOptionsOrder, { code: 'EURJPY' })).items).toEqual([]);
    expect(await refusalOf(owner.demo(order.listOptionsOrder, { cursor: '12' }))).toBe('400');
  });
});

describe('the receipt', () => {
  it('of a settled option has both quotes, the steps from them to the money, and every transfer', async () => {
    const { demo } = await person('receipts');
    await quote(9990, 10_011);
    const { id, orderNo } = await demo(order.buyOptions, { ...down, amount: '33.333333' });
    clock.advance(minute - 1500);
    await quote(9980, 9985);
    clock.advance(2500);
    await round.run(running);
    const receipt = await demo(order.receipt, { id });
    expect(receipt).toEqual((await demo(order.getOptionsOrderById, { id })).receipt);
    expect(await demo(order.receipt, { id: orderNo })).toEqual(receipt);
    expect(receipt.terms).toMatchObject({
      direction: 'down',
      stake: '33.333333',
      strike: '100.00',
      period: '1 min',
      tick: '0.01',
    });
    expect(receipt.quotes).toMatchObject([
      { moment: 'open', bid: '99.9', ask: '100.11', source: 'simulated COINUSDT' },
      { moment: 'settle', bid: '99.8', ask: '99.85', source: 'simulated COINUSDT' },
    ]);
    // (99.90 + 100.11) / 2 = 100.005 and (99.80 + 99.85) / 2 = 99.825; 33.333333 × 0.8 = 26.6666664.
    expect(receipt.steps.map(({ name, result }) => [name, result])).toEqual([
      ['strike', '100.00'],
      ['expectedReturn', '59.999999'],
      ['ageMs', '500'],
      ['settlement', '99.82'],
      ['outcome', 'won'],
      ['returned', '59.999999'],
    ]);
    expect(receipt.transfers.map(({ reason, from, to, amount: moved }) => [reason, from, to, moved])).toEqual([
      ['option.bought', 'available', 'order', '33.333333'],
      ['option.won', 'order', 'available', '33.333333'],
      ['option.won', 'house:trading', 'available', '26.666666'],
    ]);
  });

  it('of a contract is still found by its plain number', async () => {
    const { demo } = await person('contract');
    await quote(10_000);
    const { id } = await demo(order.buyU, { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 });
    expect(await demo(order.receipt, { id })).toMatchObject({ id, kind: 'contract' });
  });
});

describe('sockets', () => {
  it('hear of purchase and settlement once they are durable, and of the balance where it changed', async () => {
    const { demo, userId } = await person('events');
    const seen: unknown[] = [];
    type Message = { userId: string; event: string; data: { status?: string; available?: string; kind?: string } };
    const end = bus.subscribe('private', (message: Message) => {
      const { event, data } = message;
      if (message.userId === userId) seen.push([event, data.status ?? data.available ?? data.kind]);
    });
    await quote(10_000);
    await demo(order.buyOptions, up);
    expect(await refusalOf(demo(order.buyOptions, { ...up, amount: '5001' }))).toBe('10016');
    await expire(9000);
    end();
    expect(seen).toEqual([
      ['order', 'open'],
      ['balance', '99990'],
      ['order', 'lost'],
      ['notification', 'optionSettled'],
    ]);
  });
});

describe('a demo reset', () => {
  it('ends options too, and the next round leaves them alone', async () => {
    const { demo, userId } = await person('resets');
    await quote(10_000);
    const { id } = await demo(order.buyOptions, up);
    await demo(userCalls.demoReset, {});
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status: 'void', voidReason: 'reset', profit: '0' });
    await expire(10_500);
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status: 'void', voidReason: 'reset' });
    expect(await own(userId)).toEqual({ available: 100_000_000_000n, order: 0n });
    await expectSoundBooks(db);
  });
});

describe('a round', () => {
  it('asks the database nothing until the next option expires or a shortest period has passed', async () => {
    const { demo } = await person('quiet');
    let asked = 0;
    const query: typeof db.query = (sql, values) => {
      asked += 1;
      return db.query(sql, values);
    };
    const quiet = new SettlementRound({ ...options, db: { ...db, query } }, silent);
    await quote(10_000);
    await quiet.run(running);
    asked = 0;
    const { id } = await demo(order.buyOptions, up);
    clock.advance(minute - 2000);
    await quote(10_100);
    await quiet.run(running);
    expect(asked).toBe(0);
    clock.advance(3000);
    await quiet.run(running);
    expect(asked).toBeGreaterThan(0);
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status: 'won' });
  });

  it('that meets one it can not settle settles the others, and tries that one again', async () => {
    const { demo } = await person('stubborn');
    await quote(10_000);
    const first = await demo(order.buyOptions, up, { idempotencyKey: 'first' });
    const second = await demo(order.buyOptions, up, { idempotencyKey: 'second' });
    // The database refuses whatever is written about the first one.
    await db.query(
      `create function stubborn() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`,
    );
    await db.query(
      `create trigger stubborn before update on options for each row when (old.order_no = '${first.orderNo}') execute function stubborn()`,
    );
    clock.advance(minute - 1000);
    await quote(10_100);
    clock.advance(2000);
    await round.run(running);
    const statuses = async () =>
      Promise.all([first, second].map(async ({ id }) => (await demo(order.getOptionsOrderById, { id })).status));
    expect(await statuses()).toEqual(['open', 'won']);
    await db.query('drop trigger stubborn on options');
    await round.run(running);
    expect(await statuses()).toEqual(['won', 'won']);
    await expectSoundBooks(db);
  });
});
