import { type Round, handleEachDue } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import type { PlansContext } from './context.ts';
import { handleDuePlan } from './submit.ts';

/**
 * Handles plans as the business clock, which a replay moves, reaches their due times: openings, incomes, payouts; only in the
 * leader. With nothing due it is one look at an index.
 */
export class PlansRound implements Round {
  readonly name = 'plans';
  readonly #context: PlansContext;
  readonly #log: Logger;

  constructor(context: PlansContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock.now();
    await handleEachDue({
      name: 'a plan',
      page: (after, limit) => plansDue(db, now, after, limit),
      handle: (plan) => handleDuePlan(this.#context, plan),
      together: true,
      signal,
      log: this.#log,
    });
  }
}

/** A page by id of the plans that something is due about: a moment has come, or their product was called off. */
function plansDue(db: Queryable, now: number, after: number, limit: number) {
  return db.query<{ id: number; userId: string }>(
    `select id, user_id::text as "userId" from plans where due_at <= $1 and id > $2
     union
     select plan.id, plan.user_id::text from plan_products product join plans plan on plan.product_id = product.id
     where product.withdrawn_at < plan.opens_at and plan.status = 'waiting' and plan.id > $2
     order by id limit $3`,
    [new Date(now), after, limit],
  );
}
