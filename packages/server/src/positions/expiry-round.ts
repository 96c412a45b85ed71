import type { Owner } from '@assay/domain/dealing/draft.ts';
import { hasPassed } from '@assay/domain/market/passed.ts';
import { type Round, handleEachDue } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { type ContractCommand, due } from './commands.ts';
import type { PositionsContext } from './context.ts';

interface Due extends Owner {
  readonly id: number;
  readonly code: string;
  readonly expiresAt: Date;
}

/**
 * Ends orders that have waited until their end, by the business clock, which a replay moves; only in the leader. One waits for as
 * long as a quote of before its end may still come in: that would fill it.
 */
export class ExpiryRound implements Round {
  readonly name = 'expiry';
  readonly #context: PositionsContext;
  readonly #log: Logger;

  constructor(context: PositionsContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock.now();
    await handleEachDue({
      name: 'an order that has expired',
      page: (after, limit) => expiredOrders(db, now, after, limit),
      handle: (order) => this.#expire(order, now),
      together: true,
      signal,
      log: this.#log,
    });
  }

  async #expire({ id, code, expiresAt, ...owner }: Due, now: number): Promise<void> {
    const { market, dealer } = this.#context;
    const after = { quotedAt: market.quote(code)?.time, heldSince: market.heldSince(code) };
    if (!hasPassed({ expiresAt: expiresAt.getTime(), now, ...after })) return;
    const command: ContractCommand = { ...due(owner, 'rounds', id), kind: 'expire' };
    await dealer.submit(command);
  }
}

function expiredOrders(db: Queryable, now: number, after: number, limit: number): Promise<Due[]> {
  return db.query(
    `select id, user_id::text as "userId", book, code, expires_at as "expiresAt" from positions
     where status = 'awaiting' and expires_at <= $1 and id > $2 order by id limit $3`,
    [new Date(now), after, limit],
  );
}
