import { expect, test } from 'vitest';
import { directionOf, priceAt } from './alert-price.ts';

test('a higher price is waited for from below, a lower one from above, the price of now not at all', () => {
  expect(directionOf('100.01', '100')).toBe('above');
  expect(directionOf('99.99', '100')).toBe('below');
  expect(directionOf('100.00', '100')).toBeNull();
  for (const nothing of ['', '0', '-1', 'abc']) expect(directionOf(nothing, '100')).toBeNull();
  expect(directionOf('100', '')).toBeNull();
});

test('a distance in percent ends on a price of the instrument', () => {
  expect(priceAt('64250.10', 5, 2)).toBe('67462.60');
  expect(priceAt('64250.10', -1, 2)).toBe('63607.59');
  expect(priceAt('1.08335', 1, 5)).toBe('1.09418');
});
