import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changePercent, DayWindow } from './day-window.ts';

const minute = 60_000;
const day = 1440 * minute;
/** 2026-11-20 00:00 UTC. */
const start = 1_795_132_800_000;

describe('the change over 24 hours', () => {
  it.each([
    [10_000, 10_123, '1.23'],
    [10_000, 9_877, '-1.23'],
    [30_000, 30_001, '0.00'],
    [30_000, 29_999, '0.00'],
    [3, 4, '33.33'],
    [3, 2, '-33.33'],
    [8_750_000, 8_750_875, '0.01'],
    [8_750_000, 8_750_874, '0.00'],
    [8_750_000, 8_749_126, '0.00'],
    [8_750_000, 8_749_125, '-0.01'],
    [1, 20, '1900.00'],
    [5, 5, '0.00'],
  ])('from %i to %i is %s %%', (first, last, change) => {
    expect(changePercent(first, last)).toBe(change);
  });

  it('is exact where floating point is not: 1.005 % of a large price', () => {
    expect(changePercent(9_000_000_000_000_00, 9_000_900_000_000_00)).toBe('0.01');
    expect(changePercent(9_000_000_000_000_00, 9_000_899_999_999_99)).toBe('0.00');
  });

  it('mirrors: a rise and the fall of the same size differ in the sign alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 1e9 }), (first, size) => {
        const fall = changePercent(first, first - size);
        const rise = changePercent(first, first + size);
        expect(fall).toBe(rise === '0.00' ? rise : `-${rise}`);
      }),
    );
  });
});

describe('the window', () => {
  it('is empty before the first price', () => {
    expect(new DayWindow().figures(start)).toBeUndefined();
  });

  it('is drawn as a line of at most 98 points, from what the change is measured from to the last price', () => {
    const window = new DayWindow();
    expect(window.points(start)).toEqual([]);
    for (let at = 0; at < 2000; at += 1) window.add(10_000 + at, start + at * minute, 0);
    const now = start + 1999 * minute;
    const points = window.points(now);
    expect(points).toHaveLength(98);
    // The window begins with minute 560, within a quarter of an hour; the next one begins with minute 570.
    expect(points.slice(0, 3)).toEqual([10_560, 10_570, 10_585]);
    expect(points.slice(-3)).toEqual([11_980, 11_995, 11_999]);
    expect([points[0], points.at(-1)]).toEqual([window.figures(now)?.first, window.figures(now)?.last]);
    // Asking has changed nothing.
    expect(window.points(now)).toEqual(points);
  });

  it('is a line without the hours in which nothing was quoted', () => {
    const window = new DayWindow();
    window.add(100, start, 0);
    window.add(101, start + minute, 0);
    window.add(105, start + 300 * minute, 0);
    window.add(106, start + 300 * minute + 1, 0);
    expect(window.points(start + 301 * minute)).toEqual([100, 105, 106]);
    expect(window.points(start + 3 * day)).toEqual([]);
  });

  it('gives first, high, low, last, volume and turnover', () => {
    const window = new DayWindow();
    window.add(10_000, start, 2);
    window.add(10_500, start + 1000, 1);
    window.add(9_900, start + minute, 0);
    window.add(10_200, start + 5 * minute, 3);
    expect(window.figures(start + 5 * minute)).toEqual({
      first: 10_000,
      high: 10_500,
      low: 9_900,
      last: 10_200,
      volume: 6,
      turnoverTicks: 20_000 + 10_500 + 30_600,
      changePercent: '2.00',
    });
  });

  it('forgets a minute 24 hours later, and not before', () => {
    const window = new DayWindow();
    window.add(20_000, start, 1);
    window.add(10_000, start + minute, 1);
    window.add(11_000, start + day - minute, 1);
    expect(window.figures(start + day - 1)).toMatchObject({ first: 20_000, high: 20_000, volume: 3, changePercent: '-45.00' });
    expect(window.figures(start + day)).toMatchObject({ first: 10_000, high: 11_000, volume: 2, changePercent: '10.00' });
  });

  it('is empty when nothing was quoted for 24 hours, and fresh after that', () => {
    const window = new DayWindow();
    window.add(20_000, start, 1);
    expect(window.figures(start + day)).toBeUndefined();
    window.add(100, start + 3 * day, 1);
    expect(window.figures(start + 3 * day)).toMatchObject({ first: 100, high: 100, low: 100, last: 100, volume: 1 });
  });

  it('counts prices that come after their figures were asked for', () => {
    const window = new DayWindow();
    const now = start + 5 * minute;
    window.add(10_000, start, 1);
    expect(window.figures(now)).toMatchObject({ first: 10_000, volume: 1 });
    window.add(12_000, start + minute, 1);
    window.add(11_000, start + 2 * minute, 1);
    expect(window.figures(now)).toMatchObject({ first: 10_000, high: 12_000, last: 11_000, volume: 3 });
  });

  it('leaves out a price from before the running minute', () => {
    const window = new DayWindow();
    window.add(10_000, start + minute, 0);
    window.add(90_000, start + minute - 1, 0);
    expect(window.figures(start + minute)).toMatchObject({ high: 10_000, last: 10_000 });
  });

  it('agrees with figures computed anew from all prices', () => {
    const price = fc.tuple(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 0, max: 50 }),
    );
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 80 }), fc.integer({ min: 0, max: 1500 }), (steps, wait) => {
        const window = new DayWindow();
        let time = start;
        const prices = steps.map(([minutes, value, volume]) => ({ time: (time += minutes * minute), value, volume }));
        for (const { time: at, value, volume } of prices) {
          window.add(value, at, volume);
          if (volume % 3 === 0) window.figures(at);
        }
        const now = time + wait * minute;
        const inside = prices.filter((one) => one.time > now - day);
        const values = inside.map((one) => one.value);
        const figures = window.figures(now);
        expect(figures?.first).toBe(values.at(0));
        if (figures === undefined) return;
        expect(figures).toMatchObject({
          high: Math.max(...values),
          low: Math.min(...values),
          last: values.at(-1),
          volume: inside.reduce((total, one) => total + one.volume, 0),
          turnoverTicks: inside.reduce((total, one) => total + one.volume * one.value, 0),
        });
      }),
    );
  });
});
