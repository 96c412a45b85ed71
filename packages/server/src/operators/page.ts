import { type Refusal, refuse } from '../platform/refusal.ts';

/** A cursor that is the id of the last row seen, or null for the first page. Refused with 400 when it is anything else. */
export function cursorOf(cursor: string | undefined): number | null | Refusal {
  if (cursor === undefined) return null;
  return /^[1-9][0-9]{0,14}$/.test(cursor) ? Number(cursor) : refuse('400', { cursor: '400' });
}
