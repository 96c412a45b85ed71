import { readTape } from '../market/index.ts';
import type { Database } from '../platform/database.ts';
import { Course, type Watched } from './watch.ts';

/** From where on an order is to be judged by the tape, because more has passed than is remembered. */
export interface Late {
  readonly code: string;
  /** Number of a batch before all that it has to be judged by. */
  readonly from: number;
  /** Times of quotes: it is judged by those after `since`, and its trailing stop follows those after `followedUntil`. */
  readonly since: number;
  readonly followedUntil: number;
}

export const courseOf = (order: Pick<Watched, 'resting' | 'best'>, { since, followedUntil }: Late) =>
  new Course({ ...order, followedUntil }, since);

/**
 * Shows courses all that has passed for their orders: quotes that may act, in the order of the tape, which is read once and in pages. What
 * has been read is judged before more is, and `came` is called. Answers the number of the last batch.
 */
export async function readPassed(
  db: Database,
  orders: readonly { readonly late: Late; readonly course: Pick<Course, 'see'> }[],
  came: () => void = () => undefined,
): Promise<number> {
  const byCode = Map.groupBy(orders, ({ late }) => late.code);
  let through = Math.min(...orders.map(({ late: { from } }) => from));
  for await (const batch of readTape(db, through)) {
    for (const quote of batch) {
      through = quote.position;
      if (quote.acts) for (const { course } of byCode.get(quote.code) ?? []) course.see(quote);
    }
    came();
  }
  return through;
}
