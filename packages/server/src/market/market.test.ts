import { formatFixed } from '@assay/domain/money/fixed.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { handFeed, listed, standingClock, testMarket } from '../../test/market.ts';
import { createLocalBus } from '../platform/bus.ts';
import { Term } from '../platform/lead/lead.ts';
import { createMetrics } from '../platform/metrics.ts';
import { Ticker } from './ticker.ts';
import { recordUsedQuotes } from './used-quotes.ts';

const db = await testDatabase();
const noon = Date.UTC(2030, 0, 7, 12); // a Monday
const second = 1000;
const minute = 60 * second;

// The market's own timers stand still: the tests tick and flush.
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

async function open(...codes: string[]) {
  const clock = standingClock(noon);
  const catalogue = listed(...codes);
  const feed = handFeed(clock, catalogue);
  const metrics = createMetrics();
  const market = await testMarket(db, { clock, catalogue, feeds: [feed], metrics });
  await market.start();
  await market.lead();
  return { clock, feed, market, metrics };
}

test('nothing trades before the first quote, everything with a fresh one, nothing when the feed freezes', async () => {
  const { clock, feed, market } = await open('BTCUSDT');
  const halts: boolean[] = [];
  market.onHalt((_instrument, halted) => halts.push(halted));
  expect([market.tradable('BTCUSDT'), market.suspended('BTCUSDT'), market.quote('BTCUSDT')]).toEqual([false, true, undefined]);

  await feed.quote('BTCUSDT', '64999.5', '65000.5');
  expect([market.tradable('BTCUSDT'), market.suspended('BTCUSDT')]).toEqual([true, false]);
  expect(market.quote('BTCUSDT')).toMatchObject({ bid: 6_499_950, ask: 6_500_050 });

  clock.set(noon + 10 * second);
  expect(market.tradable('BTCUSDT')).toBe(true);
  clock.set(noon + 10 * second + 1);
  expect([market.tradable('BTCUSDT'), market.suspended('BTCUSDT')]).toEqual([false, true]);
  market.tick();

  await feed.quote('BTCUSDT', '64990', '64991');
  expect(market.tradable('BTCUSDT')).toBe(true);
  expect(halts).toEqual([false, true, false]);
  await market.stop();
});

test('zero, negative, crossed, reversed, future and unreadable quotes are dropped and counted; the last good one stands', async () => {
  const { clock, feed, market, metrics } = await open('ETHUSDT');
  const told: number[] = [];
  market.onQuote(({ bid }) => told.push(bid));
  await feed.quote('ETHUSDT', '3000', '3001');
  clock.set(noon + second);
  const time = clock.now();
  const good = { code: 'ETHUSDT', bid: 300_000, ask: 300_100, time, volume: 0 };
  for (const wrong of [
    { ...good, bid: 0 },
    { ...good, bid: -1 },
    { ...good, bid: 300_200 },
    { ...good, time: noon - 1 },
    { ...good, time: time + 60_000 },
    { ...good, ask: Number.NaN },
    { ...good, volume: Infinity },
    { ...good, code: 'NOSUCH' },
  ]) {
    await feed.raw(wrong);
  }
  expect(told).toEqual([300_000]);
  expect(market.quote('ETHUSDT')).toMatchObject({ bid: 300_000, time: noon });
  const dropped = await metrics.registry.getSingleMetric('market_quotes_dropped_total')?.get();
  expect(dropped?.values.reduce((sum, { value }) => sum + value, 0)).toBe(8);
  await market.stop();
});

test('a spike suspends until three later quotes agree: nothing acts on the spike itself', async () => {
  const { clock, feed, market } = await open('LTCUSDT');
  const acting: boolean[] = [];
  market.onQuote(({ acts }) => acting.push(acts));
  await feed.quote('LTCUSDT', '80', '80.1');
  // 30% is the most that a coin may move at once: 80.05 → 112 is 39.9% more.
  for (const [step, bid] of ['111.9', '112', '112.2'].entries()) {
    clock.set(noon + (step + 1) * second);
    await feed.quote('LTCUSDT', bid, '112.3');
    expect([market.tradable('LTCUSDT'), market.suspended('LTCUSDT')]).toEqual([false, true]);
  }
  expect(market.quote('LTCUSDT')?.time).toBe(noon);
  clock.set(noon + 4 * second);
  await feed.quote('LTCUSDT', '112.1', '112.3');
  expect(market.tradable('LTCUSDT')).toBe(true);
  // The first, three that were held, and the one that confirms them.
  expect(acting).toEqual([true, false, false, false, true]);
  await market.stop();
});

test('a held price that is believed after its minute stands in the candle of that minute; what is held for a minute is waited for no longer', async () => {
  const { clock, feed, market } = await open('TRXUSDT');
  const minutes = async () => {
    await market.flush();
    const bars = await db.query<Record<'open' | 'high' | 'close', number>>(
      `select open, high, close from bars where code = 'TRXUSDT' and period = '1m' order by time_ms`,
    );
    return bars.map(({ open: first, high, close }) => [first, high, close]);
  };
  await feed.quote('TRXUSDT', '80', '80');
  clock.set(noon + 59 * second);
  await feed.quote('TRXUSDT', '112', '112');
  for (const [later, bid] of [
    [62.1, '112.1'],
    [63, '112.2'],
    [64, '112.3'],
  ] as const) {
    clock.set(noon + later * second);
    market.tick();
    expect(await minutes()).toEqual([]);
    await feed.quote('TRXUSDT', bid, bid);
  }
  market.tick();
  expect(await minutes()).toEqual([[8_000_000, 11_200_000, 11_200_000]]);
  // Far from the last one once more, and not confirmed.
  clock.set(noon + 119 * second);
  await feed.quote('TRXUSDT', '300', '300');
  clock.set(noon + 178.9 * second);
  market.tick();
  expect(await minutes()).toHaveLength(1);
  clock.set(noon + 182 * second);
  market.tick();
  expect((await minutes())[1]).toEqual([11_210_000, 11_230_000, 11_230_000]);
  await market.stop();
});

test('a market that is closed is not suspended, and does not trade', async () => {
  const { clock, feed, market } = await open('AAPL');
  // Monday 12:00 UTC is before the opening in New York; 14:30 UTC is the opening in winter.
  await feed.quote('AAPL', '230', '230.1');
  expect([market.tradable('AAPL'), market.suspended('AAPL')]).toEqual([false, false]);
  clock.set(Date.UTC(2030, 0, 7, 14, 30));
  await feed.quote('AAPL', '230.2', '230.3');
  expect(market.tradable('AAPL')).toBe(true);
  clock.set(Date.UTC(2030, 0, 7, 21, 0));
  expect([market.tradable('AAPL'), market.suspended('AAPL')]).toEqual([false, false]);
  await market.stop();
});

test('a share far from its last close is counted for monitoring, until its price comes back', async () => {
  const { clock, feed, market, metrics } = await open('MSFT');
  const waiting = async () => {
    market.tick();
    return (await metrics.registry.getSingleMetric('market_openings_waiting')?.get())?.values[0]?.value;
  };
  clock.set(Date.UTC(2030, 0, 7, 20, 59));
  await feed.quote('MSFT', '650', '650');
  expect(await waiting()).toBe(0);
  clock.set(Date.UTC(2030, 0, 8, 14, 30));
  await feed.quote('MSFT', '93', '93');
  expect(await waiting()).toBe(1);
  await feed.quote('MSFT', '649', '649');
  expect(await waiting()).toBe(0);
  await market.stop();
});

test('a quote currency is converted at the mid of its own pair, either way round, and not at a stale one', async () => {
  const { clock, feed, market } = await open('EURJPY', 'EURGBP', 'EURUSD', 'USDJPY', 'GBPUSD', 'BTCUSDT');
  const rate = (code: string) => {
    const [instrument] = listed(code);
    const found = instrument && market.quoteToUsdt(instrument);
    return found && formatFixed(found);
  };
  expect([rate('EURUSD'), rate('BTCUSDT'), rate('EURJPY'), rate('EURGBP')]).toEqual(['1', '1', undefined, undefined]);
  await feed.quote('USDJPY', '159.99', '160.01');
  await feed.quote('GBPUSD', '1.2499', '1.2502');
  // 1 / 160 = 0.00625; the mid of 1.2499 and 1.2502 is 1.25005.
  expect([rate('EURJPY'), rate('EURGBP')]).toEqual(['0.00625', '1.25005']);
  clock.set(noon + minute + 1);
  expect([rate('EURJPY'), rate('EURGBP')]).toEqual([undefined, undefined]);
  await market.stop();
});

test('a leader that can no longer renew its lead publishes no prices', async () => {
  const clock = standingClock(noon);
  const bus = createLocalBus(silent);
  const catalogue = listed('ADAUSDT');
  const market = await testMarket(db, { clock, catalogue, bus, feeds: [handFeed(clock, catalogue)], role: 'engine' });
  await market.start();
  let told = 0;
  bus.subscribe('quotes', () => (told += 1));
  let elapsed = 0;
  await market.lead(new Term(1n, 0, () => elapsed));
  const tellsNow = () => {
    told = 0;
    // It says something at least every half a second, and this is more than that.
    clock.set(clock.now() + second);
    market.tick();
    return told > 0;
  };
  expect(tellsNow()).toBe(true);
  elapsed = 10_000;
  expect(tellsNow()).toBe(false);
  await market.stop();
});

test('an api process follows the engine: quotes, holds and what was quoted before it started', async () => {
  const clock = standingClock(noon);
  const bus = createLocalBus(silent);
  const catalogue = listed('XRPUSDT', 'DOGEUSDT');
  const feed = handFeed(clock, catalogue);
  const engine = await testMarket(db, { clock, catalogue, bus, feeds: [feed], role: 'engine' });
  await engine.start();
  await engine.lead();
  await feed.quote('XRPUSDT', '0.5', '0.5001');
  engine.tick();

  const api = await testMarket(db, { clock, catalogue, bus, feeds: [feed], role: 'api' });
  const heard: string[] = [];
  api.onQuote(({ code }) => heard.push(code));
  await api.start();
  engine.tick();
  await feed.quote('DOGEUSDT', '0.1', '0.1001');
  clock.set(noon + second);
  await feed.quote('DOGEUSDT', '0.1001', '0.1002');
  engine.tick();
  // What was quoted before it started is on the tape.
  expect(heard).toEqual(['DOGEUSDT', 'DOGEUSDT']);
  expect(api.quote('XRPUSDT')).toEqual(engine.quote('XRPUSDT'));
  expect(api.quote('DOGEUSDT')).toEqual({ ...engine.quote('DOGEUSDT') });
  expect(api.tradable('DOGEUSDT')).toBe(true);

  await feed.quote('DOGEUSDT', '0.2', '0.2001');
  engine.tick();
  expect([api.suspended('DOGEUSDT'), api.tradable('DOGEUSDT')]).toEqual([true, false]);
  await feed.quote('DOGEUSDT', '0.1', '0.1001');
  engine.tick();
  expect(api.tradable('DOGEUSDT')).toBe(true);
  await api.stop();
  await engine.stop();
});

test('the quotes since one are told as long as all of them are remembered, and none was lost on its way', async () => {
  const clock = standingClock(noon);
  const bus = createLocalBus(silent);
  const isLost = (message: unknown) => JSON.stringify(message).includes(`,${noon + 3 * second},`);
  const lossy: typeof bus = {
    ...bus,
    subscribe: <M>(topic: string, handler: (message: M) => void) =>
      bus.subscribe<M>(topic, (message) => {
        if (!isLost(message)) handler(message);
      }),
  };
  const catalogue = listed('LINKUSDT');
  const feed = handFeed(clock, catalogue);
  const engine = await testMarket(db, { clock, catalogue, bus, feeds: [feed], role: 'engine' });
  await engine.start();
  await engine.lead();
  const api = await testMarket(db, { clock, catalogue, bus: lossy, feeds: [feed], role: 'api' });
  await api.start();
  const told: ReturnType<typeof api.quote>[] = [];
  for (const cents of [1, 2, 3, 4, 5]) {
    clock.set(noon + cents * second);
    await feed.quote('LINKUSDT', `14.0${cents}`, `14.1${cents}`);
    engine.tick();
    told.push(api.quote('LINKUSDT'));
  }
  expect(told.map((quote) => quote?.time)).toEqual([1, 2, 2, 4, 5].map((each) => noon + each * second));
  const since = told.map((quote) => api.quotesSince('LINKUSDT', quote));
  expect(since).toEqual([undefined, undefined, undefined, [told[4]], []]);
  expect(engine.quotesSince('LINKUSDT', engine.quote('LINKUSDT'))).toEqual([]);
  // What another process has reported is not its own.
  expect(engine.quotesSince('LINKUSDT', told[4])).toBeUndefined();
  await api.stop();
  await engine.stop();
});

test('a price is fresh while its feed has just proved to be in time, and everybody who follows knows', async () => {
  const clock = standingClock(noon);
  const bus = createLocalBus(silent);
  const catalogue = listed('LTCUSDT', 'AMD');
  let proved = 0;
  const feed = { ...handFeed(clock, catalogue), provedMsAgo: () => proved };
  const metrics = createMetrics();
  const engine = await testMarket(db, { clock, catalogue, bus, feeds: [feed], role: 'engine', metrics });
  await engine.start();
  await engine.lead();
  const api = await testMarket(db, { clock, catalogue, bus, feeds: [feed], role: 'api' });
  await api.start();
  await feed.quote('LTCUSDT', '90', '90.01');
  const late = () => metrics.registry.getSingleMetricAsString('market_instruments_late');
  const both = (code: string) => {
    engine.tick();
    return [engine.fresh(code), api.fresh(code)];
  };
  expect([both('LTCUSDT'), both('AMD')]).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(api.tradable('LTCUSDT')).toBe(true);
  proved = 1_001;
  expect([both('LTCUSDT'), both('AMD'), api.tradable('LTCUSDT')]).toEqual([[false, false], [true, true], true]);
  expect(await late()).toMatch(/^market_instruments_late 1$/m);
  proved = 3_001;
  expect(both('AMD')).toEqual([false, false]);
  // What has no price can't be closed either.
  expect(await late()).toMatch(/^market_instruments_late 1$/m);
  proved = 0;
  expect(both('LTCUSDT')).toEqual([true, true]);
  expect(await late()).toMatch(/^market_instruments_late 0$/m);
  // A follower without messages does not know.
  clock.set(noon + 1_001);
  expect([engine.fresh('LTCUSDT'), api.fresh('LTCUSDT')]).toEqual([true, false]);
  await api.stop();
  await engine.stop();
});

test('a listener that throws harms nobody else', async () => {
  const { feed, market } = await open('ADAUSDT');
  let heard = 0;
  market.onQuote(() => {
    throw new Error('a broken listener');
  });
  market.onQuote(() => (heard += 1));
  await feed.quote('ADAUSDT', '0.4', '0.4001');
  expect(heard).toBe(1);
  await market.stop();
});

test('the quotes that decided about an order are kept with it, or not at all, and for good', async () => {
  const { feed, market } = await open('SOLUSDT');
  await feed.quote('SOLUSDT', '150.1', '150.2');
  const [instrument] = listed('SOLUSDT');
  const quote = market.quote('SOLUSDT');
  if (instrument === undefined || quote === undefined) throw new Error('no quote');
  const use = { reference: 'order-1', instrument, quote, source: market.feedKind(instrument) };
  await db.transact(async (tx) => recordUsedQuotes(tx, [{ ...use, moment: 'open' }]));
  await db.transact(async (tx) => recordUsedQuotes(tx, [{ ...use, moment: 'close' }]));
  const broken = db.transact(async (tx) => {
    recordUsedQuotes(tx, [{ ...use, moment: 'again' }]);
    throw new Error('the order failed');
  });
  await expect(broken).rejects.toThrow('the order failed');
  const used = await market.usedQuotes(db, 'order-1');
  expect(used.map(({ moment, bid, ask, time, source }) => [moment, formatFixed(bid), formatFixed(ask), time, source])).toEqual([
    ['open', '150.1', '150.2', noon, 'live'],
    ['close', '150.1', '150.2', noon, 'live'],
  ]);
  await expect(db.query('update quotes_used set bid = 1')).rejects.toThrow('append-only');
  await expect(db.query('delete from quotes_used')).rejects.toThrow('append-only');
  await market.stop();
});

test('an operator changes terms for what is opened from then on; a price scale never changes', async () => {
  const clock = standingClock(noon);
  const catalogue = listed('BNBUSDT');
  await testMarket(db, { clock, catalogue, feeds: [] });
  await db.query(
    `update instruments set changed_terms = '{"contract": {"leverages": [2], "feeRate": "0.001"}}' where code = 'BNBUSDT'`,
  );
  const market = await testMarket(db, { clock, catalogue, feeds: [] });
  const [before] = catalogue;
  expect(market.instrument('BNBUSDT')).toEqual({
    ...before,
    contract: { ...before?.contract, leverages: [2], feeRate: { units: 1n, scale: 3 } },
  });
  const rescaled = catalogue.map((one) => ({ ...one, priceScale: one.priceScale + 1 }));
  await expect(testMarket(db, { clock, catalogue: rescaled, feeds: [] })).rejects.toThrow('its scale must not change');
});

test('of an order that was amended without end the opening and the newest amendments are shown', async () => {
  const { market } = await open('SOLUSDT');
  const [instrument] = listed('SOLUSDT');
  if (instrument === undefined) throw new Error('nothing is listed');
  const quote = { code: 'SOLUSDT', bid: 100, ask: 101, time: 0, volume: 0 };
  const use = { reference: 'order-amended', instrument, quote, source: 'live' as const };
  await db.transact(async (tx) => {
    const times = Array.from({ length: 150 }, (_, place) => place + 1);
    recordUsedQuotes(tx, [
      { ...use, moment: 'open' },
      ...times.map((time) => ({ ...use, moment: 'amend', quote: { ...quote, time } })),
    ]);
  });
  const [first, ...amendments] = await market.usedQuotes(db, 'order-amended');
  expect(first?.moment).toBe('open');
  expect(amendments.map(({ time }) => time)).toEqual(Array.from({ length: 100 }, (_, place) => place + 51));
  await market.stop();
});

test('where a price was not heard of, those before it are not taken for the one of a later moment', () => {
  const [instrument] = listed('BTCUSDT');
  if (instrument === undefined) throw new Error('nothing is listed');
  const ticker = new Ticker(
    instrument,
    'live',
    () => undefined,
    () => 0,
  );
  const heard = (time: number, before = 0) => {
    const quote = { code: 'BTCUSDT', bid: 6_500_000, ask: 6_500_001, time: noon + time, volume: 0 };
    return ticker.follow(quote, before === 0 ? undefined : noon + before);
  };
  const at = (time: number) => ticker.quoteOf(noon + time)?.time;
  heard(second);
  heard(2 * second, second);
  expect(at(2500)).toBe(noon + 2 * second);
  // The one of three seconds was lost.
  heard(4 * second, 3 * second);
  expect([at(3500), at(4 * second)]).toEqual([undefined, noon + 4 * second]);
});
