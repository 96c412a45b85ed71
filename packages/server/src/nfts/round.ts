import { type Round, handleEachDue } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import type { NftsContext } from './context.ts';
import { settlePiece } from './settle-auction.ts';

/**
 * Opens and ends auctions as the business clock passes their start and their end; only in the leader. With nothing due it is
 * one look at two small indexes.
 */
export class AuctionsRound implements Round {
  readonly name = 'auctions';
  readonly #context: NftsContext;
  readonly #log: Logger;

  constructor(context: NftsContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock.now();
    await handleEachDue({
      name: 'an auction',
      page: (after, limit) => piecesDue(db, now, after, limit),
      handle: ({ id }) => db.transact((tx) => settlePiece(this.#context, tx, id)),
      signal,
      log: this.#log,
    });
  }
}

function piecesDue(db: Queryable, now: number, after: number, limit: number): Promise<{ id: number }[]> {
  return db.query<{ id: number }>(
    `select id from nfts where status = 'upcoming' and starts_at <= $1 and id > $2
     union all
     select id from nfts where status = 'onSale' and ends_at <= $1 and id > $2
     order by id limit $3`,
    [new Date(now), after, limit],
  );
}
