import { expect, test } from 'vitest';
import type { Bar } from './candles.ts';
import { realisedVolatility, statisticsOf } from './statistics.ts';

const day = 86_400_000;
const today = Date.UTC(2030, 0, 31);
const now = today + day / 2;

/** A day so many days ago that closed at a price, a tick around it. */
const ago = (days: number, close: number, volume = 0): Bar => {
  return { time: today - days * day, open: close, high: close + 1, low: close - 1, close, volume };
};

test('nothing is told of what has no bars', () => {
  expect(statisticsOf([], now)).toBeUndefined();
  // 364 days ago is not within 52 weeks that end today.
  expect(statisticsOf([ago(364, 100)], now)).toBeUndefined();
});

test('ranges are of 7 and 364 days with the running one', () => {
  const bars = [ago(364, 900), ago(363, 50), ago(7, 300), ago(6, 120), ago(1, 110), ago(0, 100)];
  expect(statisticsOf(bars, now)).toMatchObject({
    since: today - 363 * day,
    week: { high: 121, low: 99 },
    year: { high: 301, low: 49 },
  });
});

test('a market that has rested for longer than a week shows the range of its last day', () => {
  expect(statisticsOf([ago(20, 100), ago(9, 200)], now)?.week).toEqual({ high: 201, low: 199 });
});

test('volatility is the root of the sum of squared logarithms, of a year of 365 days', () => {
  // Two moves in thirty days, up by a tenth and back: ln(1.1) = 0.0953102, its square 0.00908403, twice 0.01816806;
  // × 365 / 30 = 0.22104479, of which the root is 0.4701540.
  const bars = [ago(31, 100), ago(20, 110), ago(10, 100)];
  expect(realisedVolatility(bars, today)).toBeCloseTo(0.470154, 6);
  // The running day does not count, nor what is older than the close before the thirty days.
  expect(statisticsOf([ago(40, 7), ...bars, ago(0, 500)], now)?.volatility).toBeCloseTo(0.470154, 6);
  // A price that never moves has none; a history of fewer than thirty days says nothing yet.
  expect(realisedVolatility([ago(31, 100), ago(1, 100)], today)).toBe(0);
  expect(realisedVolatility([ago(30, 100), ago(1, 120)], today)).toBeNull();
});

test('turnover is the mean of whole days with trade, at their closes', () => {
  // (10 × 100 + 30 × 200) / 2; a day without trade, the running one and what is over thirty days old are left out.
  const bars = [ago(31, 100, 999), ago(30, 100, 10), ago(2, 150), ago(1, 200, 30), ago(0, 100, 999)];
  expect(statisticsOf(bars, now)?.turnover).toEqual({ ticks: 3500, days: 2 });
  expect(statisticsOf([ago(0, 100, 5)], now)?.turnover).toBeNull();
});

test('the best and the worst day are told from close to close, of days that are over', () => {
  const bars = [ago(5, 100), ago(4, 125), ago(3, 100), ago(2, 110), ago(1, 99), ago(0, 1)];
  expect(statisticsOf(bars, now)).toMatchObject({
    best: { day: today - 4 * day, change: '25.00' },
    worst: { day: today - 3 * day, change: '-20.00' },
  });
  expect(statisticsOf([ago(1, 100)], now)).toMatchObject({ best: null, worst: null });
  // The first of 52 weeks is computed from the close before them, which is none of their days itself.
  const year = [ago(364, 100), ago(363, 150), ago(200, 160), ago(1, 150)];
  expect(statisticsOf(year, now)).toMatchObject({
    since: today - 363 * day,
    best: { day: today - 363 * day, change: '50.00' },
  });
  expect(statisticsOf([ago(400, 100), ...year.slice(2)], now)).toMatchObject({ best: { day: today - 200 * day } });
});
