import { expect, test } from 'vitest';
import { dayRange } from './day-range.ts';

const day = { low: '90.00', high: '110.00' };

test.each([
  ['95.00', { low: '90.00', high: '110.00', place: 0.25 }],
  ['88.00', { low: '88.00', high: '110.00', place: 0 }],
  ['130.00', { low: '90.00', high: '130.00', place: 1 }],
])('at %s the range reaches as far as the price, and shows where it stands', (price, range) => {
  expect(dayRange(price, day)).toEqual(range);
});

test('without a price the range is what was told', () => {
  expect(dayRange('', day)).toEqual({ ...day, place: 0.5 });
});

test('of a day without any movement the price stands in the middle', () => {
  expect(dayRange('5', { low: '5', high: '5' }).place).toBe(0.5);
});
