import type { CalendarItem } from '@assay/contract/endpoints/instruments/calendar.ts';
import { expect, test } from 'vitest';
import { eventFigures, eventMarksOf } from './event-figures.ts';

const item = (kind: CalendarItem['kind'], at: string, importance: number | null = null): CalendarItem => ({
  id: null,
  at,
  kind,
  codes: ['AAPL'],
  currency: importance === null ? null : 'USD',
  importance,
  title: '',
  previous: '',
  forecast: '',
  actual: '',
  source: null,
  terms: null,
});

test('what moves markets and what a company does is marked, once for a moment', () => {
  const at = '2026-12-15T13:30:00.000Z';
  const time = Date.parse(at);
  expect(
    eventMarksOf([
      item('inflation', at, 3),
      item('retailSales', at, 3),
      item('confidence', at, 2),
      item('closed', at),
      item('reverseSplit', at),
      item('dividend', at),
    ]),
  ).toEqual([
    { at: time, what: 'USD' },
    { at: time, what: 'split' },
    { at: time, what: 'dividend' },
  ]);
  const many = Array.from({ length: 20 }, (_, hour) => item('inflation', new Date(time + hour * 3_600_000).toISOString(), 3));
  expect(eventMarksOf(many)).toHaveLength(12);
});

test('a mark stands on the axis of time and leaves the prices above it', () => {
  const look = { text: 'USD', line: '#999', ink: '#000', size: 10, family: 'Inter' };
  const [line, word] = eventFigures(40, 300, look);
  expect(line?.attrs).toEqual({
    coordinates: [
      { x: 40, y: 264 },
      { x: 40, y: 300 },
    ],
  });
  expect(word?.attrs).toMatchObject({ x: 40, y: 288, text: 'USD' });
});
