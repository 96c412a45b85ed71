import { zoneOf } from '@assay/domain/market/calendar/zones.ts';
import { expect, test } from 'vitest';
import { spanOf } from './dates.ts';

test('a day that is chosen reaches from midnight to midnight of the clock by which rows tell their times', () => {
  const [shanghai, newYork] = ['Asia/Shanghai', 'America/New_York'].map(zoneOf);
  const day = { from: '2026-11-27', to: '2026-11-27' };
  expect(spanOf(day, shanghai)).toEqual({ from: '2026-11-26T16:00:00.000Z', to: '2026-11-27T16:00:00.000Z' });
  // 27 November, 22:30 in New York.
  const { from = '', to = '' } = spanOf(day, newYork);
  expect([from, '2026-11-28T03:30:00.000Z', to].toSorted()).toEqual([from, '2026-11-28T03:30:00.000Z', to]);
});

test('either end may be open, and a year that is being typed is none', () => {
  expect(spanOf({ from: '', to: '2026-11-27' }, zoneOf('UTC'))).toEqual({ to: '2026-11-28T00:00:00.000Z' });
  expect(spanOf({ from: '0020-11-27', to: '' }, zoneOf('UTC'))).toEqual({});
});
