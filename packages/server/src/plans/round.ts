import type { Round } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { settlePlan } from './bring-up-to-date.ts';
import type { PlansContext } from './context.ts';

const pageSize = 500;

/**
 * Sees to plans as the business clock, which a replay moves, passes what is due: openings, incomes, payouts; only in the
 * leader. With nothing due it is one look at an index.
 */
export class PlansRound implements Round {
  readonly #context: PlansContext;
  readonly #log: Logger;

  constructor(context: PlansContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  /** One plan that fails does not keep the others waiting; it is tried again at the next round. */
  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock.now();
    for (let after = 0; !signal.aborted;) {
      const ids = await plansDue(db, now, after);
      for (const id of ids) if (!signal.aborted) await this.#settle(id);
      const last = ids.at(-1);
      if (last === undefined || ids.length < pageSize) return;
      after = last;
    }
  }

  async #settle(id: number): Promise<void> {
    try {
      await settlePlan(this.#context, id);
    } catch (error) {
      this.#log.error({ err: error, plan: id }, 'a plan could not be settled');
    }
  }
}

/** A page by id of the plans that something is due about: a moment has come, or their product was called off. */
async function plansDue(db: Queryable, now: number, after: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select id from plans where due_at <= $1 and id > $2
     union
     select plan.id from plan_products product join plans plan on plan.product_id = product.id
     where product.withdrawn_at < plan.opens_at and plan.status = 'waiting' and plan.id > $2
     order by id limit $3`,
    [new Date(now), after, pageSize],
  );
  return rows.map(({ id }) => id);
}
