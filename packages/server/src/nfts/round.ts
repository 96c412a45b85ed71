import type { Round } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import type { NftsContext } from './context.ts';
import { settlePiece } from './settle-auction.ts';

const pageSize = 200;

/**
 * Opens and ends auctions as the business clock passes their start and their end; only in the leader. With nothing due it is
 * one look at two small indexes.
 */
export class AuctionsRound implements Round {
  readonly #context: NftsContext;
  readonly #log: Logger;

  constructor(context: NftsContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  /** One piece that fails does not keep the others waiting; it is tried again at the next round. */
  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock.now();
    for (let after = 0; !signal.aborted;) {
      const ids = await piecesDue(db, now, after);
      for (const id of ids) if (!signal.aborted) await this.#settle(id);
      const last = ids.at(-1);
      if (last === undefined || ids.length < pageSize) return;
      after = last;
    }
  }

  async #settle(id: number): Promise<void> {
    try {
      await this.#context.db.transact((tx) => settlePiece(this.#context, tx, id));
    } catch (error) {
      this.#log.error({ err: error, nft: id }, 'an auction could not be settled');
    }
  }
}

async function piecesDue(db: Queryable, now: number, after: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select id from nfts where status = 'upcoming' and starts_at <= $1 and id > $2
     union all
     select id from nfts where status = 'onSale' and ends_at <= $1 and id > $2
     order by id limit $3`,
    [new Date(now), after, pageSize],
  );
  return rows.map(({ id }) => id);
}
