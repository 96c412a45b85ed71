import { type CandlePeriod } from '@assay/contract/vocabulary/markets.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregateBars, type Bar, barStart } from './candles.ts';
import { instrumentOf, instruments, simulationOf } from './catalogue.ts';
import { underlyings } from './catalogue/underlyings.ts';
import { isOpen } from './hours.ts';
import type { Instrument } from './instrument.ts';
import { mid } from './quote.ts';
import { createSimulator } from './simulator.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** A Wednesday, in trading hours of every market. */
const noon = Date.parse('2026-11-18T16:00Z');
const seed = 7;

function known(code: string): Instrument {
  const found = instrumentOf(code);
  if (found === undefined) throw new Error(`no ${code}`);
  return found;
}

const anyInstrument = fc.constantFrom(...instruments);
const anyMoment = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2040-01-01') });

/** Standard deviation of the logarithm of the change from bar to bar, over the square root of the bars in a week. */
function weeklyVolatility(bars: readonly Bar[], barsInWeek: number): number {
  const changes = bars.slice(1).map((bar, index) => Math.log(bar.close / (bars[index]?.close ?? bar.close)));
  return Math.sqrt((changes.reduce((total, change) => total + change * change, 0) / changes.length) * barsInWeek);
}

describe('a simulated price', () => {
  it('depends on seed, instrument and moment alone, not on what was asked before', () => {
    const busy = createSimulator(seed);
    fc.assert(
      fc.property(anyInstrument, anyMoment, (instrument, time) => {
        const quote = busy.quoteAt(instrument, time, 1000);
        expect(createSimulator(seed).quoteAt(instrument, time, 1000)).toEqual(quote);
      }),
    );
  });

  it('is another one with another seed', () => {
    const bitcoin = known('BTCUSDT');
    expect(createSimulator(8).quoteAt(bitcoin, noon, 0).bid).not.toBe(createSimulator(seed).quoteAt(bitcoin, noon, 0).bid);
  });

  it('stays the same from version to version: a chart must not change under its viewers', () => {
    const quotes = ['BTCUSDT', 'EURUSD', 'AAPL'].map((code) => mid(createSimulator(seed).quoteAt(known(code), noon, 0)));
    expect(quotes).toMatchInlineSnapshot(`
      [
        8652453,
        1184210,
        2493652,
      ]
    `);
  });

  it('is a sound quote around the reference price, for years', () => {
    const simulator = createSimulator(seed);
    fc.assert(
      fc.property(anyInstrument, anyMoment, fc.integer({ min: 0, max: 4000 }), (instrument, time, elapsedMs) => {
        const { bid, ask, volume } = simulator.quoteAt(instrument, time, elapsedMs);
        expect(Number.isSafeInteger(bid) && Number.isSafeInteger(ask) && bid > 0 && ask > bid).toBe(true);
        expect(Number.isFinite(volume) && volume >= 0).toBe(true);
        const away = (bid + ask) / 2 / simulationOf(instrument).referencePrice;
        expect(away > 0.3 && away < 3).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('moves continuously: a quarter of a second changes little', () => {
    const simulator = createSimulator(seed);
    fc.assert(
      fc.property(anyInstrument, anyMoment, (instrument, time) => {
        const before = mid(simulator.quoteAt(instrument, time, 0));
        const after = mid(simulator.quoteAt(instrument, time + 250, 0));
        expect(Math.abs(after / before - 1)).toBeLessThan(0.006);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['BTCUSDT', 24 * 7],
    ['EURUSD', 24 * 5],
    ['XAUUSD', 23 * 5],
    ['ES', 23 * 5],
  ])('of %s moves in a week as its listing says', (code, barsInWeek) => {
    const instrument = known(code);
    const bars = createSimulator(seed).bars(instrument, '1h', noon - 90 * day, noon);
    const ratio = weeklyVolatility(bars, barsInWeek) / simulationOf(instrument).weeklyVolatility;
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });

  it('comes in quiet and busy times: the extremes of a day lie far beyond those of a plain random walk', () => {
    const bars = createSimulator(seed).bars(known('BTCUSDT'), '1m', noon - 14 * day, noon);
    const changes = bars.slice(1).map((bar, index) => Math.log(bar.close / (bars[index]?.close ?? bar.close)));
    const moment = (power: number) => changes.reduce((total, change) => total + change ** power, 0) / changes.length;
    expect(moment(4) / moment(2) ** 2).toBeGreaterThan(3.3);
  });

  /** How far the hourly changes of two instruments go together, in the hours in which both have traded. */
  const correlation = (left: string, right: string) => {
    const [a, b] = [hourlyChanges(left), hourlyChanges(right)];
    const hours = [...a.keys()].filter((time) => b.has(time));
    const sum = (value: (time: number) => number) => hours.reduce((total, time) => total + value(time), 0);
    const [x, y] = [(time: number) => a.get(time) ?? 0, (time: number) => b.get(time) ?? 0];
    return sum((time) => x(time) * y(time)) / Math.sqrt(sum((time) => x(time) ** 2) * sum((time) => y(time) ** 2));
  };
  const known60Days = new Map<string, Map<number, number>>();
  const hourlyChanges = (code: string): Map<number, number> => {
    const found = known60Days.get(code);
    if (found !== undefined) return found;
    const bars = createSimulator(seed).bars(known(code), '1h', noon - 60 * day, noon);
    const changes = new Map(bars.map(({ time, open, close }) => [time, Math.log(close / open)]));
    known60Days.set(code, changes);
    return changes;
  };

  it('moves with its like by no more than half, so that no list looks like one line many times over', () => {
    const different = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'ZILUSDT', 'AAPL', 'NVDA', 'SPY', 'XAUUSD', 'CL'];
    const pairs = different.flatMap((left, index) => different.slice(index + 1).map((right) => [left, right] as const));
    for (const [left, right] of pairs) expect(correlation(left, right), `${left} ${right}`).toBeLessThan(0.6);
    const coins = pairs.filter((pair) => pair.every((code) => code.endsWith('USDT'))).map((pair) => correlation(...pair));
    const average = coins.reduce((total, one) => total + one, 0) / coins.length;
    expect(average).toBeGreaterThan(0.15);
    expect(average).toBeLessThan(0.5);
  });

  it.each([
    ['XAUUSD', 'GC'],
    ['XAUUSD', 'GLD'],
    ['XAGUSD', 'SLV'],
    ['ES', 'SPY'],
    ['SPY', 'VOO'],
    ['CL', 'USO'],
  ])('of one thing moves as one: %s and %s', (left, right) => {
    // The hours in which a fund opens are half as long as those of what it holds.
    expect(correlation(left, right)).toBeGreaterThan(0.85);
  });

  it('of one thing keeps its basis: nowhere does it leave what the other price says by more than 0.6%', () => {
    const simulator = createSimulator(seed);
    const price = (code: string, time: number) =>
      mid(simulator.quoteAt(known(code), time, 0)) / simulationOf(known(code)).referencePrice;
    const together = Object.values(underlyings).flatMap(({ codes: [first, ...others] }) =>
      others.map((code) => [first, code] as const),
    );
    fc.assert(
      fc.property(fc.constantFrom(...together), anyMoment, ([left, right], time) => {
        expect(Math.abs(price(left, time) / price(right, time) - 1)).toBeLessThan(0.006);
      }),
      { numRuns: 500 },
    );
    // Gold in ounces, its future a little above it, and a fund of which one share holds a little less than a tenth of an ounce.
    const [gold, future, fund] = ['XAUUSD', 'GC', 'GLD'].map(
      (code) => mid(simulator.quoteAt(known(code), noon, 0)) / 10 ** known(code).priceScale,
    );
    expect((future ?? 0) / (gold ?? 1)).toBeGreaterThan(0.995);
    expect((future ?? 0) / (gold ?? 1)).toBeLessThan(1.01);
    expect((fund ?? 0) / (gold ?? 1)).toBeCloseTo(0.0915, 3);
  });

  it('of one thing has one volatility', () => {
    for (const { codes } of Object.values(underlyings)) {
      expect(new Set(codes.map((code) => simulationOf(known(code)).weeklyVolatility)).size, codes.join()).toBe(1);
    }
  });

  it('jumps by itself now and then, at moments of its own', () => {
    const leaps = (code: string) => {
      const bars = createSimulator(seed).bars(known(code), '1m', noon - 14 * day, noon);
      const usual = Math.sqrt(bars.reduce((total, { open, close }) => total + Math.log(close / open) ** 2, 0) / bars.length);
      return bars.filter(({ high, low }) => Math.log(high / low) > 6 * usual).map(({ time }) => time);
    };
    const [one, other] = [leaps('SOLUSDT'), leaps('ADAUSDT')];
    expect(one.length).toBeGreaterThan(3);
    expect(other.length).toBeGreaterThan(3);
    expect(one.filter((time) => other.includes(time)).length).toBeLessThan(one.length / 2);
  });

  it('leaves no arbitrage between currencies: a cross is the quotient of its pairs', () => {
    const simulator = createSimulator(seed);
    const price = (code: string, time: number) => mid(simulator.quoteAt(known(code), time, 0)) / 10 ** known(code).priceScale;
    fc.assert(
      fc.property(anyMoment, (time) => {
        expect(price('EURUSD', time) / price('GBPUSD', time) / price('EURGBP', time)).toBeCloseTo(1, 3);
        expect((price('EURUSD', time) * price('USDJPY', time)) / price('EURJPY', time)).toBeCloseTo(1, 3);
      }),
    );
  });
});

describe('simulated history', () => {
  const simulator = createSimulator(seed);

  it('joins the live price: the last bar closes where the next quote is', () => {
    for (const code of ['BTCUSDT', 'EURUSD', 'AAPL', 'ES', 'XAUUSD', 'ZILUSDT']) {
      const instrument = known(code);
      const close = simulator.bars(instrument, '1m', noon - hour, noon).at(-1)?.close ?? 0;
      expect(close).toBe(mid(simulator.quoteAt(instrument, noon - 15_000, 0)));
      expect(Math.abs(mid(simulator.quoteAt(instrument, noon, 0)) / close - 1)).toBeLessThan(0.01);
    }
  });

  it.each(['5m', '15m', '30m', '1h', '4h', '1d', '1w'] satisfies CandlePeriod[])(
    '%s bars are exactly its one-minute bars put together',
    (period) => {
      for (const code of ['BTCUSDT', 'AAPL']) {
        const from = barStart(period, noon - 8 * day);
        const minutes = simulator.bars(known(code), '1m', from, noon);
        expect(simulator.bars(known(code), period, from, noon)).toEqual(aggregateBars(minutes, period));
      }
    },
  );

  it('has a bar for each minute in trading hours, and none outside', () => {
    const minutes = simulator.bars(known('AAPL'), '1m', Date.parse('2026-11-18'), Date.parse('2026-11-19'));
    expect(minutes).toHaveLength(390);
    expect(minutes.every((bar) => isOpen('usEquity', bar.time))).toBe(true);
    expect(simulator.bars(known('EURUSD'), '1h', Date.parse('2026-11-14'), Date.parse('2026-11-15'))).toEqual([]);
  });

  it('does not depend on where one begins to look', () => {
    const whole = simulator.bars(known('BTCUSDT'), '1m', noon - 2 * hour, noon);
    expect(simulator.bars(known('BTCUSDT'), '1m', noon - hour, noon)).toEqual(whole.slice(60));
    const hours = simulator.bars(known('BTCUSDT'), '1h', noon - 3 * hour + 1, noon);
    expect(hours.map((bar) => bar.time)).toEqual([noon - 2 * hour, noon - hour]);
  });

  it('are the same for many instruments at once as one by one', () => {
    const many = ['BTCUSDT', 'AAPL', 'EURUSD', 'XAUUSD', 'SPY', 'ETHUSDT'].map(known);
    const oneByOne = many.map((instrument) => simulator.bars(instrument, '1m', noon - 2 * hour - 1, noon));
    expect(simulator.minutes(many, noon - 2 * hour - 1, noon)).toEqual(oneByOne);
    expect(oneByOne.map((bars) => bars.length)).toEqual([120, 90, 120, 120, 90, 120]);
  });

  it('closes overnight without a chasm', () => {
    const minutes = simulator.bars(known('SPY'), '1m', noon - 30 * day, noon);
    const gaps = minutes.slice(1).map((bar, index) => Math.abs(bar.open / (minutes[index]?.close ?? bar.open) - 1));
    expect(Math.max(...gaps)).toBeLessThan(0.05);
  });
});
