import { isZone } from '@assay/contract/vocabulary/zones.ts';
import { dayNumber, weekdayOf } from '../market/calendar/civil-time.ts';

/** Days and hours of an office, on the clocks of its own place. Minutes count from midnight; 1440 is the end of the day. */
export interface OfficeHours {
  readonly days: ReadonlySet<number>;
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

export interface Office {
  readonly open: boolean;
  /** When it closes, or opens next, in epoch milliseconds; null when it never does. */
  readonly changesAt: number | null;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const shape = /^([1-7])-([1-7]) ([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d) (\S{1,40})$/;

/** Reads `1-5 09:00-18:00 Europe/London`; undefined for what is no such text, or names no time zone. */
export function parseOfficeHours(text: string): OfficeHours | undefined {
  const [whole, first, last, fromHour, fromMinute, toHour, toMinute, timeZone = ''] = shape.exec(text) ?? [];
  if (whole === undefined || !isZone(timeZone)) return undefined;
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const to = Number(toHour) * 60 + Number(toMinute);
  const days = new Set<number>();
  for (let day = Number(first); day <= Number(last); day += 1) days.add(day);
  return days.size === 0 || from >= to || to > 1440 ? undefined : { days, from, to, timeZone };
}

/** Whether the office is open at a moment, and until when that stays so. */
export function officeAt({ days, from, to, timeZone }: OfficeHours, now: number): Office {
  const today = dayNumber(now + offsetAt(timeZone, now));
  const spans: { opens: number; closes: number }[] = [];
  // From yesterday, whose span may touch today's, to the same day of next week.
  for (let day = today - 1; day <= today + 8; day += 1) {
    if (!days.has(weekdayOf(day))) continue;
    const opens = instantOf(timeZone, day, from);
    const closes = instantOf(timeZone, day, to);
    const before = spans.at(-1);
    if (before?.closes === opens) before.closes = closes;
    else spans.push({ opens, closes });
  }
  const next = spans.find(({ closes }) => closes > now);
  if (next === undefined) return { open: false, changesAt: null };
  if (next.opens > now) return { open: false, changesAt: next.opens };
  return { open: true, changesAt: next.closes - now > 8 * dayMs ? null : next.closes };
}

function partsOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
}

/** What clocks of a zone are ahead of UTC at a moment, in whole minutes. */
function offsetAt(timeZone: string, at: number): number {
  const parts = partsOf(timeZone).formatToParts(at);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return shown - Math.floor(at / minuteMs) * minuteMs;
}

/** The moment at which clocks of a zone show this time of a date; where they skip it, the moment an hour later. */
function instantOf(timeZone: string, date: number, minutes: number): number {
  const asUtc = date * dayMs + minutes * minuteMs;
  return asUtc - offsetAt(timeZone, asUtc - offsetAt(timeZone, asUtc));
}
