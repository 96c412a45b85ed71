import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { hasPassed } from '@assay/domain/market/passed.ts';
import { type Round, handleEachDue } from '../engine/index.ts';
import type { Logger } from '../platform/log.ts';
import type { SpotContext } from './context.ts';
import { expireOrder } from './submit.ts';

interface Due {
  readonly id: number;
  readonly userId: string;
  readonly book: Book;
  readonly code: string;
  readonly base: string;
  readonly expiresAt: Date;
}

/**
 * Ends orders whose time has run out, once no quote of before can come any more: one that was reached in time is
 * filled, however late its quote arrives. Only in the leader.
 */
export class SpotExpiryRound implements Round {
  readonly name = 'spotExpiry';
  readonly #context: SpotContext;
  readonly #log: Logger;

  constructor(context: SpotContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { db, clock, market } = this.#context;
    const now = clock.now();
    await handleEachDue<Due>({
      name: 'the end of a spot order',
      page: (after, limit) =>
        db.query<Due>(
          `select id, user_id::text as "userId", book, code, base, expires_at as "expiresAt"
           from spot_orders where status = 'open' and expires_at <= $1 and id > $2 order by id limit $3`,
          [new Date(now), after, limit],
        ),
      handle: async (due) => {
        const after = { quotedAt: market.quote(due.code)?.time, heldSince: market.heldSince(due.code) };
        if (hasPassed({ expiresAt: due.expiresAt.getTime(), now, ...after })) await expireOrder(this.#context, due);
      },
      together: true,
      signal,
      log: this.#log,
    });
  }
}
