import { expect, test } from 'vitest';
import { standingOf } from './option-standing.ts';

const up = { direction: 'up', strike: '100.00', priceScale: 2, split: null } as const;
const down = { ...up, direction: 'down' } as const;

test('up is ahead above the strike, down below it, and at the strike neither', () => {
  expect([standingOf(up, '100.01'), standingOf(up, '99.99'), standingOf(up, '100')]).toEqual(['ahead', 'behind', 'level']);
  expect([standingOf(down, '99.99'), standingOf(down, '100.01'), standingOf(down, '100.00')]).toEqual([
    'ahead',
    'behind',
    'level',
  ]);
});

test('over a split by the worth that one unit had, without any rounding', () => {
  const split = { to: '3', from: '2' };
  // 1.5 × 66.67 = 100.005, and 100.01 in new units would be 66.67 too.
  const at = (strike: string) => standingOf({ ...up, strike, split }, '66.67');
  expect([at('100.00'), at('100.01')]).toEqual(['ahead', 'behind']);
  expect(standingOf({ ...down, strike: '100.50', split }, '67.00')).toBe('level');
});

test('without a price nothing is said', () => {
  expect(standingOf(up, null)).toBeNull();
  expect(standingOf(up, undefined)).toBeNull();
});
