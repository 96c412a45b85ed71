/** A date of the calendar, wherever that calendar hangs: days since 1970-01-01. */
export type CivilDate = number;

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The UTC date of a moment. */
export function dayNumber(at: number): CivilDate {
  return Math.floor(at / dayMs);
}

export function civilDate(year: number, month: number, day: number): CivilDate {
  return Date.UTC(year, month - 1, day) / dayMs;
}

/** 1 is Monday, 7 is Sunday. 1970-01-01 was a Thursday. */
export function weekdayOf(date: CivilDate): number {
  return ((((date + 3) % 7) + 7) % 7) + 1;
}

export function yearOf(date: CivilDate): number {
  return new Date(date * dayMs).getUTCFullYear();
}

/** The moment at which clocks in New York show `minutes` after midnight of `date`; not for the hours around 2:00. */
export function newYorkInstant(date: CivilDate, minutes: number): number {
  const asUtc = date * dayMs + minutes * minuteMs;
  return asUtc - newYorkOffset(date);
}

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});
const offsets = new Map<CivilDate, number>();
const offsetsMax = 10_000;

/**
 * What New York is ahead of UTC (negative) from the morning to the end of a date. Clocks change at 2:00 on a Sunday;
 * 17:00 UTC is noon or one o'clock in New York: the same day, after the change.
 */
function newYorkOffset(date: CivilDate): number {
  const known = offsets.get(date);
  if (known !== undefined) return known;
  const noonUtc = date * dayMs + 17 * 60 * minuteMs;
  const parts = newYork.formatToParts(noonUtc);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  const offset = ((part('hour') - 17) * 60 + part('minute')) * minuteMs;
  if (offsets.size >= offsetsMax) offsets.clear();
  offsets.set(date, offset);
  return offset;
}
