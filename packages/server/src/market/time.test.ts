import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { handFeed, listed, standingClock, steadyPace, testMarket } from '../../test/market.ts';
import type { Database } from '../platform/database.ts';
import { Pace } from './pace.ts';

const db = await testDatabase();
const noon = Date.UTC(2030, 0, 7, 12);
const second = 1000;
const minute = 60 * second;
const codes = ['BTCUSDT', 'ETHUSDT'] as const;

// The market's own timers stand still: the tests tick.
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

/** The machine's own clocks, apart from each other. */
function machine() {
  const time = { wall: noon, elapsed: 0 };
  const clock = { now: () => time.wall, wall: () => time.wall, elapsed: () => time.elapsed };
  return { time, clock };
}

async function open(pace: Pace, clock: ReturnType<typeof machine>['clock'] = standingClock(noon), kind: FeedKind = 'live') {
  const catalogue = listed(...codes);
  const feed = handFeed(clock, catalogue, kind);
  const market = await testMarket(db, { clock, catalogue, feeds: [feed], pace });
  await market.start();
  await market.lead();
  const quote = (code: string) => feed.quote(code, '3000', '3001');
  const tradable = () => codes.map((code) => market.tradable(code));
  for (const code of codes) await quote(code);
  expect(tradable()).toEqual([true, true]);
  return { market, quote, tradable };
}

describe('a price', () => {
  it('is not traded on when the clock is set back, though it looks fresh then, until quotes come that are newer', async () => {
    const clock = standingClock(noon);
    const { market, quote, tradable } = await open(steadyPace(), clock);
    clock.set(noon - 10 * minute);
    expect(tradable()).toEqual([false, false]);
    expect(market.suspendedSince('BTCUSDT')).toBe(noon - 10 * minute);
    // A source that is timed by the same clock brings nothing newer yet.
    clock.set(noon - 9 * minute);
    await quote('BTCUSDT');
    expect(tradable()).toEqual([false, false]);
    clock.set(noon + second);
    await quote('BTCUSDT');
    expect(tradable()).toEqual([true, false]);
    await market.stop();
  });

  it('grows old while the clock is held back: it was heard too long ago', async () => {
    const { time, clock } = machine();
    const { market, quote, tradable } = await open(steadyPace(), clock);
    time.elapsed = 10 * second;
    expect(tradable()).toEqual([true, true]);
    time.elapsed = 10 * second + 1;
    expect(tradable()).toEqual([false, false]);
    expect(market.suspendedSince('BTCUSDT')).toBe(noon - 1);
    time.wall = noon + second;
    await quote('BTCUSDT');
    expect(tradable()).toEqual([true, false]);
    await market.stop();
  });
});

it.each([
  { back: 10 * second, ends: 'stopped' },
  { back: 10 * minute, ends: 'stopped' },
  { back: 10 * minute, ends: 'died' },
])('a clock set back by $back ms after a process has $ends costs no candle what it had begun with', async ({ back, ends }) => {
  const own = await testDatabase();
  const clock = standingClock(noon);
  const started = async () => {
    const catalogue = listed('BTCUSDT');
    const feed = handFeed(clock, catalogue);
    const market = await testMarket(own, { clock, catalogue, feeds: [feed] });
    await market.start();
    await market.lead();
    const at = (time: number, price: string) => {
      clock.set(time);
      return feed.quote('BTCUSDT', price, price);
    };
    return { market, at };
  };
  const before = await started();
  await before.at(noon + 5 * second, '3000');
  await before.at(noon + 30 * second, '3010');
  if (ends === 'stopped') await before.market.stop();
  clock.set(noon + 30 * second - back);
  const after = await started();
  await after.at(noon + 31 * second, '3005');
  await after.at(noon + 61 * second, '3004');
  await after.market.flush();
  expect(await own.query("select open, high, low, close from bars where period = '1m'")).toEqual([
    { open: 300_000, high: 301_000, low: 300_000, close: 300_500 },
  ]);
  await after.market.stop();
});

it('a minute in which nothing was quoted has its candle, where the clock was ahead of it and is set back', async () => {
  const own = await testDatabase();
  const clock = standingClock(noon);
  const catalogue = listed('BTCUSDT');
  const feed = handFeed(clock, catalogue);
  const market = await testMarket(own, { clock, catalogue, feeds: [feed] });
  await market.start();
  await market.lead();
  const at = (time: number, price: string) => {
    clock.set(time);
    return feed.quote('BTCUSDT', price, price);
  };
  await at(noon + 10 * second, '3000');
  // Twenty minutes later the clock is set back by forty seconds, into the minute before.
  clock.set(noon + 20 * minute + 20 * second);
  market.tick();
  await at(noon + 19 * minute + 40 * second, '3010');
  await at(noon + 20 * minute + 5 * second, '3020');
  await market.flush();
  expect(
    await own.query("select (time_ms - $1::bigint) / 60000 as minute, close from bars where period = '1m' order by 1", [noon]),
  ).toEqual([
    { minute: 0, close: 300_000 },
    { minute: 19, close: 301_000 },
  ]);
  await market.stop();
});

describe('a price of a replay', () => {
  it('grows old by the time that is replayed, whatever the machine does meanwhile', async () => {
    const { time, clock } = machine();
    let shown = noon;
    const { market, tradable } = await open(new Pace(clock), { ...clock, now: () => shown }, 'replay');
    market.tick();
    // The replay was halted for an hour, on a machine that slept and whose clock was set back afterwards.
    time.elapsed += 60 * minute;
    market.tick();
    time.wall -= 10 * minute;
    market.tick();
    expect(tradable()).toEqual([true, true]);
    shown += 3 * minute;
    expect(tradable()).toEqual([true, true]);
    shown += 1;
    expect(tradable()).toEqual([false, false]);
    await market.stop();
  });
});

describe('a process that has stood still', () => {
  it.each([
    { what: 'was stopped for three seconds', wall: 3 * second, elapsed: 3 * second, trades: false },
    { what: 'ran on a machine that slept for three seconds', wall: 3 * second, elapsed: 0, trades: false },
    { what: 'had its clock set back by three seconds', wall: -3 * second, elapsed: 0, trades: false },
    { what: 'was late by two seconds', wall: 2 * second, elapsed: 2 * second, trades: true },
  ])('and $what trades on no price before the next: $trades', async ({ wall, elapsed, trades }) => {
    const { time, clock } = machine();
    const { market, quote, tradable } = await open(new Pace(clock), clock);
    market.tick();
    time.wall += wall;
    time.elapsed += elapsed;
    // A call is the first that wakes.
    expect(tradable()).toEqual([trades, trades]);
    market.tick();
    expect(tradable()).toEqual([trades, trades]);
    time.wall = noon + 4 * second;
    market.tick();
    await quote('ETHUSDT');
    expect(tradable()[1]).toBe(true);
    await market.stop();
  });

  it('has not, where its start alone took long', async () => {
    const { time, clock } = machine();
    const warned: string[] = [];
    const log = pino({}, { write: (line) => void warned.push(line) });
    const market = await testMarket(db, { clock, catalogue: listed(...codes), feeds: [], pace: new Pace(clock), log });
    time.elapsed += 3 * second;
    time.wall += 3 * second;
    await market.start();
    expect(warned).toEqual([]);
    await market.stop();
  });

  it('would trade on prices from before, if it did not look at its own pace', async () => {
    const { time, clock } = machine();
    const { market, tradable } = await open(steadyPace(), clock);
    time.wall += 3 * second;
    time.elapsed += 3 * second;
    expect(tradable()).toEqual([true, true]);
    await market.stop();
  });

  it('takes a price that waited meanwhile, whichever of the two wakes first, and leaves the others suspended', async () => {
    const { time, clock } = machine();
    const { market, quote, tradable } = await open(new Pace(clock), clock);
    market.tick();
    time.wall += 3 * second;
    time.elapsed += 3 * second;
    await quote('BTCUSDT');
    market.tick();
    expect(tradable()).toEqual([true, false]);
    expect(market.suspendedSince('ETHUSDT')).toBe(noon + 3 * second);
    await market.stop();
  });

  it('does not trade on a price that was on its way to the tape when it stopped', async () => {
    const { time, clock } = machine();
    const catalogue = listed('BTCUSDT');
    const feed = handFeed(clock, catalogue);
    let [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const query: Database['query'] = async (sql, values) => {
      if (sql.includes('insert into quote_batches')) {
        begun.resolve();
        await gate.promise;
      }
      return own.query<never>(sql, values);
    };
    const own = await testDatabase();
    const market = await testMarket({ ...own, query }, { clock, catalogue, feeds: [feed], pace: new Pace(clock) });
    await market.start();
    await market.lead();
    gate.resolve();
    await feed.quote('BTCUSDT', '3000', '3000');
    expect(market.tradable('BTCUSDT')).toBe(true);

    [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const before = feed.quote('BTCUSDT', '3000', '3001');
    await begun.promise;
    time.wall += 3 * second;
    time.elapsed += 3 * second;
    market.tick();
    gate.resolve();
    expect(await before).toBe(true);
    expect([market.quote('BTCUSDT')?.ask, market.tradable('BTCUSDT')]).toEqual([300_100, false]);
    await feed.quote('BTCUSDT', '3000', '3002');
    expect(market.tradable('BTCUSDT')).toBe(true);
    await market.stop();
  });

  it('does not trade on what it reads back from the tape either, before the next price', async () => {
    const { time, clock } = machine();
    const own = await testDatabase();
    const catalogue = listed('BTCUSDT');
    const [feed, next] = [handFeed(clock, catalogue), handFeed(clock, catalogue)];
    const [first, later] = [
      await testMarket(own, { clock, catalogue, feeds: [feed], pace: steadyPace() }),
      await testMarket(own, { clock, catalogue, feeds: [next], pace: new Pace(clock) }),
    ];
    await first.start();
    await first.lead();
    await later.start();
    await feed.quote('BTCUSDT', '3000', '3000');
    // The first is gone without another word, and the next one finds that it has stood still.
    time.wall += 3 * second;
    time.elapsed += 3 * second;
    later.tick();
    await later.lead();
    expect([later.quote('BTCUSDT')?.bid, later.tradable('BTCUSDT')]).toEqual([300_000, false]);
    await next.quote('BTCUSDT', '3001', '3001');
    expect(later.tradable('BTCUSDT')).toBe(true);
    await later.stop();
  });
});

it('a minute that is over while prices are read back from the tape closes with all of them', async () => {
  const own = await testDatabase();
  const clock = standingClock(noon);
  const catalogue = listed('BTCUSDT');
  const feed = handFeed(clock, catalogue);
  const first = await testMarket(own, { clock, catalogue, feeds: [feed] });
  await first.start();
  await first.lead();
  await feed.quote('BTCUSDT', '3000', '3000');
  await first.flush();
  clock.set(noon + 30 * second);
  await feed.quote('BTCUSDT', '3050', '3050');

  // The first is gone without another word; while the next one loads, its timer goes on.
  let ticks = () => {};
  const ticking =
    (query: Database['query']): Database['query'] =>
    (sql, values) => {
      if (sql.includes('from quote_batches where shard')) ticks();
      return query<never>(sql, values);
    };
  const transact: Database['transact'] = (work, settings) =>
    own.transact((tx) => work({ ...tx, query: ticking((sql, values) => tx.query<never>(sql, values)) }), settings);
  const next = handFeed(clock, catalogue);
  const later = await testMarket({ ...own, transact }, { clock, catalogue, feeds: [next] });
  await later.start();
  ticks = () => {
    clock.set(noon + 2 * minute);
    later.tick();
  };
  await later.lead();
  later.tick();
  await later.flush();
  expect(await own.query("select open, high, low, close from bars where period = '1m'")).toEqual([
    { open: 300_000, high: 305_000, low: 300_000, close: 305_000 },
  ]);
  await later.stop();
});
