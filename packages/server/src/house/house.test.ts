import { index } from '@assay/contract/endpoints/index.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { leading } from '../../test/leading.ts';
import { cross, expectSoundBooks, fund, trading, yen } from '../../test/trading.ts';
import { post } from '../ledger/index.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { CommitInDoubt } from '../platform/statements/lost-connection.ts';
import { positionsSource } from '../positions/index.ts';
import { Brakes } from './index.ts';

// The clock begins on Monday, 7 January 2030, 12:00 UTC. Prices are declared as live, and the money is real.

const db = await testDatabase();
/** A connection that breaks at the next commit: that commits, but without an answer. */
const line = { breaks: false };
const transact: Database['transact'] = async (work, settings) => {
  if (!line.breaks) return db.transact(work, settings);
  line.breaks = false;
  const unheard = { afterCommit: () => undefined };
  await db.transact(
    (tx) => work({ ...unheard, query: tx.query.bind(tx), withCommit: (sql, values) => tx.withCommit(sql, values) }),
    settings,
  );
  throw new CommitInDoubt(new Error('cut'));
};
const server = await trading({ ...db, transact }, { mode: 'live', kind: 'live' });
const { clock, quote, feed, call, market, bus, context } = server;
await fund(db, 'real');
const key = () => ({ idempotencyKey: crypto.randomUUID() });
const buy = { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;

/** A trader with 1,000,000 USDT of real money. */
async function rich(name: string) {
  const person = await server.person(name);
  const recipe = recipes.depositCompleted({ userId: person.userId, amount: amount(1_000_000_000_000n) });
  await db.transact((tx) => post(tx, { book: 'real', reference: `deposit:${name}`, at: clock.now(), ...recipe }));
  return person;
}

async function set(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await db.query('update parameters set value = $2 where key = $1', [name, value]);
  }
  await readAnew();
}

/** What the house has taken on is read every two seconds. */
async function readAnew(): Promise<void> {
  clock.advance(2_001);
  await server.house?.read(db);
  await quote(10_000);
}

/** The number of a transaction that is over. */
async function lastTransaction(): Promise<bigint> {
  const [own] = await db.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return BigInt(own?.id ?? 0);
}

beforeEach(() =>
  set({
    deal_floor: '10000',
    exposure_person_max: '1000000',
    exposure_instrument_max: '3000000',
    exposure_house_max: '20000000',
    spot_claims: coin.base,
  }),
);

describe('size', () => {
  test('one order may have a thousandth of what is traded in a day; the page of the instrument says how much', async () => {
    const { real, demo } = await rich('large');
    expect(await call(index.getMarketInfo, { id: coin.id })).toMatchObject({ limits: { dealMax: '10000', leverageMax: null } });
    expect(await refusalOf(real(order.buyU, { ...buy, lots: '100.01' }, key()))).toBe('11213');
    expect(await real(order.buyU, { ...buy, lots: '100' }, key())).toMatchObject({ status: 'open' });
    const spot = { code: coin.code, side: 'buy', type: 'market', turnover: '10001' } as const;
    expect(await refusalOf(real(order.submit, spot, key()))).toBe('11213');
    expect(await real(order.submit, { ...spot, turnover: '10000' }, key())).toMatchObject({ status: 'filled' });
    // 50,000,000 are traded: the price is good for 50,000.
    clock.advance(1_000);
    await feed.emit({ code: coin.code, bid: 10_000, ask: 10_000, time: clock.now(), volume: 500_000 });
    expect(await call(index.getMarketInfo, { id: coin.id })).toMatchObject({ limits: { dealMax: '50000' } });
    expect(await real(order.buyU, { ...buy, lots: '500' }, key())).toMatchObject({ status: 'open' });
    // Play money has no limits.
    expect(await demo(order.buyU, { ...buy, lots: '4000', leverage: 20 }, key())).toMatchObject({ status: 'open' });
    await expectSoundBooks(db);
  });
});

describe('exposure', () => {
  test('grows to its limit by all customers together, and beyond it only what lowers it is taken', async () => {
    const [first, second] = [await rich('first'), await rich('second')];
    const [{ held }] = (await db.query<{ held: string }>(
      `select (coalesce((select sum(lots * open_price / 100) from positions where book = 'real' and status = 'open'), 0)
         + coalesce((select sum(cost) / 1000000 from spot_costs where book = 'real'), 0))::text as held`,
    )) as [{ held: string }];
    await set({ exposure_instrument_max: (Number(held) + 15_000).toFixed(2) });
    const opened = await first.real(order.buyU, { ...buy, lots: '100' }, key());
    // At once, before anything is read anew: 10,000 of 15,000 are taken.
    expect(await refusalOf(second.real(order.buyU, { ...buy, lots: '60' }, key()))).toBe('11214');
    await readAnew();
    expect(await refusalOf(second.real(order.buyU, { ...buy, lots: '60' }, key()))).toBe('11214');
    expect(await second.real(order.buyU, { ...buy, lots: '50' }, key())).toMatchObject({ status: 'open' });
    expect(await second.real(order.buyU, { ...buy, side: 'short', lots: '60' }, key())).toMatchObject({ status: 'open' });
    expect(await first.real(order.stopU, { id: opened.id }, key())).toMatchObject({ status: 'closedEarly' });
  });

  test('of one person has a limit of its own', async () => {
    await set({ exposure_person_max: '5000' });
    const [one, other] = [await rich('alone'), await rich('other')];
    expect(await refusalOf(one.real(order.buyU, { ...buy, lots: '51' }, key()))).toBe('11214');
    expect(await one.real(order.buyU, { ...buy, lots: '50' }, key())).toMatchObject({ status: 'open' });
    expect(await refusalOf(one.real(order.buyU, buy, key()))).toBe('11214');
    expect(await other.real(order.buyU, buy, key())).toMatchObject({ status: 'open' });
  });

  test('is judged without what the same act has closed: turning a position around adds all of the other side', async () => {
    const { real } = await rich('turns_far');
    await real(order.buyU, { ...buy, lots: '30' }, key());
    const { id } = await real(order.buyU, { ...buy, side: 'short', lots: '30' }, key());
    // Closed it leaves 3,000 long; as much again would be 6,000.
    await set({ exposure_person_max: '5999' });
    const beyond = await real(order.reverse, { id }, key());
    expect([beyond.closed.status, beyond.opened, beyond.refused]).toEqual(['closedEarly', null, '11214']);

    await set({ exposure_person_max: '1000000' });
    const low = await real(order.buyU, { ...buy, side: 'short', lots: '30' }, key());
    const [{ net }] = (await db.query<{ net: string }>(
      `select (coalesce((select sum(case side when 'long' then lots else -lots end * open_price / 100) from positions
           where book = 'real' and status = 'open'), 0)
         + coalesce((select sum(cost) / 1000000 from spot_costs where book = 'real'), 0))::text as net`,
    )) as [{ net: string }];
    await set({ exposure_instrument_max: (Number(net) + 5_999).toFixed(2) });
    expect((await real(order.reverse, { id: low.id }, key())).refused).toBe('11214');
    const once = await real(order.buyU, { ...buy, side: 'short', lots: '30' }, key());
    await set({ exposure_instrument_max: (Number(net) + 6_000).toFixed(2) });
    expect(await real(order.reverse, { id: once.id }, key())).toMatchObject({ refused: null, opened: { side: 'long' } });
    await expectSoundBooks(db);
  });

  test('counts what waits as if it were filled, on its side', async () => {
    await set({ exposure_person_max: '5000' });
    const { real } = await rich('patient');
    const low = { ...buy, type: 'limit', price: '90.00', lots: '30' } as const;
    const high = { ...low, side: 'short', price: '110.00' } as const;
    const coins = { code: coin.code, side: 'buy', type: 'limit', price: '90.00', turnover: '2000' } as const;
    // At once and once it has been read anew: 2,700 of 5,000 would be long.
    expect(await real(order.buyU, low, key())).toMatchObject({ status: 'awaiting' });
    expect(await refusalOf(real(order.buyU, low, key()))).toBe('11214');
    await readAnew();
    expect(await refusalOf(real(order.buyU, low, key()))).toBe('11214');
    expect(await refusalOf(real(order.submit, { ...coins, turnover: '2301' }, key()))).toBe('11214');
    // The other side would be 3,300 short, since both need not be reached.
    expect(await real(order.buyU, high, key())).toMatchObject({ status: 'awaiting' });
    expect(await refusalOf(real(order.buyU, { ...buy, side: 'short', lots: '18' }, key()))).toBe('11214');
    // Coins that are ordered count with the contracts: 4,700 would be long.
    expect(await real(order.submit, coins, key())).toMatchObject({ status: 'open' });
    await readAnew();
    expect(await refusalOf(real(order.buyU, { ...buy, lots: '3.01' }, key()))).toBe('11214');
    expect(await real(order.buyU, { ...buy, lots: '3' }, key())).toMatchObject({ status: 'open' });
  });

  test('is read anew also where an order that waits is made larger, and nobody opens anything meanwhile', async () => {
    const { real } = await rich('enlarges');
    const { id } = await real(order.buyU, { ...buy, type: 'limit', price: '90.00', lots: '10' }, key());
    await set({ exposure_person_max: '1000' });
    expect(await refusalOf(real(order.amendU, { id, lots: '20' }, key()))).toBe('11214');
    expect(await real(order.stopU, { id }, key())).toMatchObject({ status: 'cancelled' });
  });

  test('holds nobody back who sells coins: also those that were not bought here', async () => {
    const { real, userId } = await rich('sells');
    const coins = recipes.depositCompleted({ userId, asset: assetOf('COIN'), amount: amount(200_000_000n) });
    await db.transact((tx) => post(tx, { book: 'real', reference: 'deposit:coins', at: clock.now(), ...coins }));
    await set({ exposure_person_max: '50', exposure_instrument_max: '50', exposure_house_max: '50' });
    const spot = { code: coin.code, type: 'market', quantity: '1' } as const;
    expect(await refusalOf(real(order.submit, { ...spot, side: 'buy' }, key()))).toBe('11214');
    expect(await real(order.submit, { ...spot, side: 'sell' }, key())).toMatchObject({ status: 'filled' });
    expect(await real(order.submit, { ...spot, side: 'sell' }, key())).toMatchObject({ status: 'filled' });
    await expectSoundBooks(db);
  });
});

describe('what is not committed', () => {
  const lots = (count: string) => ({ ...buy, lots: count });

  test('counts nothing: a group that is rolled back leaves as much room as before', async () => {
    await db.query(
      `create function fails() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
       create constraint trigger fails after insert on positions deferrable initially deferred
         for each row when (new.lots = 41) execute function fails()`,
    );
    await set({ exposure_person_max: '5000' });
    const { real } = await rich('rolled_back');
    // 4,100 and 5,000 would be more than 5,000 together.
    expect(await refusalOf(real(order.buyU, lots('41'), key()))).toBe('500');
    expect(await real(order.buyU, lots('50'), key())).toMatchObject({ status: 'open' });
  });

  test('counts as soon as it turns out to be: a commit in doubt is looked for', async () => {
    await set({ exposure_person_max: '5000' });
    const { real } = await rich('in_doubt');
    expect(await real(order.buyU, lots('1'), key())).toMatchObject({ status: 'open' });
    line.breaks = true;
    expect(await real(order.buyU, lots('39'), key())).toMatchObject({ status: 'open' });
    expect(line.breaks).toBe(false);
    expect(await refusalOf(real(order.buyU, lots('11'), key()))).toBe('11214');
    expect(await real(order.buyU, lots('10'), key())).toMatchObject({ status: 'open' });
  });

  test('is not lost to what was read just before', async () => {
    const [held, one] = [new Brakes({ market, clock, log: silent }), await rich('read_before')];
    await set({ exposure_person_max: '5000' });
    const taking = {
      owner: { userId: one.userId, book: 'real' },
      instrument: coin,
      side: 'long',
      product: 'contract',
    } as const;
    const of = (units: bigint) => ({ ...taking, notional: amount(units), waits: false });
    const { promise: written, resolve } = Promise.withResolvers<undefined>();
    // What the database has answered is heard only after an order has been booked.
    const answered = Promise.withResolvers<undefined>();
    const query = async (...asked: Parameters<Queryable['query']>) => {
      const rows = await db.query(...asked);
      if (asked[0].includes('spot_costs')) answered.resolve(undefined);
      return [rows, await written][0];
    };
    const slow = { query: query as Queryable['query'] };
    const reading = held.read(slow);
    await answered.promise;
    held.took([of(4_000_000_000n)], await lastTransaction());
    resolve(undefined);
    await reading;
    expect(held.refuses(of(1_000_000_001n))).toMatchObject({ refused: '11214' });
    expect(held.refuses(of(1_000_000_000n))).toBeUndefined();
  });
});

test('what was given up is taken off once, whether a reading that is done knew of it or not', async () => {
  const [held, one] = [new Brakes({ market, clock, log: silent }), await rich('given_up')];
  await set({ exposure_person_max: '5000' });
  const { id } = await one.real(order.buyU, { ...buy, lots: '40' }, key());
  const owner = { userId: one.userId, book: 'real' } as const;
  const of = (dollars: bigint) =>
    ({
      owner,
      instrument: coin,
      side: 'long',
      product: 'contract',
      notional: amount(dollars * 1_000_000n),
      waits: false,
    }) as const;
  await held.read(db);
  await one.real(order.stopU, { id }, key());
  const closed = await lastTransaction();
  clock.advance(2_001);
  await held.read(db);
  // 5,000 may be taken on; 9,000 once 4,000 that are gone are taken off again.
  held.took([of(-4_000n)], closed);
  expect(held.refuses(of(5_001n))).toMatchObject({ refused: '11214' });
  expect(held.refuses(of(5_000n))).toBeUndefined();
  // A later commit is not in the reading, whenever its message arrives.
  held.took([of(-4_000n)], await lastTransaction());
  expect(held.refuses(of(9_000n))).toBeUndefined();
  expect(held.refuses(of(9_001n))).toMatchObject({ refused: '11214' });
});

test('what came to be doubted while it was read is read again', async () => {
  const held = new Brakes({ market, clock, log: silent });
  const { promise: answered, resolve } = Promise.withResolvers<undefined>();
  const slow = { query: (async (...asked) => [await db.query(...asked), await answered][0]) as Queryable['query'] };
  const reading = held.read(slow);
  held.doubt();
  resolve(undefined);
  await reading;
  let asked = 0;
  const counted = { query: ((...one) => ((asked += 1), db.query(...one))) as Queryable['query'] };
  await held.read(counted);
  const first = asked;
  expect(first).toBeGreaterThan(0);
  await held.read(counted);
  expect(asked).toBe(first);
});

describe('over a close', () => {
  const euro = { ...buy, code: cross.code, lots: '1', leverage: 5 };
  const at = async (time: number, price = 18_000) => {
    clock.advance(time - clock.now());
    await quote(16_000, 16_000, yen.code);
    await quote(price, price, cross.code);
  };

  test('nobody holds both sides of what closes, and what opens shortly before has less leverage', async () => {
    const { real } = await rich('hedges');
    await quote(16_000, 16_000, yen.code);
    await quote(18_000, 18_000, cross.code);
    const long = await real(order.buyU, { ...euro, leverage: 20 }, key());
    expect(await refusalOf(real(order.buyU, { ...euro, side: 'short', leverage: 20 }, key()))).toBe('11216');
    const limit = { ...euro, side: 'short', type: 'limit', price: '200.00' } as const;
    expect(await refusalOf(real(order.buyU, limit, key()))).toBe('11216');
    await real(order.stopU, { id: long.id }, key());
    await readAnew();
    await quote(16_000, 16_000, yen.code);
    await quote(18_000, 18_000, cross.code);
    expect(await real(order.buyU, { ...euro, side: 'short', leverage: 20 }, key())).toMatchObject({ status: 'open' });

    // Friday, 15:00 UTC: the market closes at 22:00.
    clock.advance(Date.UTC(2030, 0, 11, 15) - clock.now());
    await quote(16_000, 16_000, yen.code);
    await quote(18_000, 18_000, cross.code);
    const late = server.from('192.0.2.9', (await server.register('late')).token, { virtually: 'YES' });
    expect(await refusalOf(late(order.buyU, { ...euro, leverage: 10 }, key()))).toBe('11215');
    expect(await refusalOf(late(order.buyU, euro, key()))).toBe('10011');
  });

  test('reversing a position leaves no other side: it is closed by the same act, as often as it is asked', async () => {
    const { real } = await rich('turns');
    await at(Date.UTC(2030, 0, 14, 12));
    const once = await real(order.buyU, euro, key());
    const { opened: short, ...first } = await real(order.reverse, { id: once.id }, key());
    expect([first.closed.status, first.refused, short?.side, short?.status]).toEqual(['closedEarly', null, 'short', 'open']);
    // All of it before the holdings are read again.
    const { opened: again } = await real(order.reverse, { id: short?.id ?? '' }, key());
    const third = await real(order.reverse, { id: again?.id ?? '' }, key());
    expect([again?.side, third.opened?.side, third.refused]).toEqual(['long', 'short', null]);
    // What stays open beside it is still the other side of what would be opened.
    const beside = await real(order.buyU, { ...euro, side: 'short' }, key());
    const last = await real(order.reverse, { id: beside.id }, key());
    expect([last.closed.status, last.opened, last.refused]).toEqual(['closedEarly', null, '11216']);
    await expectSoundBooks(db);
  });

  test('what can’t be paid for is not taken on: whoever is left with nothing buys the same side again at once', async () => {
    const { real, userId } = await server.person('turns_poor');
    // 8 lots at 180.00 yen, 160.00 of them for a dollar: 9 of margin without leverage, and 0.009 of fee.
    const recipe = recipes.depositCompleted({ userId, amount: amount(9_009_000n) });
    await db.transact((tx) => post(tx, { book: 'real', reference: 'deposit:turns_poor', at: clock.now(), ...recipe }));
    await at(Date.UTC(2030, 0, 14, 13));
    const held = await real(order.buyU, { ...euro, lots: '8', leverage: 1 }, key());
    // 9 − 0.009 come back, and 9 + 0.009 are needed.
    const { closed, opened, refused } = await real(order.reverse, { id: held.id }, key());
    expect([closed.status, opened, refused]).toEqual(['closedEarly', null, '10011']);
    expect(await real(order.buyU, { ...euro, leverage: 1 }, key())).toMatchObject({ side: 'long', status: 'open' });
    await expectSoundBooks(db);
  });

  test('an order that waits since before keeps its terms when it is filled shortly before the close, and no new one gets them', async () => {
    // Thursday, and the Friday after it.
    await at(Date.UTC(2030, 0, 17, 15));
    const { real, userId } = await rich('over_close');
    const limit = { ...euro, leverage: 20, type: 'limit', price: '179.00' } as const;
    expect(await real(order.buyU, limit, key())).toMatchObject({ status: 'awaiting' });
    await at(Date.UTC(2030, 0, 18, 15));
    const other = server.from('192.0.2.8', (await server.register('came_late')).token, { virtually: 'YES' });
    expect(await refusalOf(other(order.buyU, limit, key()))).toBe('11215');
    const { engine, over } = await leading({ db, market, bus, sources: [positionsSource(context)] });
    await quote(17_900, 17_900, cross.code);
    await engine.settled();
    await over();
    const orders = () =>
      db.query('select status, leverage, limit_price as limit, open_price as price from positions where user_id = $1', [
        userId,
      ]);
    expect(await orders()).toEqual([{ status: 'open', leverage: 20, limit: 17_900, price: 17_900 }]);
    await expectSoundBooks(db);
  });
});

describe('coins', () => {
  const spot = { code: coin.code, side: 'buy', type: 'market', turnover: '100' } as const;

  test('that no network carries are not sold until two operators allow it, and can be sold back whatever they allow', async () => {
    const { real, demo } = await rich('claims');
    const told = async () => (await call(index.getMarketInfo, { id: coin.code })).limits?.coins;
    const parked = { ...spot, type: 'limit', price: '90.00' } as const;
    expect(await told()).toBe('claim');
    expect(await real(order.submit, spot, key())).toMatchObject({ status: 'filled' });
    expect(await real(order.submit, parked, key())).toMatchObject({ status: 'open' });
    await set({ spot_claims: '' });
    expect(await told()).toBe('closed');
    await expect(real(order.submit, spot, key())).rejects.toMatchObject({ code: '11218', fields: { code: '11218' } });
    expect(await refusalOf(real(order.submit, parked, key()))).toBe('11218');
    expect(await real(order.submit, { code: coin.code, side: 'sell', type: 'market', quantity: '0.5' }, key())).toMatchObject({
      status: 'filled',
    });
    // Play money buys them, and a contract is no coin.
    expect(await demo(order.submit, spot, key())).toMatchObject({ status: 'filled' });
    expect(await real(order.buyU, buy, key())).toMatchObject({ status: 'open' });
  });

  test('that a network carries are sold without a word of operators', async () => {
    await db.query(
      `insert into networks (id, coin, chain, name, position, token, token_decimals, deposit_minimum, withdrawal_minimum, confirmations)
       values ('COINERC20', 'COIN', 'ethereum', 'Ethereum (ERC20)', 900, '0x00000000000000000000000000000000000C0113', 18, 1, 1, 12)`,
    );
    await set({ spot_claims: '' });
    const { real } = await rich('carried');
    expect((await call(index.getMarketInfo, { id: coin.code })).limits?.coins).toBe('carried');
    expect(await real(order.submit, spot, key())).toMatchObject({ status: 'filled' });
    await db.query("delete from networks where id = 'COINERC20'");
  });
});

describe('a demo account', () => {
  const play = { ...buy, lots: '0.1' } as const;

  test('does so much a day, ends what it has whenever it likes, and what another one does is its own', async () => {
    await db.query("update parameters set value = '50' where key = 'demo_orders_day_max'");
    clock.advance(60_001);
    await quote(10_000);
    const [one, other] = [await rich('busy'), await rich('busy_too')];
    const coins = { code: coin.code, type: 'market' } as const;
    const [first, named] = [{ ...coins, side: 'buy', quantity: '1' } as const, key()];
    const bought = await one.demo(order.submit, first, named);
    expect(bought).toMatchObject({ status: 'filled' });
    const placed = [];
    for (let number = 1; number < 50; number += 1) {
      placed.push(await one.demo(order.buyU, play, key()));
      if (number % 10 === 9) await quote(10_000);
    }
    expect(await refusalOf(one.demo(order.buyU, play, key()))).toBe('429');
    expect(await refusalOf(one.demo(order.submit, { ...coins, side: 'buy', turnover: '10' }, key()))).toBe('429');
    expect(await one.demo(order.submit, first, named)).toEqual(bought);
    const parked = { ...coins, type: 'limit', side: 'sell', price: '110.00', quantity: '0.5' } as const;
    expect(await refusalOf(one.demo(order.submit, parked, key()))).toBe('429');
    expect(await one.demo(order.submit, { ...coins, side: 'sell', quantity: '0.99' }, key())).toMatchObject({
      status: 'filled',
    });
    expect(await one.demo(order.dust, { codes: [coin.code] }, key())).toMatchObject({ items: [{ status: 'filled' }] });
    expect(await one.demo(order.stopU, { id: placed[0]?.id ?? '' }, key())).toMatchObject({ status: 'closedEarly' });
    expect(await other.demo(order.buyU, play, key())).toMatchObject({ status: 'open' });
    // Real money is held to what the house takes on, and to nothing of this.
    expect(await one.real(order.buyU, play, key())).toMatchObject({ status: 'open' });
    // A fiftieth of a day later it may do one thing more.
    clock.advance(86_400_000 / 50);
    await quote(10_000);
    expect(await one.demo(order.buyU, play, key())).toMatchObject({ status: 'open' });
    expect(await refusalOf(one.demo(order.buyU, play, key()))).toBe('429');
  });
});
