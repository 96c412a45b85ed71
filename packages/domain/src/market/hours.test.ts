import type { HoursId } from '@assay/contract/vocabulary/markets.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { civilDate } from './calendar/civil-time.ts';
import { easterSunday, isExchangeDay, isShortDay } from './calendar/holidays.ts';
import { financingDays, isOpen, lastOpenMoment, nextClosing, nextFinancing, nextOpening } from './hours.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const text = (time: number | null) => (time === null ? null : new Date(time).toISOString().slice(0, 16));
const date = (day: string) => civilDate(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8)));
const closingHours: HoursId[] = ['forex', 'metal', 'usEquity', 'usFuture'];

describe('forex', () => {
  it('runs from Sunday 17:00 to Friday 17:00 in New York, by summer and by winter time', () => {
    // Summer: New York is four hours behind. 2014-05-02 is a Friday.
    expect(isOpen('forex', at('2014-05-02T20:59:59.999'))).toBe(true);
    expect(isOpen('forex', at('2014-05-02T21:00'))).toBe(false);
    expect(text(nextOpening('forex', at('2014-05-03T12:00')))).toBe('2014-05-04T21:00');
    // Winter: five hours behind.
    expect(text(nextClosing('forex', at('2026-01-14T12:00')))).toBe('2026-01-16T22:00');
    expect(text(nextOpening('forex', at('2026-01-14T12:00')))).toBe('2026-01-18T22:00');
  });

  it('opens by the new time on the Sunday on which clocks change', () => {
    // 2026-03-08: New York springs forward at 7:00 UTC. 2026-11-01: back at 6:00 UTC.
    expect(text(nextClosing('forex', at('2026-03-05T00:00')))).toBe('2026-03-06T22:00');
    expect(text(nextOpening('forex', at('2026-03-07T00:00')))).toBe('2026-03-08T21:00');
    expect(text(nextClosing('forex', at('2026-10-29T00:00')))).toBe('2026-10-30T21:00');
    expect(text(nextOpening('forex', at('2026-10-31T00:00')))).toBe('2026-11-01T22:00');
  });

  it('rests on Christmas and New Year', () => {
    // Christmas 2025 is a Thursday: the session of that day, from Wednesday 22:00 UTC, does not take place.
    expect(text(nextClosing('forex', at('2025-12-24T12:00')))).toBe('2025-12-24T22:00');
    expect(text(nextOpening('forex', at('2025-12-25T12:00')))).toBe('2025-12-25T22:00');
    expect(isOpen('forex', at('2026-01-01T12:00'))).toBe(false);
  });
});

describe('metals and futures', () => {
  it('pause from 17:00 to 18:00 in New York', () => {
    for (const hours of ['metal', 'usFuture'] as const) {
      expect(text(nextClosing(hours, at('2014-05-01T12:00')))).toBe('2014-05-01T21:00');
      expect(text(nextOpening(hours, at('2014-05-01T12:00')))).toBe('2014-05-01T22:00');
      expect(text(nextOpening(hours, at('2014-05-02T21:00')))).toBe('2014-05-04T22:00');
    }
  });

  it('futures stop at 13:00 on a holiday of the exchange, and rest on Good Friday', () => {
    // Labor Day 2026 is 7 September.
    expect(text(nextClosing('usFuture', at('2026-09-07T12:00')))).toBe('2026-09-07T17:00');
    expect(text(nextOpening('usFuture', at('2026-09-07T18:00')))).toBe('2026-09-07T22:00');
    // Good Friday 2026 is 3 April.
    expect(text(nextClosing('usFuture', at('2026-04-02T12:00')))).toBe('2026-04-02T21:00');
    expect(text(nextOpening('usFuture', at('2026-04-03T12:00')))).toBe('2026-04-05T22:00');
    expect(isOpen('metal', at('2026-04-03T12:00'))).toBe(true);
  });
});

describe('the stock exchange', () => {
  it('trades from 9:30 to 16:00 in New York: pre- and after-market minutes are outside', () => {
    expect(isOpen('usEquity', at('2014-06-05T13:29:59'))).toBe(false);
    expect(isOpen('usEquity', at('2014-06-05T13:30'))).toBe(true);
    expect(isOpen('usEquity', at('2014-06-05T19:59:59'))).toBe(true);
    expect(isOpen('usEquity', at('2014-06-05T20:00'))).toBe(false);
    expect(text(nextOpening('usEquity', at('2026-01-16T21:00')))).toBe('2026-01-20T14:30');
  });

  it.each([
    [2013, ['01-01', '01-21', '02-18', '03-29', '05-27', '07-04', '09-02', '11-28', '12-25'], ['07-03', '11-29', '12-24']],
    [
      2018,
      ['01-01', '01-15', '02-19', '03-30', '05-28', '07-04', '09-03', '11-22', '12-05', '12-25'],
      ['07-03', '11-23', '12-24'],
    ],
    [2021, ['01-01', '01-18', '02-15', '04-02', '05-31', '07-05', '09-06', '11-25', '12-24'], ['11-26']],
    [2022, ['01-17', '02-21', '04-15', '05-30', '06-20', '07-04', '09-05', '11-24', '12-26'], ['11-25']],
    [
      2024,
      ['01-01', '01-15', '02-19', '03-29', '05-27', '06-19', '07-04', '09-02', '11-28', '12-25'],
      ['07-03', '11-29', '12-24'],
    ],
    [2026, ['01-01', '01-19', '02-16', '04-03', '05-25', '06-19', '07-03', '09-07', '11-26', '12-25'], ['11-27', '12-24']],
    [2027, ['01-01', '01-18', '02-15', '03-26', '05-31', '06-18', '07-05', '09-06', '11-25', '12-24'], ['11-26']],
  ])('keeps the holidays and short days that the exchange published for %i', (year, closed, short) => {
    const weekdays = Array.from({ length: 365 }, (_, day) => civilDate(year, 1, 1) + day).filter((day) => (day + 3) % 7 < 5);
    const days = (wanted: (day: number) => boolean) =>
      weekdays.filter(wanted).map((day) => new Date(day * 86_400_000).toISOString().slice(5, 10));
    expect(days((day) => !isExchangeDay(day))).toEqual(closed);
    expect(days(isShortDay)).toEqual(short);
  });

  it('closes at 13:00 on a short day', () => {
    expect(text(nextClosing('usEquity', at('2026-11-27T15:00')))).toBe('2026-11-27T18:00');
  });

  it.each([
    [1961, '1961-04-02'],
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2011, '2011-04-24'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('knows Easter of %i', (year, day) => {
    expect(easterSunday(year)).toBe(date(day));
  });
});

describe('at any moment', () => {
  const moment = fc.integer({ min: at('2000-01-01T00:00'), max: at('2060-01-01T00:00') });

  it('the next opening and closing are where trading begins and ends, whatever was asked before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...closingHours), moment, (hours, time) => {
        const opens = nextOpening(hours, time);
        const closes = nextClosing(hours, time);
        if (opens === null || closes === null) throw new Error('a market that closes has both');
        expect(opens).toBeGreaterThan(time);
        expect(closes).toBeGreaterThan(time);
        expect([isOpen(hours, opens - 1), isOpen(hours, opens)]).toEqual([false, true]);
        expect([isOpen(hours, closes - 1), isOpen(hours, closes)]).toEqual([true, false]);
        expect(isOpen(hours, time)).toBe(closes < opens);
        const last = lastOpenMoment(hours, time);
        expect(last <= time && isOpen(hours, last)).toBe(true);
        expect(last === time || !isOpen(hours, last + 1)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('a market that never closes is open', () => {
    fc.assert(fc.property(moment, (time) => isOpen('always', time) && nextOpening('always', time) === null));
    expect(nextClosing('always', 0)).toBeNull();
  });
});

describe('financing', () => {
  it('is charged at 21:00 UTC', () => {
    expect(text(nextFinancing(at('2026-01-14T20:59:59')))).toBe('2026-01-14T21:00');
    expect(text(nextFinancing(at('2026-01-14T21:00')))).toBe('2026-01-15T21:00');
  });

  it('counts each day of the week as the market does', () => {
    // 2026-01-12 is a Monday; 2026-01-19 is a holiday of the stock exchange.
    const week = (hours: HoursId) =>
      Array.from({ length: 8 }, (_, day) => financingDays(hours, at('2026-01-12T21:00') + day * 86_400_000));
    expect(week('always')).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    expect(week('forex')).toEqual([1, 1, 3, 1, 1, 0, 0, 1]);
    expect(week('metal')).toEqual([1, 1, 3, 1, 1, 0, 0, 1]);
    expect(week('usEquity')).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
    expect(week('usFuture')).toEqual([1, 1, 1, 1, 1, 0, 0, 1]);
  });
});
