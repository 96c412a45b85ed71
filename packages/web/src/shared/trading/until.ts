import { endOfDay } from '@assay/domain/dealing/validity.ts';

/** Until when an order waits: empty till it is withdrawn, `day` to the end of this UTC day, or a moment; `date` while none is chosen. */
export type Until = string;

/** As a call carries it; undefined for an order that waits till it is withdrawn. */
export function untilSent(until: Until): string | undefined {
  return until === '' ? undefined : until;
}

/** As terms that may be changed take it; null for no end, undefined where the moment is none. */
export function untilOf(until: Until): string | null | undefined {
  if (until === '') return null;
  return until === 'day' || !Number.isNaN(Date.parse(until)) ? until : undefined;
}

/** When a new order would expire, as a time to show; null where it does not expire. */
export function endShown(until: Until, now: number): string | null {
  if (until === 'day') return new Date(endOfDay(now)).toISOString();
  return until === '' || Number.isNaN(Date.parse(until)) ? null : until;
}
