import type { Round } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import type { LoansContext } from './context.ts';
import { seeToLoan } from './see-to-loan.ts';

const pageSize = 500;

/**
 * Sees to loans as the business clock passes their reminders and due dates; only in the leader. With nothing due it is one
 * look at an index.
 */
export class LoansRound implements Round {
  readonly #context: LoansContext;
  readonly #log: Logger;

  constructor(context: LoansContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  /** One loan that fails does not keep the others waiting; it is tried again at the next round. */
  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock.now();
    for (let after = 0; !signal.aborted;) {
      const ids = await loansDue(db, now, after);
      for (const id of ids) if (!signal.aborted) await this.#seeTo(id);
      const last = ids.at(-1);
      if (last === undefined || ids.length < pageSize) return;
      after = last;
    }
  }

  async #seeTo(id: number): Promise<void> {
    try {
      await seeToLoan(this.#context, id);
    } catch (error) {
      this.#log.error({ err: error, loan: id }, 'a loan could not be seen to');
    }
  }
}

/** A page by id of the loans that something is due about. */
async function loansDue(db: Queryable, now: number, after: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    'select id from loans where next_look_at <= $1 and id > $2 order by id limit $3',
    [new Date(now), after, pageSize],
  );
  return rows.map(({ id }) => id);
}
