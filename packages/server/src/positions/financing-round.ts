import { type Round, seeToEachDue } from '../engine/index.ts';
import type { Logger } from '../platform/log.ts';
import { chargeFinancing, lastFinancing, positionsToFinance } from './charge-financing.ts';
import type { PositionsContext } from './context.ts';

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
    const done = await seeToEachDue({
      name: 'the financing of a position',
      page: (after, limit) => positionsToFinance(db, now, after, limit),
      seeTo: (id) => chargeFinancing(this.#context, id),
      signal,
      log: this.#log,
    });
    if (done) this.#doneUntil = lastFinancing(now);
  }
}
