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

interface Tape {
  /** Quotes that may act, in the order of the tape. */
  readonly quotes: ReadonlyMap<string, readonly TapedQuote[]>;
  /** Number of the last batch that was read. */
  readonly through: number;
}

/** All that has passed for a number of orders, read once. */
export async function readPassed(db: Database, late: readonly Late[]): Promise<Tape> {
  const known = late.flatMap(({ from }) => (from === undefined ? [] : [from]));
  const times = late.flatMap(({ from, since }) => (from === undefined ? [since] : []));
  if (times.length > 0) known.push(await positionBefore(db, Math.min(...times) - outOfOrderMs));
  const codes = new Set(late.map(({ code }) => code));
  const quotes = new Map<string, TapedQuote[]>();
  let through = Math.min(...known);
  for await (const batch of readTape(db, through)) {
    for (const quote of batch) {
      through = quote.position;
      if (!quote.acts || !codes.has(quote.code)) continue;
      const own = quotes.get(quote.code);
      if (own === undefined) quotes.set(quote.code, [quote]);
      else own.push(quote);
    }
  }
  return { quotes, through };
}
