import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { index } from '@assay/contract/endpoints/index.ts';
import { type CandlePeriod, candlePeriods } from '@assay/contract/vocabulary/markets.ts';
import { instruments } from '@assay/domain/market/catalogue.ts';
import { createSimulator } from '@assay/domain/market/simulator.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { identityApp } from '../../../test/identity-app.ts';
import { handFeed, listed, standingClock, testMarket } from '../../../test/market.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { Term } from '../../platform/lead/lead.ts';
import { takeLease } from '../../platform/lead/lease.ts';
import { replayFeed } from '../feeds/replay-feed.ts';
import type { Market } from '../index.ts';

const db = await testDatabase();
const replayed = await testDatabase();
const noon = Date.UTC(2030, 0, 7, 12); // a Monday
const second = 1000;
const minute = 60 * second;
const periods = Object.keys(candlePeriods) as CandlePeriod[];

// The market's own timers stand still: the tests tick and flush.
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

/** Candles as a browser gets them. */
async function reader(database: Database, clock: Clock, market: Market) {
  const { http, call } = await identityApp(database, clock);
  market.registerRoutes(http);
  return (code: string, period: CandlePeriod, more: { from?: number; to?: number; limit?: number } = {}) =>
    call(index.getKValueByCodeAndDate, { code, period, ...more });
}

/** One process after the other on the same database, all fed by the same hand. */
function process(code: string, clock: ReturnType<typeof standingClock>) {
  const catalogue = listed(code);
  return async () => {
    const feed = handFeed(clock, catalogue);
    const market = await testMarket(db, { clock, catalogue, feeds: [feed] });
    await market.start();
    await market.lead();
    const candles = await reader(db, clock, market);
    const quote = async (at: number, price: string, volume = 0) => {
      clock.set(at);
      await feed.quote(code, price, price, { volume });
    };
    return { market, candles, quote };
  };
}

const bar = (time: number, open: number, high: number, low: number, close: number, volume: number) => ({
  time,
  open,
  high,
  low,
  close,
  volume,
});

test('a graceful restart in the middle of a minute leaves no trace in any candle', async () => {
  const start = process('BTCUSDT', standingClock(noon));
  const first = await start();
  await first.quote(noon, '100', 1);
  await first.quote(noon + 20 * second, '103', 2);
  await first.quote(noon + minute, '101', 1);
  await first.quote(noon + minute + 10 * second, '99', 1);
  await first.market.stop();

  const restarted = await start();
  await restarted.quote(noon + minute + 20 * second, '104', 1);
  await restarted.quote(noon + 2 * minute, '102', 1);
  expect(await restarted.candles('BTCUSDT', '1m')).toEqual([
    bar(noon, 100, 103, 100, 103, 3),
    bar(noon + minute, 101, 104, 99, 104, 3),
    bar(noon + 2 * minute, 102, 102, 102, 102, 1),
  ]);
  for (const period of ['5m', '15m', '30m', '1h', '4h'] as const) {
    expect(await restarted.candles('BTCUSDT', period)).toEqual([bar(noon, 100, 104, 99, 102, 7)]);
  }
  expect(await restarted.candles('BTCUSDT', '1d')).toEqual([bar(Date.UTC(2030, 0, 7), 100, 104, 99, 102, 7)]);
  expect(await restarted.candles('BTCUSDT', '1w')).toEqual([bar(Date.UTC(2030, 0, 7), 100, 104, 99, 102, 7)]);
  await restarted.market.stop();
});

test('a process that dies loses nothing that was shown: what it had not written down is made from the tape', async () => {
  const start = process('ETHUSDT', standingClock(noon));
  const first = await start();
  for (let at = 0; at < 62; at += 1) await first.quote(noon + at * minute, String(1000 + at), 1);
  await first.market.flush();
  await first.quote(noon + 61 * minute + second, '5', 1);
  await first.quote(noon + 61 * minute + 2 * second, '1062', 1);

  const next = await start();
  expect(next.market.quote('ETHUSDT')?.time).toBe(noon + 61 * minute + 2 * second);
  await next.quote(noon + 61 * minute + 3 * second, '1063', 1);
  expect((await next.candles('ETHUSDT', '1m')).slice(-2)).toEqual([
    bar(noon + 60 * minute, 1060, 1060, 1060, 1060, 1),
    bar(noon + 61 * minute, 1061, 1063, 1061, 1063, 3),
  ]);
  expect(await next.candles('ETHUSDT', '1h')).toEqual([
    bar(noon, 1000, 1059, 1000, 1059, 60),
    bar(noon + 60 * minute, 1060, 1063, 1060, 1063, 4),
  ]);
  await next.market.stop();
});

test('a gap stays a gap, and what was running before it is closed by the next process', async () => {
  const start = process('LTCUSDT', standingClock(noon));
  const first = await start();
  await first.quote(noon + 59 * minute, '80', 1);
  await first.market.stop();
  const next = await start();
  await next.quote(noon + 3 * 60 * minute, '81', 1);
  next.market.tick();
  await next.market.flush();
  expect(await next.candles('LTCUSDT', '1h')).toEqual([
    bar(noon, 80, 80, 80, 80, 1),
    bar(noon + 180 * minute, 81, 81, 81, 81, 1),
  ]);
  const closed = await db.query(`select period from bars where code = 'LTCUSDT' order by period`);
  expect(closed).toEqual([{ period: '1h' }, { period: '1m' }, { period: '5m' }]);
  await next.market.stop();
});

test('what was running when a process stopped is written down by the next one, which starts when its minute is over', async () => {
  const clock = standingClock(noon);
  const start = process('BNBUSDT', clock);
  const first = await start();
  await first.quote(noon, '7', 1);
  await first.market.stop();
  clock.set(noon + 10 * minute);
  const next = await start();
  await next.quote(noon + 10 * minute, '8', 1);
  await next.market.flush();
  expect(await next.candles('BNBUSDT', '1m')).toEqual([bar(noon, 7, 7, 7, 7, 1), bar(noon + 10 * minute, 8, 8, 8, 8, 1)]);
  const closed = await db.query(`select period from bars where code = 'BNBUSDT' order by period`);
  expect(closed).toEqual([{ period: '1m' }, { period: '5m' }]);
  await next.market.stop();
});

test('a closed bar never changes: not by a late quote, not by a correction in the database', async () => {
  const clock = standingClock(noon);
  const { market, candles, quote } = await process('XRPUSDT', clock)();
  await quote(noon + 30 * second, '0.5');
  // Two seconds after its end the minute is closed, with or without a new quote.
  clock.set(noon + minute + 2 * second);
  market.tick();
  await market.flush();
  const before = await candles('XRPUSDT', '1m');
  expect(before).toEqual([bar(noon, 0.5, 0.5, 0.5, 0.5, 0)]);
  clock.set(noon + minute + 3 * second);
  await quote(noon + minute + 3 * second, '0.51');
  expect(await candles('XRPUSDT', '1m')).toEqual([...before, bar(noon + minute, 0.51, 0.51, 0.51, 0.51, 0)]);
  await expect(db.query(`update bars set high = high + 1 where code = 'XRPUSDT'`)).rejects.toThrow('append-only');
  await expect(db.query(`delete from bars where code = 'XRPUSDT'`)).rejects.toThrow('append-only');
  // The broken twin: without the trigger the bar would have become another.
  const twin = db.transact(async (tx) => {
    await tx.query('drop trigger append_only on bars');
    const changed = await tx.query(`update bars set high = high + 1 where code = 'XRPUSDT' returning 1 as changed`);
    throw new Error(changed.length > 0 ? 'changed' : 'kept');
  });
  await expect(twin).rejects.toThrow('changed');
  await market.stop();
});

test('a quote that is late by more than two seconds counts as the last price, but not in its closed bar', async () => {
  const clock = standingClock(noon);
  const catalogue = listed('ADAUSDT');
  const feed = handFeed(clock, catalogue);
  const market = await testMarket(db, { clock, catalogue, feeds: [feed] });
  await market.start();
  await market.lead();
  const candles = await reader(db, clock, market);
  await feed.quote('ADAUSDT', '0.4', '0.4');
  clock.set(noon + minute + second);
  market.tick();
  await feed.quote('ADAUSDT', '0.41', '0.41', { time: noon + 59 * second });
  clock.set(noon + minute + 2 * second);
  market.tick();
  await feed.quote('ADAUSDT', '0.42', '0.42', { time: noon + 59.5 * second });
  expect(await candles('ADAUSDT', '1m')).toEqual([bar(noon, 0.4, 0.41, 0.4, 0.41, 0)]);
  expect(market.quote('ADAUSDT')?.time).toBe(noon + 59.5 * second);
  await market.stop();
});

test('a standby writes nothing while another leads, and the bars that the leader did not get to write when it takes over', async () => {
  const clock = standingClock(noon);
  const catalogue = listed('TRXUSDT');
  const hand = handFeed(clock, catalogue);
  const open = () => testMarket(db, { clock, catalogue, feeds: [hand] });
  const [leader, standby] = await Promise.all([open(), open()]);
  await leader.start();
  await leader.lead();
  await standby.start();
  await hand.quote('TRXUSDT', '0.1', '0.1');
  clock.set(noon + minute);
  await hand.quote('TRXUSDT', '0.11', '0.11');
  await standby.flush();
  const written = async () => [
    (await db.query(`select from bars where code = 'TRXUSDT'`)).length,
    (await db.query(`select from market_state where code = 'TRXUSDT'`)).length,
  ];
  expect(await written()).toEqual([0, 0]);
  // The leader was not stopped: it has died.
  await standby.lead();
  expect(standby.quote('TRXUSDT')?.time).toBe(noon + minute);
  clock.set(noon + 2 * minute);
  await hand.quote('TRXUSDT', '0.12', '0.12');
  await standby.flush();
  expect(await written()).toEqual([2, 1]);
  await standby.stop();
});

test('a former leader closes no minute without what has come to the tape since another leads', async () => {
  const clock = standingClock(noon);
  const catalogue = listed('LINKUSDT');
  const direct = await db.direct();
  /** Another process leads, and the one before has not noticed. */
  const next = async () => {
    const term = await takeLease(direct, db.name, true);
    if (term === undefined) throw new Error('somebody else leads');
    const feed = handFeed(clock, catalogue);
    const market = await testMarket(db, { clock, catalogue, feeds: [feed] });
    await market.start();
    await market.lead(new Term(term, 0, () => 0));
    return { market, quote: (price: string) => feed.quote('LINKUSDT', price, price) };
  };
  const hung = await next();
  await hung.quote('0.5');
  await hung.market.flush();
  const leads = await next();
  clock.set(noon + second);
  await leads.quote('0.501');
  clock.set(noon + minute + 3 * second);
  hung.market.tick();
  await hung.market.flush();
  leads.market.tick();
  await leads.market.flush();
  const kept = () => db.query(`select open, close from bars where code = 'LINKUSDT' and period = '1m'`);
  expect(await kept()).toEqual([{ open: 500, close: 501 }]);
  // Nor does what it still knew of the minute become what the next one begins with.
  await hung.market.stop();
  expect(await db.query(`select time_ms as "time" from market_state where code = 'LINKUSDT'`)).toEqual([
    { time: noon + second },
  ]);
  await leads.market.stop();
  await direct.close();
});

test('raw quotes are kept for seven days, and no longer once everything is judged by them', async () => {
  const { market, quote } = await process('SOLUSDT', standingClock(noon))();
  await quote(noon, '150', 2);
  await quote(noon + second, '151', 3);
  await market.flush();
  const raw = () =>
    db.query(`select bid, time, volume from quote_batches, unnest(numbers, bids, times_ms, volumes) as one (number, bid, time, volume)
      where number = (select number from instruments where code = 'SOLUSDT') order by time`);
  expect(await raw()).toEqual(
    [
      { bid: 1_500_000, time: noon, volume: 2 },
      { bid: 1_510_000, time: noon + second, volume: 3 },
    ].map((row) => ({ ...row, bid: expect.any(Number) as number })),
  );
  const [job] = market.jobs();
  await db.query(`update quote_batches set recorded_at = now() - interval '6 days 23 hours'`);
  await job?.run();
  expect(await raw()).toHaveLength(2);
  await db.query(`update quote_batches set recorded_at = now() - interval '7 days 1 minute'`);
  // There was no leader for so long: the next leader judges every order by them.
  await job?.run();
  expect(await raw()).toHaveLength(2);
  await db.query("update tape_marks set position = (select max(id) from quote_batches) where name = 'judged'");
  await job?.run();
  expect(await raw()).toEqual([]);
  await market.stop();
});

test('a fresh sandbox has candles in every period and figures of a day; none of the made ones is recorded', async () => {
  const clock = standingClock(noon + 30 * minute + 20 * second);
  const catalogue = listed('BCHUSDT', 'EURUSD', 'AAPL');
  const feed = handFeed(clock, catalogue, 'simulated');
  const simulator = createSimulator(7);
  const start = () => testMarket(db, { clock, catalogue, feeds: [feed], simulator });
  const market = await start();
  await market.start();
  await market.lead();
  const candles = await reader(db, clock, market);
  const seen = new Map<string, unknown[]>();
  for (const { code } of catalogue) {
    expect(market.quote(code)).toBeDefined();
    for (const period of periods) {
      const bars = await candles(code, period, { limit: 60 });
      expect(bars.length, `${code} ${period}`).toBeGreaterThanOrEqual(period === '1w' ? 57 : 60);
      expect(bars.map(({ time }) => time)).toEqual(bars.map(({ time }) => time).toSorted((a, b) => a - b));
      seen.set(`${code} ${period}`, bars.slice(1, -1));
    }
  }
  expect(market.day('BCHUSDT')?.changePercent).toMatch(/^-?\d+\.\d\d$/);
  expect(await db.query(`select from bars where source = 'simulated'`)).toEqual([]);

  // The first real quotes go on from there, and nothing that was closed is another after a restart.
  const [btc] = catalogue;
  if (btc === undefined) throw new Error('no instrument');
  for (let step = 0; step < 5; step += 1) {
    clock.set(clock.now() + 30 * second);
    await feed.raw(simulator.quoteAt(btc, clock.now(), 30 * second));
  }
  await market.stop();
  const next = await start();
  await next.start();
  await next.lead();
  const again = await reader(db, clock, next);
  for (const period of periods) {
    const bars = await again('BCHUSDT', period, { limit: 100 });
    expect(bars).toEqual(expect.arrayContaining(seen.get(`BCHUSDT ${period}`) ?? []));
    expect(new Set(bars.map(({ time }) => time)).size).toBe(bars.length);
  }
  // Larger bars are made of the minutes, simulated and recorded ones alike.
  const minutes = await again('BCHUSDT', '1m', { limit: 1500 });
  const today = minutes.filter(({ time }) => time >= Date.UTC(2030, 0, 7));
  for (const period of ['5m', '15m', '30m', '1h', '4h', '1d'] as const) {
    const bars = await again('BCHUSDT', period, { from: Date.UTC(2030, 0, 7) });
    expect(bars, period).toEqual(grouped(today, candlePeriods[period]));
  }
  expect((await again('BCHUSDT', '1m', { limit: 5 })).map(({ time }) => time - noon)).toEqual(
    [29, 30, 31, 32, 33].map((at) => at * minute - minute),
  );
  await next.stop();
});

test('limit, from and to choose bars by their start; an unknown code and a wrong period are refused', async () => {
  const { market, candles, quote } = await process('DOTUSDT', standingClock(noon))();
  for (let at = 0; at < 40; at += 1) await quote(noon + at * minute, String(5 + at / 100));
  await market.flush();
  const times = async (...args: Parameters<typeof candles>) =>
    (await candles(...args)).map(({ time }) => (time - noon) / minute);
  expect(await times('DOTUSDT', '1m', { limit: 2 })).toEqual([38, 39]);
  expect(await times('DOTUSDT', '1m', { from: noon + 2 * minute, to: noon + 4 * minute })).toEqual([2, 3, 4]);
  expect(await times('DOTUSDT', '15m', { from: noon + 1 })).toEqual([15, 30]);
  expect(await times('DOTUSDT', '15m', { to: noon + 15 * minute })).toEqual([0, 15]);
  expect(await times('DOTUSDT', '5m', { limit: 3 })).toEqual([25, 30, 35]);
  expect(await times('DOTUSDT', '1m', { from: noon + 100 * minute })).toEqual([]);
  await expect(candles('NOSUCH', '1m')).rejects.toMatchObject({ code: '11009' });
  await expect(candles('DOTUSDT', '2m' as CandlePeriod)).rejects.toMatchObject({ code: '400' });
  await market.stop();
});

const recorded = new URL('../../../../../../shared/data/market/', import.meta.url);
const present = existsSync(recorded);
if (!present) console.info('replayed days are not compared: there is no ../shared/data/market');

/** Bars computed from the text of the files alone, in decimals as they are there. */
async function barsOfFiles(prefix: string, days: readonly string[]) {
  const texts = await Promise.all(days.map((day) => readFile(new URL(`${prefix}-${day}.csv`, recorded), 'utf8')));
  return texts.flatMap((text) =>
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map(Number))
      .map(([time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0]) => bar(time, open, high, low, close, volume)),
  );
}

function grouped(bars: Awaited<ReturnType<typeof barsOfFiles>>, lengthMs: number) {
  const groups = Map.groupBy(bars, ({ time }) => time - (time % lengthMs));
  return [...groups].map(([time, parts]) =>
    bar(
      time,
      parts[0]?.open ?? 0,
      Math.max(...parts.map(({ high }) => high)),
      Math.min(...parts.map(({ low }) => low)),
      parts.at(-1)?.close ?? 0,
      expect.closeTo(
        parts.reduce((sum, { volume }) => sum + volume, 0),
        6,
      ) as number,
    ),
  );
}

test.runIf(present)(
  'candles of replayed days equal bars computed from the files, over a restart and a second replay',
  async () => {
    const days = ['20180404', '20180405', '20180406'];
    expect((await readdir(recorded)).filter((name) => name.startsWith('crypto-BTCUSD-2018'))).toHaveLength(days.length);
    const options = {
      path: fileURLToPath(recorded),
      day: '2018-04-04',
      speed: 0,
      now: () => 0,
      log: { info: () => undefined, warn: () => undefined },
    };
    const run = async (from?: number) => {
      const feed = await replayFeed({ ...options, ...(from !== undefined && { from }) });
      const clock: Clock = { now: feed.clock, wall: () => feed.clock(), elapsed: () => 0 };
      const market = await testMarket(replayed, {
        clock,
        catalogue: instruments,
        feeds: [feed],
        simulator: createSimulator(1),
      });
      await market.start();
      await market.lead();
      return { feed, market, candles: await reader(replayed, clock, market) };
    };
    const compare = async (candles: Awaited<ReturnType<typeof reader>>, until: number) => {
      for (const [code, prefix, of] of [
        ['BTCUSDT', 'crypto-BTCUSD', days],
        ['LTCUSDT', 'crypto-LTCUSD', days],
        ['ETHUSDT', 'crypto-ETHUSD', days.slice(0, 2)],
      ] as const) {
        const all = (await barsOfFiles(prefix, of)).filter(({ time }) => time < until);
        for (const period of ['5m', '15m', '1h', '4h', '1d'] as const) {
          expect(await candles(code, period, { limit: 1500 }), `${code} ${period}`).toEqual(
            grouped(all, candlePeriods[period]),
          );
        }
        for (const day of of.map((text) => Date.UTC(2018, 3, Number(text.slice(6))))) {
          const minutes = await candles(code, '1m', { from: day, to: day + 86_399_999, limit: 1500 });
          expect(minutes).toEqual(all.filter(({ time }) => time >= day && time < day + 86_400_000));
        }
      }
    };

    const first = await run();
    const middle = Date.UTC(2018, 3, 5, 10, 7, 20);
    for (let time = first.feed.clock(); time < middle; time += 30 * minute) {
      await first.feed.advanceTo(Math.min(time + 30 * minute, middle));
      first.market.tick();
      await first.market.flush();
    }
    await first.market.stop();

    const resumed = await run(middle);
    await resumed.feed.advanceTo(Date.UTC(2018, 3, 7));
    resumed.market.tick();
    await resumed.market.flush();
    await compare(resumed.candles, Infinity);
    await resumed.market.stop();

    // Another replay from the beginning: what lies ahead of its clock is on record, and is not shown.
    const third = await run();
    const early = Date.UTC(2018, 3, 4, 9);
    await third.feed.advanceTo(early - 1);
    third.market.tick();
    await compare(third.candles, early);
    await third.feed.advanceTo(Date.UTC(2018, 3, 7));
    await third.market.flush();
    await compare(third.candles, Infinity);
    await third.market.stop();
  },
);
