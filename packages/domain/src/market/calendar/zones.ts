import { type CivilDate, dayNumber } from './civil-time.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** A calendar and a clock, such as America/New_York, at any moment. */
export interface Zone {
  readonly id: string;
  /** The date that is shown there. */
  dateAt(at: number): CivilDate;
  /** The first moment of a date there; of one whose midnight is skipped by a change of clocks, the first that there is. */
  midnight(date: CivilDate): number;
  /** Minutes that clocks there have run through since midnight was shown, as they show them. */
  minutesAt(at: number): number;
}

/** The name must be an IANA one, as browsers report it. */
export function zoneOf(id: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: id,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  /** What is shown there, as if it were UTC. */
  const shown = (at: number): number => {
    const parts = format.formatToParts(at);
    const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  };
  const whole = (at: number): number => Math.floor(at / minuteMs) * minuteMs;
  const offsetAt = (at: number): number => shown(at) - whole(at);
  return {
    id,
    dateAt: (at) => dayNumber(shown(at)),
    midnight: (date) => {
      const asUtc = date * dayMs;
      // Clocks change by an hour or so, and never twice within a day and a half: one of these two offsets is the one of midnight.
      const [before, after] = [offsetAt(asUtc - dayMs), offsetAt(asUtc + dayMs)];
      const early = asUtc - Math.max(before, after);
      return shown(early) === asUtc ? early : asUtc - Math.min(before, after);
    },
    minutesAt: (at) => (shown(at) % dayMs) / minuteMs,
  };
}
