import type { CalendarItem } from '@assay/contract/endpoints/instruments/calendar.ts';
import { calendarDaysMax } from '@assay/contract/vocabulary/calendar.ts';
import type { HoursId } from '@assay/contract/vocabulary/markets.ts';
import { zoneOf } from '@assay/domain/market/calendar/zones.ts';
import { hoursTimeZone, usualOpening } from '@assay/domain/market/hours.ts';
import { specialDays } from '@assay/domain/market/sessions.ts';
import { type Asked, ownItem } from './asked.ts';

/** Days on which markets rest or close early: of one of rest when its session would begin, of the others when it ends. */
export function daysOfRest({ instruments, from, until }: Asked): CalendarItem[] {
  const byHours = Map.groupBy(instruments, ({ hours }) => hours);
  return [...byHours].flatMap(([hours, those]) =>
    restOf(hours, from, until).map((day) => ({ ...day, codes: those.map(({ code }) => code) })),
  );
}

function restOf(hours: HoursId, from: number, until: number): Omit<CalendarItem, 'codes'>[] {
  if (hours === 'always') return [];
  const zone = zoneOf(hoursTimeZone(hours));
  return specialDays(hours, zone.dateAt(from), calendarDaysMax)
    .map(({ date, name, closesAt }) => {
      const at = closesAt ?? usualOpening(hours, date);
      return { at, name: name ?? '', kind: closesAt === undefined ? ('closed' as const) : ('earlyClose' as const) };
    })
    .filter(({ at }) => at >= from && at < until)
    .map(({ at, name, kind }) => ({ ...ownItem, at: new Date(at).toISOString(), kind, title: name, terms: null }));
}
