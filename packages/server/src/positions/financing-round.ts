import type { Round } from '../engine/index.ts';
import type { Logger } from '../platform/log.ts';
import { chargeFinancing, lastFinancing, positionsToFinance } from './charge-financing.ts';
import type { PositionsContext } from './context.ts';

const pageSize = 500;

/** Charges financing whenever the business clock, which a replay moves, has passed 21:00 UTC; only in the leader. */
export class FinancingRound implements Round {
  readonly #context: PositionsContext;
  readonly #log: Logger;
  #doneUntil = 0;

  constructor(context: PositionsContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  /** Charges every position that is due. One that fails does not keep the others waiting; it is tried again next time. */
  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock.now();
    if (lastFinancing(now) <= this.#doneUntil) return;
    let failed = false;
    for (let after = 0; !signal.aborted;) {
      const ids = await positionsToFinance(db, now, after, pageSize);
      for (const id of ids) failed = !(await this.#charge(id)) || failed;
      const last = ids.at(-1);
      if (last === undefined) break;
      after = last;
    }
    if (!failed && !signal.aborted) this.#doneUntil = lastFinancing(now);
  }

  async #charge(id: number): Promise<boolean> {
    try {
      await chargeFinancing(this.#context, id);
      return true;
    } catch (error) {
      this.#log.error({ err: error, position: id }, 'financing could not be charged');
      return false;
    }
  }
}
