import { zoneOf } from '@assay/domain/market/calendar/zones.ts';
import { expect, test } from 'vitest';
import { dayAt, dayBegins } from './days.ts';

const [shanghai, berlin, newYork] = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York'].map(zoneOf);

test('a moment is of the day that the clock beside it shows', () => {
  const evening = Date.parse('2026-11-27T22:30:00Z');
  expect([shanghai, berlin, newYork].map((zone) => dayAt(evening, zone))).toEqual(['2026-11-28', '2026-11-27', '2026-11-27']);
  expect(dayAt(Date.parse('2026-11-27T23:30:00Z'), berlin)).toBe('2026-11-28');
});

test('a day begins at its own midnight, also on the two days of a year that are longer or shorter', () => {
  expect(dayBegins('2026-11-28', 0, shanghai)).toBe('2026-11-27T16:00:00.000Z');
  expect(dayBegins('2026-03-01', 0, newYork)).toBe('2026-03-01T05:00:00.000Z');
  // In Berlin 25 October 2026 has 25 hours and 29 March 23.
  expect([dayBegins('2026-10-25', 0, berlin), dayBegins('2026-10-25', 1, berlin)]).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ]);
  expect(dayBegins('2026-03-29', 1, berlin)).toBe('2026-03-29T22:00:00.000Z');
  expect(dayBegins('2026-12-31', 1, berlin)).toBe('2026-12-31T23:00:00.000Z');
});
