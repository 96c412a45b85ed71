import { order } from '@assay/contract/endpoints/order.ts';
import { describe, expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { hour } from '../../test/identity-app.ts';
import { ledAlready } from '../../test/leading.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { createMetrics } from '../platform/metrics.ts';
import { FinancingRound, positionsSource } from '../positions/index.ts';
import { Engine } from './engine.ts';
import { type Resting, type Source, startEngine } from './index.ts';

const db = await testDatabase(12);
const { quote, person, context, market, bus, clock, feed, sources } = await trading(db);
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;

const contracts = positionsSource(context);

/** An engine that leads at once, fed by the market and the bus. */
async function leading(watched: readonly Source[] = [contracts]): Promise<Engine & { unplug(): void }> {
  const engine = new Engine({ db, sources: watched, log: silent });
  const ends = [
    market.onQuote((each) => engine.see(each)),
    ...watched.map((source) => bus.subscribe<Resting>(source.topic, (resting) => engine.apply(source, resting))),
  ];
  await engine.lead();
  return Object.assign(engine, { unplug: () => ends.forEach((end) => end()) });
}

async function over(engine: Engine & { unplug(): void }): Promise<void> {
  engine.unplug();
  await engine.retire();
}

describe('the engine', () => {
  it('fills, stops, takes profit and liquidates at the quote that crossed', async () => {
    const { demo } = await person('crossings');
    const engine = await leading();
    await quote(10_000);
    const limit = await demo(order.buyU, { ...long, type: 'limit', price: '99', takeProfit: '103' }, { idempotencyKey: 'a' });
    const stopped = await demo(order.buyU, { ...long, stopLoss: '98' }, { idempotencyKey: 'b' });
    const doomed = await demo(order.buyU, { ...long, leverage: 20 }, { idempotencyKey: 'c' });
    const short = await demo(order.buyU, { ...long, side: 'short', takeProfit: '97' }, { idempotencyKey: 'd' });
    await quote(9890);
    await quote(9790);
    await quote(9690);
    // Leverage 20: (0.5 − 5 + 100) / 0.999 = 95.5955…
    await quote(9559);
    await quote(10_310);
    await engine.settled();
    const { items } = await demo(order.listUOrder, {});
    expect(items.map(({ id, closeReason, openPrice, closePrice }) => [id, closeReason, openPrice, closePrice])).toEqual([
      [short.id, 'takeProfit', '100.00', '96.90'],
      [doomed.id, 'liquidation', '100.00', '95.59'],
      [stopped.id, 'stopLoss', '100.00', '97.90'],
      [limit.id, 'takeProfit', '98.90', '103.10'],
    ]);
    expect(engine.size).toBe(0);
    await over(engine);
    await expectSoundBooks(db);
  });

  it('judges an order by the quotes that passed while it was being told of it', async () => {
    const { demo } = await person('latecomer');
    const engine = await leading();
    await quote(10_000);
    const held: Resting[] = [];
    engine.unplug();
    const unplug = [
      market.onQuote((each) => engine.see(each)),
      bus.subscribe<Resting>(contracts.topic, (resting) => held.push(resting)),
    ];
    await demo(order.buyU, { ...long, stopLoss: '98' });
    // The message is still on its way when the price dips below the stop and comes back.
    await quote(9790);
    await quote(10_000);
    for (const resting of held) engine.apply(contracts, resting);
    await engine.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ closeReason: 'stopLoss', closePrice: '97.90' }]);
    for (const end of unplug) end();
    await engine.retire();
  });

  it('follows the best price and writes down how far', async () => {
    const { demo } = await person('follower');
    const engine = await leading();
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    await demo(order.amendU, { id, trailingStop: '2' });
    await quote(10_250);
    await quote(10_060);
    await engine.saveTrailing();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ status: 'open', trailingStopPrice: '100.50' }]);
    // An amendment of another stop keeps how far it has followed, also what is not written down yet.
    await quote(10_300);
    await demo(order.amendU, { id, takeProfit: '120' });
    await quote(10_100);
    await engine.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ closeReason: 'trailingStop', closePrice: '101.00' }]);
    await over(engine);
  });

  it('is rebuilt from the database by the process that takes over, trailing stops included', async () => {
    const { demo } = await person('rebuilt');
    const first = await leading();
    await quote(10_000);
    const { id } = await demo(order.buyU, long, { idempotencyKey: 'trailing' });
    await demo(order.amendU, { id, trailingStop: '2' });
    await demo(order.buyU, { ...long, type: 'limit', price: '95' }, { idempotencyKey: 'limit' });
    await quote(10_300);
    await over(first);
    const second = await leading();
    expect(second.size).toBe(2);
    await quote(10_100);
    await quote(9500);
    await second.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([
      { status: 'open', openPrice: '95.00' },
      { closeReason: 'trailingStop', closePrice: '101.00' },
    ]);
    await over(second);
  });

  it('never holds an earlier price against a best that was only set after it', async () => {
    const { demo } = await person('earlier');
    const engine = await leading();
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    await demo(order.amendU, { id, trailingStop: '2' });
    await quote(9900);
    await quote(10_250);
    // A night's financing changes the row and nothing about its prices.
    clock.advance(24 * hour);
    await new FinancingRound(context, silent).run(new AbortController().signal);
    await engine.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ status: 'open', financing: '0.01' }]);
    await quote(10_050);
    await engine.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ closeReason: 'trailingStop', closePrice: '100.50' }]);
    await over(engine);
  });

  it('nor does a standby that has seen the earlier price and takes over', async () => {
    const { demo } = await person('standby');
    const first = await leading();
    const standby = new Engine({ db, sources: [contracts], log: silent });
    const unplug = market.onQuote((each) => standby.see(each));
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    await demo(order.amendU, { id, trailingStop: '2' });
    await quote(9900);
    await quote(10_250);
    await first.saveTrailing();
    // Not written down any more by the one that led, and seen by both.
    await quote(10_300);
    first.unplug();
    await standby.lead();
    await quote(10_200);
    await standby.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ status: 'open' }]);
    await quote(10_100);
    await standby.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ closeReason: 'trailingStop', closePrice: '101.00' }]);
    unplug();
    await standby.retire();
    await first.retire();
  });

  it('liquidates by no quote from before the charge that moved the price of liquidation', async () => {
    const { demo } = await person('charged');
    const engine = await leading();
    await quote(10_000);
    // Nearly all of the account: the night's 99.0099 come out of the margin, 0.01 a coin.
    await demo(order.buyU, { ...long, lots: '9900.99' });
    // (0.5 − 10 + 100) / 0.999 = 90.590…, and with a margin of 9.99 it is 90.600….
    await quote(9060);
    await engine.settled();
    await quote(9070);
    await quote(9060);
    await quote(9070);
    await engine.settled();
    clock.advance(24 * hour);
    await new FinancingRound(context, silent).run(new AbortController().signal);
    await engine.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ status: 'open', liquidationPrice: '90.60' }]);
    await quote(9070);
    await quote(9060);
    await engine.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ closeReason: 'liquidation', closePrice: '90.60' }]);
    await over(engine);
    await expectSoundBooks(db);
  });

  it('finds by reconciling what messages have lost, also from a transaction that began before and committed after', async () => {
    const { demo } = await person('lost');
    const engine = await leading();
    engine.unplug();
    const unplug = market.onQuote((each) => engine.see(each));
    const before = engine.size;
    await quote(10_000);
    const slow = await db.connect();
    await slow.query('begin; set local idle_in_transaction_session_timeout = 0');
    await slow.query('select pg_current_xact_id()');
    const { id } = await demo(order.buyU, { ...long, stopLoss: '98' });
    await slow.query('update positions set take_profit = 10400 where id = $1', [id]);
    await engine.reconcile();
    await engine.reconcile();
    expect(engine.size).toBe(before + 1);
    await slow.query('commit');
    slow.release();
    await engine.reconcile();
    await quote(10_400);
    await engine.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ closeReason: 'takeProfit', closePrice: '104.00' }]);
    unplug();
    await engine.retire();
  });

  it('finds what two writers have changed who commit in the other order than they began', async () => {
    const { demo } = await person('reversed');
    const engine = await leading();
    await quote(10_000);
    const [one, other] = [
      await demo(order.buyU, long, { idempotencyKey: 'one' }),
      await demo(order.buyU, long, { idempotencyKey: 'other' }),
    ];
    engine.unplug();
    const unplug = market.onQuote((each) => engine.see(each));
    const [early, late] = [await db.connect(), await db.connect()];
    const target = 'update positions set take_profit = 10400 where id = $1 returning changed::text as changed';
    await early.query('begin; set local idle_in_transaction_session_timeout = 0');
    const first = await early.query<{ changed: string }>(target, [one.id]);
    await late.query('begin; set local idle_in_transaction_session_timeout = 0');
    const second = await late.query<{ changed: string }>(target, [other.id]);
    expect(BigInt(first.rows[0]?.changed ?? 0)).toBeLessThan(BigInt(second.rows[0]?.changed ?? 0));
    await late.query('commit');
    await engine.reconcile();
    // A reader that continued after the last change it has seen would never see the earlier one.
    const seen = await contracts.changedSince(second.rows[0]?.changed ?? '', 0, 100);
    await early.query('commit');
    const missed = await contracts.changedSince(String(BigInt(second.rows[0]?.changed ?? 0) + 1n), 0, 100);
    expect([seen.map(({ id }) => id), missed]).toEqual([[Number(other.id)], []]);
    for (const client of [early, late]) client.release();
    await engine.reconcile();
    await quote(10_400);
    await engine.settled();
    expect((await demo(order.listUOrder, {})).items.map(({ id, closeReason }) => [id, closeReason])).toEqual([
      [other.id, 'takeProfit'],
      [one.id, 'takeProfit'],
    ]);
    unplug();
    await engine.retire();
  });

  it('watches everything after a restore into a younger cluster, and does not read all of it again at every look', async () => {
    const { demo } = await person('restored');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, stopLoss: '98' });
    // The rows name transactions of the old cluster, which have not begun in this one.
    await db.transact(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query("update positions set changed = ('1' || lpad(id::text, 12, '0'))::xid8");
    });
    const pages: number[] = [];
    const counted: Source = {
      ...contracts,
      changedSince: async (...asked) => {
        const page = await contracts.changedSince(...asked);
        pages.push(page.length);
        return page;
      },
    };
    const engine = await leading([counted]);
    await engine.reconcile();
    await demo(order.amendU, { id, takeProfit: '104' });
    await engine.reconcile();
    expect(pages).toEqual([0, 1]);
    await quote(10_400);
    await engine.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ closeReason: 'takeProfit' }]);
    await over(engine);
  });

  it('tries a failed act again with the same quote, and lets no other order wait for it', async () => {
    const { demo } = await person('failing');
    const opened: string[] = [];
    let failures = 0;
    const failing: Source = {
      ...contracts,
      act: (id, crossed, reached) => {
        if (String(id) === opened[0] && failures < 3) {
          failures += 1;
          return Promise.reject(new Error('the database is away'));
        }
        return contracts.act(id, crossed, reached);
      },
    };
    const engine = await leading([failing]);
    await quote(10_000);
    for (const key of ['x', 'y'])
      opened.push((await demo(order.buyU, { ...long, stopLoss: '98' }, { idempotencyKey: key })).id);
    await quote(9790);
    await quote(10_000);
    await engine.settled();
    expect(failures).toBe(3);
    expect((await demo(order.listUOrder, {})).items).toMatchObject([
      { id: opened[1], closePrice: '97.90' },
      { id: opened[0], closePrice: '97.90' },
    ]);
    await over(engine);
  });

  it('does nothing on a feed that is spiking, zero, crossed, reversed or frozen', async () => {
    const { demo } = await person('halted');
    const engine = await leading();
    await quote(10_000);
    await demo(order.buyU, { ...long, stopLoss: '98' }, { idempotencyKey: 'stop' });
    await demo(order.buyU, { ...long, type: 'limit', price: '95' }, { idempotencyKey: 'limit' });
    const good = { code: 'COINUSDT', time: clock.now(), volume: 0 };
    for (const bid of [0, -9700, Number.NaN, Number.POSITIVE_INFINITY])
      await feed.emit({ ...good, time: clock.now() + 1, bid, ask: bid });
    await feed.emit({ ...good, time: clock.now() + 1, bid: 9400, ask: 9300 });
    await feed.emit({ ...good, time: clock.now() - 5000, bid: 9400, ask: 9400 });
    await quote(6000);
    await quote(6000);
    await engine.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ status: 'awaiting' }, { status: 'open' }]);
    await quote(10_000);
    expect(market.tradable('COINUSDT')).toBe(true);
    clock.advance(hour);
    expect(market.tradable('COINUSDT')).toBe(false);
    await over(engine);
  });

  it('charges financing when the business clock passes 21:00 UTC, and not twice', async () => {
    const { demo } = await person('nightly');
    await quote(10_000);
    await demo(order.buyU, long);
    clock.advance(24 * hour);
    const round = new FinancingRound(context, silent);
    const { signal } = new AbortController();
    await round.run(signal);
    await round.run(signal);
    await new FinancingRound(context, silent).run(signal);
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ financing: '0.01' }]);
    await expectSoundBooks(db);
  });
});

describe('limit orders of spot', () => {
  const buying = { code: 'COINUSDT', side: 'buy', type: 'limit', price: '98', quantity: '2' } as const;
  const selling = { ...buying, side: 'sell', price: '105' } as const;

  it('fill at the quote that reached them, better than their limit where the price has jumped', async () => {
    const { demo } = await person('spotlimits');
    const engine = await leading(sources);
    await quote(10_000);
    await demo(order.submit, { ...buying, type: 'market', price: undefined });
    const bought = await demo(order.submit, { ...buying, quantity: '1' }, { idempotencyKey: 'buy' });
    const waits = await demo(order.submit, { ...buying, price: '90' }, { idempotencyKey: 'low' });
    const sold = await demo(order.submit, { ...selling, quantity: '1' }, { idempotencyKey: 'sell' });
    // The ask stays above the limit: the bid alone does not buy.
    await quote(9790, 9810);
    // Gaps through both limits.
    await quote(9650, 9700);
    await quote(10_700, 10_710);
    await engine.settled();
    const { items } = await demo(order.listBbOrder, { status: ['open', 'filled'] });
    expect(items.map(({ id, status, filledPrice, turnover, fee }) => [id, status, filledPrice, turnover, fee])).toEqual([
      [sold.id, 'filled', '107.00', '107', '0.107'],
      [waits.id, 'open', null, '180', '0.002'],
      [bought.id, 'filled', '97.00', '97', '0.001'],
      [expect.any(String), 'filled', '100.00', '200', '0.002'],
    ]);
    const { transfers } = await demo(order.receipt, { id: bought.id });
    expect(transfers.map(({ from, to, amount, asset }) => [from, to, amount, asset])).toEqual([
      ['available', 'order', '98', 'USDT'],
      ['order', 'house:trading', '97', 'USDT'],
      ['house:trading', 'available', '1', 'COIN'],
      ['available', 'house:fees', '0.001', 'COIN'],
      ['order', 'available', '1', 'USDT'],
    ]);
    await demo(order.cancelBb, { id: waits.id });
    await over(engine);
    await expectSoundBooks(db);
  });

  it('are watched beside contracts with the same ids, also by the process that takes over', async () => {
    const { demo } = await person('sameids');
    // Contract and spot order get the same number.
    await db.query('alter table spot_orders alter column id restart with 5000');
    await db.query('alter table positions alter column id restart with 5000');
    await quote(10_000);
    const first = await leading(sources);
    const contract = await demo(order.buyU, { ...long, stopLoss: '98' });
    const spot = await demo(order.submit, { ...buying, price: '97' });
    // The number before it was drawn when there was no account yet for what it sets aside.
    expect([contract.id, spot.id]).toEqual(['5001', 's5001']);
    const alive = first.size;
    await over(first);
    const second = await leading(sources);
    expect(second.size).toBe(alive);
    await quote(9800);
    await second.settled();
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ closeReason: 'stopLoss' }]);
    expect((await demo(order.listBbOrder, {})).items).toMatchObject([{ status: 'open' }]);
    await quote(9600);
    await second.settled();
    expect((await demo(order.listBbOrder, {})).items).toMatchObject([{ status: 'filled', filledPrice: '96.00' }]);
    await over(second);
  });

  it('are found by reconciling when their message is lost, and judged by the quotes since', async () => {
    const { demo } = await person('lostspot');
    const engine = await leading(sources);
    engine.unplug();
    const unplug = market.onQuote((each) => engine.see(each));
    await quote(10_000);
    await demo(order.submit, buying);
    await quote(9700);
    await quote(10_000);
    await engine.reconcile();
    await engine.settled();
    expect((await demo(order.listBbOrder, {})).items).toMatchObject([{ status: 'filled', filledPrice: '97.00' }]);
    unplug();
    await engine.retire();
  });
});

describe('spot orders that wait for more than a limit', () => {
  const order104 = { code: 'COINUSDT', side: 'buy', type: 'stopLimit', price: '104', trigger: '105', quantity: '1' } as const;
  const pair = { ...order104, side: 'sell', type: 'oco', price: '112', trigger: '95' } as const;

  it('begin at their trigger, rest at their limit, and fill there: also with a new leader in between', async () => {
    const { demo } = await person('spottriggers');
    const first = await leading(sources);
    await quote(10_000);
    const { id } = await demo(order.submit, order104);
    await quote(10_390);
    await first.settled();
    expect((await demo(order.listBbOrder, {})).items).toMatchObject([{ status: 'open', triggeredAt: null }]);
    await quote(10_550);
    await first.settled();
    const [resting] = (await demo(order.listBbOrder, {})).items;
    expect([resting?.status, resting?.triggeredAt === null]).toEqual(['open', false]);
    await over(first);
    const second = await leading(sources);
    await quote(10_350);
    await second.settled();
    expect((await demo(order.listBbOrder, {})).items).toMatchObject([{ id, status: 'filled', filledPrice: '103.50' }]);
    await over(second);
    const { quotes } = await demo(order.receipt, { id });
    expect(quotes.map(({ moment, ask }) => `${moment} ${ask}`)).toEqual(['place 100', 'trigger 105.5', 'fill 103.5']);
  });

  it('sell by a pair once, at the one that comes first, whatever the price does afterwards', async () => {
    const { demo } = await person('spotpairs');
    const engine = await leading(sources);
    await quote(10_000);
    await demo(order.submit, { ...order104, type: 'market', price: undefined, trigger: undefined, quantity: '2.5' });
    await demo(order.submit, pair, { idempotencyKey: 'stopped' });
    await demo(order.submit, { ...pair, price: '101', trigger: '50' }, { idempotencyKey: 'taken' });
    await quote(9400);
    await quote(11_300);
    await engine.settled();
    expect((await demo(order.listBbOrder, { limit: 2 })).items).toMatchObject([
      { status: 'filled', reason: 'takeProfit', filledPrice: '113.00' },
      { status: 'filled', reason: 'stopLoss', filledPrice: '94.00' },
    ]);
    await over(engine);
    await expectSoundBooks(db);
  });
});

describe('of two engines', () => {
  it('one leads; when its connection dies the other takes over, and no trigger fires twice', async () => {
    const { demo } = await person('takeover');
    const led = ledAlready({ onQuote: market.onQuote.bind(market) });
    const parts = { db, bus, market: led, log: silent, metrics: createMetrics(), sources: [contracts], rounds: [] };
    // The first one waits so long before it tries again that the other one is sure to be there before.
    const first = startEngine({ ...parts, pollMs: 600_000 });
    await quote(10_000);
    await demo(order.buyU, { ...long, stopLoss: '98' }, { idempotencyKey: 'one' });
    await expect.poll(() => first.engine.size > 0).toBe(true);
    const second = startEngine({ ...parts, metrics: createMetrics(), pollMs: 10 });
    const engines = [first, second];
    // Of this database alone: other tests have leaders of their own.
    await db.query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and classid = 7294301 and objid = 0
         and database = (select oid from pg_database where datname = current_database())`,
    );
    await expect.poll(() => engines.map(({ engine }) => engine.size > 0)).toEqual([false, true]);
    await quote(9790);
    await expect.poll(async () => (await demo(order.listUOrder, { status: 'closed' })).items.length).toBe(1);
    await Promise.all(engines.map((each) => each.stop()));
    await expectSoundBooks(db);
  });
});
