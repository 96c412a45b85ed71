import { type Refused, refused } from '../positions/refused.ts';

const dayMs = 86_400_000;
/** So long an order may wait for a price. */
export const validDaysMax = 90;

/**
 * Until when an order waits, as epoch milliseconds: a moment that lies ahead, or `day` for the end of this UTC day; null for
 * good till cancelled. 11305 for an invalid moment.
 */
export function readUntil(text: string | null | undefined, now: number): number | null | Refused {
  if (text === undefined || text === null) return null;
  const until = text === 'day' ? endOfDay(now) : Date.parse(text);
  return until > now && until <= now + validDaysMax * dayMs ? until : refused('11305', 'until');
}

/** Whether an order that waits is over by a moment of business time: from its end on nothing fills or changes it. Null has no end. */
export function isOver(until: Date | null, time: number): boolean {
  return until !== null && time >= until.getTime();
}

/** The next 00:00 UTC. */
export function endOfDay(now: number): number {
  return (Math.floor(now / dayMs) + 1) * dayMs;
}
