import type { Round } from '../engine/index.ts';
import type { Logger } from '../platform/log.ts';
import type { ReferralContext } from './context.ts';
import { type DueRewards, dueRewards, payRewards } from './pay-rewards.ts';
import { nextDay, reckonDay } from './reckon-day.ts';

const pageSize = 500;

/**
 * Once a day has ended on the business clock, reckons what its fees earn and pays it; only in the leader. Days that passed
 * without a leader are computed one after the other. With nothing due it is two looks at an index.
 */
export class ReferralRound implements Round {
  readonly name = 'referral';
  readonly #context: ReferralContext;
  readonly #log: Logger;

  constructor(context: ReferralContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    for (;;) {
      const day = await nextDay(db, clock.now());
      if (day === undefined || signal.aborted) break;
      await db.transact((tx) => reckonDay(tx, day, clock.now()));
    }
    for (let after: DueRewards | undefined; !signal.aborted;) {
      const page = await dueRewards(db, pageSize, after);
      for (const due of page) if (!signal.aborted) await this.#pay(due);
      after = page.at(-1);
      if (page.length < pageSize) return;
    }
  }

  /** An inviter that fails does not keep the others waiting; it is tried again at the next round. */
  async #pay(due: DueRewards): Promise<void> {
    try {
      await this.#context.db.transact((tx) => payRewards(this.#context, tx, due));
    } catch (error) {
      this.#log.error({ err: error, ...due }, 'rewards could not be paid');
    }
  }
}
