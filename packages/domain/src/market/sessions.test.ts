import { expect, test } from 'vitest';
import { civilDate } from './calendar/civil-time.ts';
import { zoneOf } from './calendar/zones.ts';
import { specialDays, tradingDays } from './sessions.ts';

const date = (day: string) => civilDate(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8)));
const text = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString().slice(0, 16));
const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
const week = (...asked: Parameters<typeof tradingDays>) =>
  tradingDays(...asked).map(({ stretches }) => stretches.map(({ from, until }) => `${clock(from)}–${clock(until)}`).join(' '));

const newYork = zoneOf('America/New_York');
const berlin = zoneOf('Europe/Berlin');
const kolkata = zoneOf('Asia/Kolkata');

test('midnight of a zone is right on the days on which its clocks change, and where they never do', () => {
  // Berlin springs forward at 1:00 UTC on 2026-03-29 and back at 1:00 UTC on 2026-10-25.
  expect(text(berlin.midnight(date('2026-03-29')))).toBe('2026-03-28T23:00');
  expect(text(berlin.midnight(date('2026-03-30')))).toBe('2026-03-29T22:00');
  expect(text(berlin.midnight(date('2026-10-25')))).toBe('2026-10-24T22:00');
  expect(text(berlin.midnight(date('2026-10-26')))).toBe('2026-10-25T23:00');
  expect(text(newYork.midnight(date('2026-03-08')))).toBe('2026-03-08T05:00');
  expect(text(newYork.midnight(date('2026-03-09')))).toBe('2026-03-09T04:00');
  expect(text(kolkata.midnight(date('2026-03-09')))).toBe('2026-03-08T18:30');
  expect(kolkata.dateAt(Date.parse('2026-03-08T18:30Z'))).toBe(date('2026-03-09'));
  // Havana skips the first hour of that Sunday: its first moment is shown as one o'clock.
  expect(text(zoneOf('America/Havana').midnight(date('2026-03-08')))).toBe('2026-03-08T05:00');
});

test('the week of shares in Berlin moves by an hour while only New York has changed its clocks', () => {
  // 2026-03-05 to 03-12: New York springs forward on Sunday 8 March, Berlin three weeks later.
  expect(week('usEquity', berlin, date('2026-03-05'), 8)).toEqual([
    '15:30–22:00',
    '15:30–22:00',
    '',
    '',
    '14:30–21:00',
    '14:30–21:00',
    '14:30–21:00',
    '14:30–21:00',
  ]);
  expect(week('usEquity', newYork, date('2026-03-06'), 4)).toEqual(['9:30–16:00', '', '', '9:30–16:00']);
});

test('the week of forex begins on Sunday evening and that of metals pauses every day', () => {
  expect(week('forex', newYork, date('2026-01-16'), 4)).toEqual(['0:00–17:00', '', '17:00–24:00', '0:00–24:00']);
  expect(week('metal', kolkata, date('2026-01-14'), 1)).toEqual(['0:00–3:30 4:30–24:00']);
  expect(week('always', berlin, date('2026-03-29'), 2)).toEqual(['0:00–24:00', '0:00–24:00']);
});

test('days of rest have their names, and early closes their time', () => {
  const named = (...asked: Parameters<typeof specialDays>) =>
    specialDays(...asked).map((day) => [
      new Date(day.date * 86_400_000).toISOString().slice(0, 10),
      day.name,
      text(day.closesAt),
    ]);
  expect(named('usEquity', date('2026-11-26'), 4)).toEqual([
    ['2026-11-26', 'thanksgiving', undefined],
    ['2026-11-27', 'thanksgivingFriday', '2026-11-27T18:00'],
    ['2026-12-24', 'christmasEve', '2026-12-24T18:00'],
    ['2026-12-25', 'christmas', undefined],
  ]);
  expect(named('usFuture', date('2026-11-26'), 2)).toEqual([
    ['2026-11-26', 'thanksgiving', '2026-11-26T18:00'],
    ['2026-11-27', 'thanksgivingFriday', '2026-11-27T18:00'],
  ]);
  expect(named('forex', date('2026-11-26'), 5)).toEqual([
    ['2026-12-25', 'christmas', undefined],
    ['2027-01-01', 'newYear', undefined],
  ]);
  expect(named('always', date('2026-11-26'), 5)).toEqual([]);
});

test('a holiday on a weekend is kept on the weekday beside it, by its name', () => {
  // Independence Day 2026 is a Saturday: Friday 3 July is kept, and is no eve.
  const [day] = specialDays('usEquity', date('2026-07-01'), 1);
  expect([day?.date, day?.name, day?.closesAt]).toEqual([date('2026-07-03'), 'independence', undefined]);
});
