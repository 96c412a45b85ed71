import { type CivilDate, civilDate, weekdayOf, yearOf } from './civil-time.ts';

/**
 * The calendar of the New York Stock Exchange by its own rule (7.2), for any year since 1998, and the days on which it
 * stayed closed beyond the rule.
 */
export function isExchangeDay(date: CivilDate): boolean {
  return weekdayOf(date) <= 5 && !calendarOf(yearOf(date)).closed.has(date);
}

/** A trading day that ends at 13:00: the day after Thanksgiving, and the eves of Independence Day and Christmas. */
export function isShortDay(date: CivilDate): boolean {
  return isExchangeDay(date) && calendarOf(yearOf(date)).short.has(date);
}

/** New Year's Day and Christmas Day as observed on a weekday, and Good Friday where `goodFridayToo`. */
export function isFullHoliday(date: CivilDate, goodFridayToo: boolean): boolean {
  const calendar = calendarOf(yearOf(date));
  return date === calendar.newYear || date === calendar.christmas || (goodFridayToo && date === calendar.goodFriday);
}

/** Why the exchange is closed or closes early, by the names of its rule. */
export const holidayNames = [
  'newYear',
  'martinLutherKing',
  'washington',
  'goodFriday',
  'memorial',
  'juneteenth',
  'independence',
  'labor',
  'thanksgiving',
  'christmas',
  'independenceEve',
  'thanksgivingFriday',
  'christmasEve',
] as const;
export type HolidayName = (typeof holidayNames)[number];

/** What a day is kept for; undefined for any other day, and for one that the exchange stayed closed on beyond its rule. */
export function holidayOn(date: CivilDate): HolidayName | undefined {
  return calendarOf(yearOf(date)).names.get(date);
}

interface Calendar {
  readonly closed: ReadonlySet<CivilDate>;
  readonly short: ReadonlySet<CivilDate>;
  readonly names: ReadonlyMap<CivilDate, HolidayName>;
  readonly newYear: CivilDate;
  readonly christmas: CivilDate;
  readonly goodFriday: CivilDate;
}

const monday = 1;
const thursday = 4;
const saturday = 6;
const sunday = 7;
const firstJuneteenth = 2022;

const calendars = new Map<number, Calendar>();

function calendarOf(year: number): Calendar {
  const known = calendars.get(year);
  if (known !== undefined) return known;
  const calendar = buildCalendar(year);
  calendars.set(year, calendar);
  return calendar;
}

function buildCalendar(year: number): Calendar {
  const newYearDay = civilDate(year, 1, 1);
  // A New Year on Saturday is not made up for: the Friday before is the last trading day of the old year.
  const newYear = weekdayOf(newYearDay) === sunday ? newYearDay + 1 : newYearDay;
  const goodFriday = easterSunday(year) - 2;
  const independenceDay = civilDate(year, 7, 4);
  const thanksgiving = nthWeekday(year, 11, thursday, 4);
  const christmasDay = civilDate(year, 12, 25);
  const christmas = observed(christmasDay);
  const holidays: readonly (readonly [HolidayName, CivilDate])[] = [
    ['newYear', newYear],
    ['martinLutherKing', nthWeekday(year, 1, monday, 3)],
    ['washington', nthWeekday(year, 2, monday, 3)],
    ['goodFriday', goodFriday],
    ['memorial', lastMondayOfMay(year)],
    ...(year >= firstJuneteenth ? [['juneteenth', observed(civilDate(year, 6, 19))] as const] : []),
    ['independence', observed(independenceDay)],
    ['labor', nthWeekday(year, 9, monday, 1)],
    ['thanksgiving', thanksgiving],
    ['christmas', christmas],
  ];
  // An eve on a weekend, or one that is itself the observed holiday, is no trading day, so that it never counts.
  const eves: readonly (readonly [HolidayName, CivilDate])[] = [
    ['independenceEve', independenceDay - 1],
    ['thanksgivingFriday', thanksgiving + 1],
    ['christmasEve', christmasDay - 1],
  ];
  const names = new Map([...eves, ...holidays].map(([name, date]) => [date, name]));
  const dates = (named: typeof holidays) => named.map(([, date]) => date);
  const closed = new Set([...dates(holidays), ...(closedOnceByYear[year] ?? [])]);
  return { closed, short: new Set(dates(eves)), names, newYear, christmas, goodFriday };
}

/** Saturday's holiday is kept on Friday, Sunday's on Monday. */
function observed(date: CivilDate): CivilDate {
  const weekday = weekdayOf(date);
  return weekday === saturday ? date - 1 : weekday === sunday ? date + 1 : date;
}

function nthWeekday(year: number, month: number, weekday: number, nth: number): CivilDate {
  const first = civilDate(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7;
}

function lastMondayOfMay(year: number): CivilDate {
  return nthWeekday(year, 6, monday, 1) - 7;
}

/** Easter in the Gregorian calendar, after the anonymous algorithm published in Nature, 20 April 1876. */
export function easterSunday(year: number): CivilDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const skippedLeapDays = Math.floor(century / 4);
  const lunarCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - skippedLeapDays - lunarCorrection + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const offset = epact + toSunday - 7 * late + 114;
  return civilDate(year, Math.floor(offset / 31), (offset % 31) + 1);
}

/** Days of mourning, of the attacks of 2001 and of the storm of 2012. */
const closedOnceByYear: Readonly<Record<number, readonly CivilDate[]>> = {
  2001: [11, 12, 13, 14].map((day) => civilDate(2001, 9, day)),
  2004: [civilDate(2004, 6, 11)],
  2007: [civilDate(2007, 1, 2)],
  2012: [civilDate(2012, 10, 29), civilDate(2012, 10, 30)],
  2018: [civilDate(2018, 12, 5)],
  2025: [civilDate(2025, 1, 9)],
};
