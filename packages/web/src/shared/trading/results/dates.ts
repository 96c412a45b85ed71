import { dayBegins, here } from '../../words/days.ts';

/** From the first instant of one day to the last of another, by this device's clock; each may be left open. */
export interface Dates {
  /** yyyy-mm-dd */
  readonly from: string;
  readonly to: string;
}

export const allDates: Dates = { from: '', to: '' };

/** A year that is still being typed is none: the calendar had no such days. */
const isDay = (text: string) => /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** As the calls name it: from an instant on, and before another. */
export function spanOf({ from, to }: Dates, zone = here()): { from?: string; to?: string } {
  return { ...(isDay(from) && { from: dayBegins(from, 0, zone) }), ...(isDay(to) && { to: dayBegins(to, 1, zone) }) };
}
