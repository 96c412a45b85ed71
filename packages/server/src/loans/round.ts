import { type Round, handleEachDue } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import type { LoansContext } from './context.ts';
import { handleDueLoan } from './due-loan.ts';

/**
 * Handles loans as the business clock passes their reminders and due dates; only in the leader. With nothing due it is
 * one look at an index.
 */
export class LoansRound implements Round {
  readonly name = 'loans';
  readonly #context: LoansContext;
  readonly #log: Logger;

  constructor(context: LoansContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock.now();
    await handleEachDue({
      name: 'a loan',
      page: (after, limit) => loansDue(db, now, after, limit),
      handle: ({ id }) => handleDueLoan(this.#context, id),
      signal,
      log: this.#log,
    });
  }
}

/** A page by id of the loans that something is due about. */
function loansDue(db: Queryable, now: number, after: number, limit: number): Promise<{ id: number }[]> {
  return db.query<{ id: number }>('select id from loans where next_look_at <= $1 and id > $2 order by id limit $3', [
    new Date(now),
    after,
    limit,
  ]);
}
