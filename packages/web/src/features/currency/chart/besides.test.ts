import { expect, test } from 'vitest';
import { besides } from './besides.ts';

const bars = [100, 110, 121].map((close, minute) => ({ timestamp: minute * 60_000, close }));

test('another instrument stands at this one’s price where both begin, and goes its own way in percent', () => {
  const closes = new Map([
    [0, 4000],
    [60_000, 4200],
    [120_000, 3600],
  ]);
  // +5 % and −10 % of 100.
  expect(besides(bars, closes)).toEqual([100, 105, 90]);
});

test('it begins at the first bar that both have, and is absent where it has none', () => {
  expect(besides(bars, new Map([[60_000, 50]]))).toEqual([null, 110, null]);
  expect(besides(bars, new Map())).toEqual([null, null, null]);
});
