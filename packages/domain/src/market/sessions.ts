import type { HoursId } from '@assay/contract/vocabulary/markets.ts';
import type { CivilDate } from './calendar/civil-time.ts';
import { weekdayOf } from './calendar/civil-time.ts';
import { type HolidayName, holidayOn } from './calendar/holidays.ts';
import type { Zone } from './calendar/zones.ts';
import { nextClosing, nextOpening, isOpen, sessionOn } from './hours.ts';

/** A stretch of trading within a day, in minutes after midnight as clocks show them: 1440 is its end. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

export interface TradingDay {
  readonly date: CivilDate;
  readonly stretches: readonly Stretch[];
}

const endOfDay = 1440;

/** When a market trades on some days of a zone's calendar, as clocks there show it: one line for each, from `first` on. */
export function tradingDays(hours: HoursId, zone: Zone, first: CivilDate, count: number): TradingDay[] {
  return Array.from({ length: count }, (_, index) => {
    const date = first + index;
    return { date, stretches: stretchesOf(hours, zone, zone.midnight(date), zone.midnight(date + 1)) };
  });
}

function stretchesOf(hours: HoursId, zone: Zone, start: number, end: number): Stretch[] {
  const stretches: Stretch[] = [];
  let at = isOpen(hours, start) ? start : (nextOpening(hours, start) ?? start);
  while (at < end) {
    const closing = Math.min(nextClosing(hours, at) ?? end, end);
    stretches.push({
      from: at === start ? 0 : zone.minutesAt(at),
      until: closing === end ? endOfDay : zone.minutesAt(closing),
    });
    if (closing === end) break;
    at = nextOpening(hours, closing) ?? end;
  }
  return stretches;
}

/** A day of the exchange's calendar on which its market rests, or stops before its usual time. */
export interface SpecialDay {
  readonly date: CivilDate;
  /** Undefined where no rule names it. */
  readonly name: HolidayName | undefined;
  /** When its session ends; undefined where there is none. */
  readonly closesAt: number | undefined;
}

/** How far ahead they are looked for: each comes once a year. */
const daysAhead = 366;

/** The next `count` of them from a date of New York on; none for a market that never closes. */
export function specialDays(hours: HoursId, from: CivilDate, count: number): SpecialDay[] {
  const found: SpecialDay[] = [];
  if (hours === 'always') return found;
  for (let date = from; date < from + daysAhead && found.length < count; date += 1) {
    if (weekdayOf(date) > 5) continue;
    const session = sessionOn(hours, date);
    if (session === undefined || session.short) found.push({ date, name: holidayOn(date), closesAt: session?.until });
  }
  return found;
}
