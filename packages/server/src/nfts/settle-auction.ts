import { houseAccount, userAccount } from '@assay/domain/ledger/accounts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { meetsReserve } from '@assay/domain/nfts/auction.ts';
import { lockBalances } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type NftsContext, book } from './context.ts';
import { settle } from './outcome.ts';
import { type NftRow, change, highestOf, lockRow, opened } from './row.ts';
import { tellReserveMissed, tellWon } from './tell.ts';

/** Does all that is due about one piece; safe to run twice, in two processes, and after any pause. */
export async function settlePiece(context: NftsContext, tx: Transaction, id: number): Promise<void> {
  const found = await lockRow(tx, id);
  if (found === undefined) return;
  const now = context.clock.now();
  const row = await opened(tx, found, now);
  if (row.status === 'onSale' && row.endsAt.getTime() <= now) await endAuction(context, tx, row);
}

/**
 * Ends the auction of a locked piece: the highest bid that meets the reserve goes whole to the charity, one below it
 * returns. What happens carries the moment of the end, however late it is booked.
 */
async function endAuction(context: NftsContext, tx: Transaction, row: NftRow): Promise<void> {
  const at = row.endsAt.getTime();
  const highest = highestOf(row);
  if (highest === undefined) {
    await change(tx, row, { status: 'unsold', endedAt: at });
    return;
  }
  const { userId, bid } = highest;
  await lockBalances(tx, book, usdt, [houseAccount('charity'), userAccount(userId, 'available'), userAccount(userId, 'bid')]);
  if (meetsReserve(bid, amount(row.reserve))) {
    await settle(context, tx, row, { userId, at, recipe: recipes.nftWon({ userId, price: bid }) });
    const sold = await change(tx, row, { status: 'sold', sale: { userId, price: bid }, endedAt: at });
    await tellWon(context, tx, sold, { userId, price: bid, at, own: false });
    return;
  }
  await settle(context, tx, row, { userId, at, recipe: recipes.bidReleased({ userId, held: bid }) });
  const unsold = await change(tx, row, { status: 'unsold', endedAt: at });
  tellReserveMissed(context, tx, unsold, { userId, bid, at });
}
