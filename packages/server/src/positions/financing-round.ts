import { nextFinancing } from '@assay/domain/market/hours.ts';
import type { Owner } from '../dealing/index.ts';
import type { Round } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import type { PositionsContext } from './context.ts';
import { chargeFinancing } from './submit.ts';

/** Positions that are submitted together: the groups of a page follow each other, and leave room for others. */
const pageSize = 500;

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
    let failed = false;
    for (let after = 0; !signal.aborted;) {
      const page = await positionsToFinance(db, now, after, pageSize);
      const charged = await Promise.allSettled(page.map(({ id, ...owner }) => chargeFinancing(this.#context, id, owner)));
      for (const [place, outcome] of charged.entries()) {
        if (outcome.status === 'fulfilled') continue;
        failed = true;
        this.#log.error({ err: outcome.reason, id: page[place]?.id }, 'the financing of a position could not be seen to');
      }
      const last = page.at(-1);
      if (last !== undefined && page.length === pageSize) after = last.id;
      else {
        // What has failed is tried again at the next round.
        if (!failed) this.#doneUntil = lastFinancing(now);
        return;
      }
    }
  }
}
