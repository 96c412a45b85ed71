import { expect, test } from 'vitest';
import { standingOf } from './option-standing.ts';

const up = { direction: 'up', strike: '100.00', priceScale: 2 } as const;
const down = { ...up, direction: 'down' } as const;

test('up is ahead above the strike, down below it, and at the strike neither', () => {
  expect([standingOf(up, '100.01'), standingOf(up, '99.99'), standingOf(up, '100')]).toEqual(['ahead', 'behind', 'level']);
  expect([standingOf(down, '99.99'), standingOf(down, '100.01'), standingOf(down, '100.00')]).toEqual([
    'ahead',
    'behind',
    'level',
  ]);
});

test('without a price nothing is said', () => {
  expect(standingOf(up, null)).toBeNull();
  expect(standingOf(up, undefined)).toBeNull();
});
