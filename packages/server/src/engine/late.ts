import { type TapedQuote, positionBefore, readTape } from '../market/index.ts';
import type { Database } from '../platform/database.ts';

/** Quotes of one feed may come a little out of the order of their times, and a source a little late. */
const outOfOrderMs = 60_000;

/** From where on an order is to be judged by the tape, because more has passed than is remembered. */
export interface Late {
  readonly code: string;
  /** Number of a batch before all that it has to be judged by; where nobody knows it, what was quoted after `since` is looked for. */
  readonly from: number | undefined;
  /** Times of quotes: it is judged by those after `since`, and its trailing stop follows those after `followedUntil`. */
  readonly since: number;
  readonly followedUntil: number;
}

/**
 * Tells of all that has passed for a number of orders, quotes that may act, in the order of the tape, which is read once and in pages: what
 * has been read is told before more is. Answers the number of the last batch.
 */
export async function readPassed(db: Database, late: readonly Late[], see: (quote: TapedQuote) => void): Promise<number> {
  const known = late.flatMap(({ from }) => (from === undefined ? [] : [from]));
  const times = late.flatMap(({ from, since }) => (from === undefined ? [since] : []));
  if (times.length > 0) known.push(await positionBefore(db, Math.min(...times) - outOfOrderMs));
  let through = Math.min(...known);
  for await (const batch of readTape(db, through)) {
    for (const quote of batch) {
      through = quote.position;
      if (quote.acts) see(quote);
    }
  }
  return through;
}
