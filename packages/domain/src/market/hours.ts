import type { HoursId } from '@assay/contract/vocabulary/markets.ts';
import { type CivilDate, dayNumber, newYorkInstant, weekdayOf } from './calendar/civil-time.ts';
import { isExchangeDay, isFullHoliday, isShortDay } from './calendar/holidays.ts';

/** A stretch of time, all open or all closed: `from` belongs to it, `until` does not. Epoch milliseconds. */
interface HoursWindow {
  readonly open: boolean;
  readonly from: number;
  readonly until: number;
}

/** Whether the market trades at this moment. Cheap: the answer is remembered until the next opening or closing. */
export function isOpen(hours: HoursId, at: number): boolean {
  return hours === 'always' || windowAt(hours, at).open;
}

/** The first moment after `at` at which trading begins; null for a market that never closes. */
export function nextOpening(hours: HoursId, at: number): number | null {
  if (hours === 'always') return null;
  const window = windowAt(hours, at);
  return window.open ? windowAt(hours, window.until).until : window.until;
}

/** The first moment after `at` at which trading ends; null for a market that never closes. */
export function nextClosing(hours: HoursId, at: number): number | null {
  if (hours === 'always') return null;
  const window = windowAt(hours, at);
  return window.open ? window.until : windowAt(hours, window.until).until;
}

/** The latest moment up to `at` at which the market traded: `at` itself while it is open. */
export function lastOpenMoment(hours: HoursId, at: number): number {
  if (hours === 'always') return at;
  const window = windowAt(hours, at);
  return window.open ? at : window.from - 1;
}

/** Time zone in which the hours are written down. */
export function hoursTimeZone(hours: HoursId): string {
  return hours === 'always' ? 'UTC' : 'America/New_York';
}

/** The UTC time of day at which financing is charged. */
export const financingTimeUtc = '21:00';
const financingOffsetMs = 21 * 3_600_000;

/** The first moment after `at` at which financing may be charged; `financingDays` says for how many days. */
export function nextFinancing(at: number): number {
  const today = Math.floor(at / dayMs) * dayMs + financingOffsetMs;
  return today > at ? today : today + dayMs;
}

/**
 * Days' worth of financing charged at 21:00 UTC of the day that `at` lies in: each day for a market that never closes;
 * Monday to Friday for forex and metals, three on Wednesday because the value date then passes the weekend; each day
 * with a session for the others.
 */
export function financingDays(hours: HoursId, at: number): 0 | 1 | 3 {
  if (hours === 'always') return 1;
  const date = Math.floor(at / dayMs);
  const weekday = weekdayOf(date);
  if (weekday > 5) return 0;
  if (hours === 'forex' || hours === 'metal') return weekday === 3 ? 3 : 1;
  return hasSession(hours, date) ? 1 : 0;
}

const dayMs = 86_400_000;
type ClosingHours = Exclude<HoursId, 'always'>;

/** Sessions in New York time. Those with `overnight` begin on the evening before the day they belong to. */
const sessions: Record<ClosingHours, { opens: number; overnight: boolean; closes: number; closesShort: number }> = {
  forex: { opens: 17 * 60, overnight: true, closes: 17 * 60, closesShort: 17 * 60 },
  metal: { opens: 18 * 60, overnight: true, closes: 17 * 60, closesShort: 17 * 60 },
  usEquity: { opens: 9 * 60 + 30, overnight: false, closes: 16 * 60, closesShort: 13 * 60 },
  usFuture: { opens: 18 * 60, overnight: true, closes: 17 * 60, closesShort: 13 * 60 },
};

/**
 * Forex and metals rest on New Year and Christmas only. The exchange's holidays close the stock market; futures rest on
 * New Year, Good Friday and Christmas and stop early on the others.
 */
function hasSession(hours: ClosingHours, date: CivilDate): boolean {
  if (weekdayOf(date) > 5) return false;
  if (hours === 'usEquity') return isExchangeDay(date);
  return !isFullHoliday(date, hours === 'usFuture');
}

function closesEarly(hours: ClosingHours, date: CivilDate): boolean {
  if (hours === 'usEquity') return isShortDay(date);
  return hours === 'usFuture' && (isShortDay(date) || !isExchangeDay(date));
}

/** The last window found per market: nearly every question is about the same stretch of time as the one before. */
const latest = new Map<ClosingHours, HoursWindow>();

function windowAt(hours: ClosingHours, at: number): HoursWindow {
  const known = latest.get(hours);
  if (known !== undefined && at >= known.from && at < known.until) return known;
  const found = findWindow(hours, at);
  latest.set(hours, found);
  return found;
}

/** No market rests for as long as a fortnight, so sessions of eight days on either side surround any moment. */
const daysAround = 8;

function findWindow(hours: ClosingHours, at: number): HoursWindow {
  const today = dayNumber(at);
  let closed = -Infinity;
  let running: { from: number; until: number } | undefined;
  for (let date = today - daysAround; date <= today + daysAround; date += 1) {
    if (!hasSession(hours, date)) continue;
    const session = sessionOf(hours, date);
    if (running !== undefined && session.from === running.until) {
      running = { from: running.from, until: session.until };
      continue;
    }
    if (running !== undefined) {
      if (at < running.from) return { open: false, from: closed, until: running.from };
      if (at < running.until) return { open: true, ...running };
      closed = running.until;
    }
    running = session;
  }
  if (running === undefined) throw new Error(`no session of ${hours} around ${at}`);
  if (at < running.from) return { open: false, from: closed, until: running.from };
  return { open: true, ...running };
}

/** What belongs to one day of the exchange's calendar; undefined where it rests. */
export interface Session {
  readonly from: number;
  readonly until: number;
  /** Ends before its usual time. */
  readonly short: boolean;
}

/** The session of a day; one that is `overnight` begins on the evening before. A market that never closes has none. */
export function sessionOn(hours: HoursId, date: CivilDate): Session | undefined {
  if (hours === 'always' || !hasSession(hours, date)) return undefined;
  return { ...sessionOf(hours, date), short: closesEarly(hours, date) };
}

/** When the session of a day would begin, whether it takes place or not. */
export function usualOpening(hours: ClosingHours, date: CivilDate): number {
  const { opens, overnight } = sessions[hours];
  return newYorkInstant(overnight ? date - 1 : date, opens);
}

function sessionOf(hours: ClosingHours, date: CivilDate): { from: number; until: number } {
  const { closes, closesShort } = sessions[hours];
  return {
    from: usualOpening(hours, date),
    until: newYorkInstant(date, closesEarly(hours, date) ? closesShort : closes),
  };
}
