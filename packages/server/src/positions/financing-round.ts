import type { Owner } from '@assay/domain/dealing/draft.ts';
import { nextFinancing } from '@assay/domain/market/hours.ts';
import { type Round, seeToEachDue } from '../engine/index.ts';
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

/** Charges financing whenever the business clock, which a replay moves, has passed 21:00 UTC; only in the leader. */
export class FinancingRound implements Round {
  readonly name = 'financing';
  readonly #context: PositionsContext;
  readonly #log: Logger;
  #doneUntil = 0;

  constructor(context: PositionsContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock.now();
    if (lastFinancing(now) <= this.#doneUntil) return;
    const done = await seeToEachDue({
      name: 'the financing of a position',
      page: (after, limit) => positionsToFinance(db, now, after, limit),
      seeTo: ({ id, ...owner }) => chargeFinancing(this.#context, id, owner),
      together: true,
      signal,
      log: this.#log,
    });
    // What has failed is tried again at the next round.
    if (done) this.#doneUntil = lastFinancing(now);
  }
}
