import { type CandlePeriod, candlePeriods } from '@assay/contract/vocabulary/markets.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregateBars, type Bar, barStart, extendBar } from './candles.ts';

const periods: CandlePeriod[] = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'];
const at = (text: string) => Date.parse(`${text}Z`);

/** One-minute bars of prices, each given as [milliseconds, price, volume]. */
function minutesOf(
  prices: readonly (readonly [time: number, price: number, volume: number])[],
  period: CandlePeriod = '1m',
): Bar[] {
  const bars: Bar[] = [];
  for (const [time, price, volume] of prices) {
    const before = bars.at(-1);
    const bar = extendBar(before, period, price, time, volume);
    if (before?.time === bar.time) bars.pop();
    bars.push(bar);
  }
  return bars;
}

describe('bars', () => {
  it('begin at whole minutes, days at midnight UTC, weeks on Monday', () => {
    const moment = at('2026-11-20T23:12:50.123');
    const starts = periods.map((period) => new Date(barStart(period, moment)).toISOString().slice(0, 16));
    expect(starts).toEqual([
      '2026-11-20T23:12',
      '2026-11-20T23:10',
      '2026-11-20T23:00',
      '2026-11-20T23:00',
      '2026-11-20T23:00',
      '2026-11-20T20:00',
      '2026-11-20T00:00',
      '2026-11-16T00:00',
    ]);
    expect(barStart('1w', at('2026-11-16T00:00'))).toBe(at('2026-11-16T00:00'));
    expect(barStart('1w', at('2026-11-15T23:59:59.999'))).toBe(at('2026-11-09T00:00'));
  });

  it('hold the first, highest, lowest and last price and the sum of the volume', () => {
    expect(
      minutesOf([
        [0, 100, 1],
        [20_000, 130, 0],
        [40_000, 90, 2],
        [59_999, 110, 0.5],
      ]),
    ).toEqual([{ time: 0, open: 100, high: 130, low: 90, close: 110, volume: 3.5 }]);
  });

  it('do not exist for minutes without a price: gaps stay', () => {
    expect(
      minutesOf([
        [0, 100, 0],
        [180_000, 101, 0],
      ]).map((bar) => bar.time),
    ).toEqual([0, 180_000]);
  });

  it('never change once closed', () => {
    const [, second] = minutesOf([
      [0, 100, 1],
      [60_000, 101, 1],
    ]);
    expect(extendBar(second, '1m', 500, 59_999, 1)).toBe(second);
  });
});

describe('larger bars', () => {
  const prices = fc
    .array(
      fc.tuple(fc.integer({ min: 1, max: 400_000 }), fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 1000 })),
      {
        minLength: 1,
        maxLength: 200,
      },
    )
    .map((steps) => {
      let time = at('2026-11-20T00:00');
      return steps.map(([step, price, volume]) => [(time += step), price, volume] as const);
    });

  it('built from minutes are the bars built from the prices themselves', () => {
    fc.assert(
      fc.property(prices, fc.constantFrom(...periods), (list, period) => {
        expect(aggregateBars(minutesOf(list), period)).toEqual(minutesOf(list, period));
      }),
    );
  });

  it('hold every price within low and high, in order of time, and lose no volume', () => {
    fc.assert(
      fc.property(prices, fc.constantFrom(...periods), (list, period) => {
        const bars = aggregateBars(minutesOf(list), period);
        for (const [time, price] of list) {
          const bar = bars.find((one) => one.time === barStart(period, time));
          expect(bar !== undefined && bar.low <= price && price <= bar.high).toBe(true);
          expect(time - barStart(period, time)).toBeLessThan(candlePeriods[period]);
        }
        expect(bars.map((bar) => bar.time)).toEqual(bars.map((bar) => bar.time).toSorted((a, b) => a - b));
        const volume = (parts: readonly { volume: number }[]) => parts.reduce((total, part) => total + part.volume, 0);
        expect(volume(bars)).toBe(volume(list.map(([, , one]) => ({ volume: one }))));
      }),
    );
  });
});
