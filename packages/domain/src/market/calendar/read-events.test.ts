import { expect, test } from 'vitest';
import { readEvents } from './read-events.ts';

const head = 'at,currency,kind,title,importance,previous,forecast,actual';
const line = '2026-12-10T13:30:00Z,USD,inflation,"CPI, yearly",3,3.0%,2.9%,';

test('a table is read by the names of its columns, quotes and all', () => {
  const event = { currency: 'USD', kind: 'inflation', importance: 3, previous: '3.0%', forecast: '2.9%', actual: '' };
  const at = Date.UTC(2026, 11, 10, 13, 30);
  expect(readEvents(`\uFEFF${head}\r\n${line}\r\n`, undefined)).toEqual([{ at, title: 'CPI, yearly', ...event }]);
  // A time of another zone, columns in another order, and a quote within quotes.
  const other = 'kind,title,importance,currency,at\nspeech,"He said ""no""",1,EUR,2026-12-10T14:30+01:00';
  expect(readEvents(other, undefined)).toMatchObject([
    { at, title: 'He said "no"', currency: 'EUR', importance: 1, previous: '' },
  ]);
});

test.each([
  ['a column that nobody knows', `${head},colour\n${line},red`, 1],
  ['a column twice', `at,at,currency,kind,importance\n`, 1],
  ['a column that is missing', 'at,currency,kind\n2026-12-10T13:30:00Z,USD,inflation', 1],
  ['a time without a zone', `${head}\n${line}\n2026-12-10T13:30,USD,inflation,,3,,,`, 3],
  ['a day that there is not', `${head}\n2026-13-10T13:30Z,USD,inflation,,3,,,`, 2],
  ['a day that no February has', `${head}\n2026-02-30T13:30Z,USD,inflation,,3,,,`, 2],
  ['a time before there were computers', `${head}\n0001-01-01T00:00Z,USD,inflation,,3,,,`, 2],
  ['a kind that nobody knows', `${head}\n2026-12-10T13:30Z,USD,rumour,,3,,,`, 2],
  ['an importance beyond three', `${head}\n2026-12-10T13:30Z,USD,inflation,,4,,,`, 2],
  ['a currency in small letters', `${head}\n2026-12-10T13:30Z,usd,inflation,,3,,,`, 2],
  ['a cell too few', `${head}\n2026-12-10T13:30Z,USD,inflation`, 2],
  ['a title beyond all measure', `${head}\n2026-12-10T13:30Z,USD,inflation,${'x'.repeat(121)},3,,,`, 2],
  ['a quote that does not end', `${head}\n2026-12-10T13:30Z,USD,inflation,"CPI,3,,,`, 1],
  ['nothing but its head', head, 1],
  ['more events than one import takes', [head, ...Array.from({ length: 501 }, () => line)].join('\n'), 1],
])('a table with %s is not read, and its line is named', (_, text, at) => {
  expect(readEvents(text, undefined)).toEqual({ line: at });
});

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const meeting = ['BEGIN:VEVENT', 'DTSTART:20261210T133000Z', 'SUMMARY:Meeting\\, and a very', '  long name', 'END:VEVENT'];

test('a calendar is read with its folded lines, its priority and its category', () => {
  const at = Date.UTC(2026, 11, 10, 13, 30);
  expect(readEvents(calendar(...meeting), 'EUR')).toEqual([
    {
      at,
      currency: 'EUR',
      kind: 'other',
      title: 'Meeting, and a very long name',
      importance: 2,
      previous: '',
      forecast: '',
      actual: '',
    },
  ]);
  const rated = [
    'BEGIN:VEVENT',
    'PRIORITY:1',
    'CATEGORIES:rateDecision',
    'SUMMARY:Rates',
    'DTSTART;VALUE=DATE-TIME:20261210T133000Z',
    'END:VEVENT',
  ];
  expect(readEvents(calendar(...rated), 'EUR')).toMatchObject([{ kind: 'rateDecision', importance: 3, title: 'Rates', at }]);
});

test('what stands within an event is none of it, and one that was called off is none', () => {
  const alarm = ['BEGIN:VALARM', 'SUMMARY:Wake up', 'PRIORITY:9', 'END:VALARM'];
  const off = ['BEGIN:VEVENT', 'DTSTART:20261211T133000Z', 'SUMMARY:Off', 'STATUS:CANCELLED', 'END:VEVENT'];
  const events = readEvents(calendar(...meeting.slice(0, -1), ...alarm, 'END:VEVENT', ...off), 'EUR');
  expect(events).toMatchObject([{ title: 'Meeting, and a very long name', importance: 2 }]);
});

test.each([
  ['whose time is of a zone', ['BEGIN:VEVENT', 'DTSTART;TZID=Europe/Berlin:20261210T133000', 'SUMMARY:x', 'END:VEVENT']],
  ['of a whole day', ['BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20261210', 'SUMMARY:x', 'END:VEVENT']],
  ['without a name', ['BEGIN:VEVENT', 'DTSTART:20261210T133000Z', 'END:VEVENT']],
  ['that comes again and again', ['BEGIN:VEVENT', 'DTSTART:20261210T133000Z', 'RRULE:FREQ=MONTHLY', 'SUMMARY:x', 'END:VEVENT']],
  ['of a day that no February has', ['BEGIN:VEVENT', 'DTSTART:20260230T133000Z', 'SUMMARY:x', 'END:VEVENT']],
  ['that does not end', ['BEGIN:VEVENT', 'DTSTART:20261210T133000Z', 'SUMMARY:x']],
])('an event %s is not read', (_, lines) => {
  expect(readEvents(calendar(...meeting, ...lines), 'EUR')).toEqual({ line: 8 });
});

test('a calendar without a currency is about nobody’s economy', () => {
  expect(readEvents(calendar(...meeting), undefined)).toEqual({ line: 1 });
});
