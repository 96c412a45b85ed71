import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

test.each([
  [0, 0, '00:00'],
  [-5_000, 0, '00:00'],
  [1, 0, '00:01'],
  [59_000, 0, '00:59'],
  [61_500, 0, '01:02'],
  [3_600_000, 0, '01:00:00'],
  [90_061_000, 1, '01:01:01'],
  [2 * 86_400_000 + 5_000, 2, '00:00:05'],
])('%i milliseconds leave %i days and %s', (milliseconds, days, clock) => {
  expect(timeLeft(milliseconds)).toEqual({ days, clock });
});
