import type { Owner } from '@assay/domain/dealing/draft.ts';
import { nextFinancing } from '@assay/domain/market/hours.ts';
import { type Round, handleEachDue } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import type { PositionsContext } from './context.ts';
import { chargeFinancing } from './submit.ts';

/** The latest moment of charging at or before `now`. */
export function lastFinancing(now: number): number {
  const dayMs = 86_400_000;
  return nextFinancing(now) - dayMs;
}

/** A page by id of the open positions for which a moment of charging has passed that is not dealt with yet. */
export function positionsToFinance(
  db: Queryable,
  now: number,
  after: number,
  limit: number,
): Promise<(Owner & { readonly id: number })[]> {
  return db.query(
    `select id, user_id::text as "userId", book from positions
     where status = 'open' and financed_until < $1 and id > $2 order by id limit $3`,
    [new Date(lastFinancing(now)), after, limit],
  );
}

/** Whether any open position is to be charged: one entry of an index, however many there are. */
async function isDue(db: Queryable, now: number): Promise<boolean> {
  const [row] = await db.query<{ due: boolean | null }>(
    "select min(financed_until) < $1 as due from positions where status = 'open'",
    [new Date(lastFinancing(now))],
  );
  return row?.due === true;
}

/**
 * Charges financing whenever the business clock, which a replay moves, has passed 21:00 UTC; only in the leader. It looks each time:
 * what was reached before that moment may be filled long after it, as of then.
 */
export class FinancingRound implements Round {
  readonly name = 'financing';
  readonly #context: PositionsContext;
  readonly #log: Logger;

  constructor(context: PositionsContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock.now();
    if (!(await isDue(db, now))) return;
    await handleEachDue({
      name: 'the financing of a position',
      page: (after, limit) => positionsToFinance(db, now, after, limit),
      handle: ({ id, ...owner }) => chargeFinancing(this.#context, id, owner),
      together: true,
      signal,
      log: this.#log,
    });
  }
}
