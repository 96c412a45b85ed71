import { expect, it } from 'vitest';
import { endOfDay, isOver } from './validity.ts';

// Monday, 7 January 2030, 12:00 UTC.
const now = Date.UTC(2030, 0, 7, 12);

it('an order for the day is over with the first moment of the next one', () => {
  const end = new Date(endOfDay(now));
  expect(end.toISOString()).toBe('2030-01-08T00:00:00.000Z');
  const moments = ['2030-01-07T23:59:59.999Z', '2030-01-08T00:00:00.000Z', '2030-01-08T00:00:00.001Z'];
  expect(moments.map((moment) => isOver(end, Date.parse(moment)))).toEqual([false, true, true]);
});

it('an order without an end is never over', () => {
  expect(isOver(null, Number.MAX_SAFE_INTEGER)).toBe(false);
});
