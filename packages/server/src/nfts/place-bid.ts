import { userAccount } from '@assay/domain/ledger/accounts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { decideBid } from '@assay/domain/nfts/auction.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { lockBalances } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse, refusalOf } from '../platform/refusal.ts';
import { type NftsContext, book } from './context.ts';
import { recordBid } from './history.ts';
import { pay, settle } from './outcome.ts';
import { type NftRow, auctionOf, change, highestOf, lockRow, opened, rowId } from './row.ts';
import { tellOutbid } from './tell.ts';

/**
 * Places a bid: its amount is set aside, and the outbid bidder's is released in the same transaction. Raising one's own
 * highest bid sets aside the difference. With less than 15 minutes left the end moves. Refusals: those of `mayOpen`,
 * 404 no such piece, then those of `decideBid` in its order.
 */
export async function placeBid(
  context: NftsContext,
  tx: Transaction,
  userId: string,
  input: { readonly id: string; readonly amount: string },
): Promise<NftRow | Refusal> {
  const found = await lockRow(tx, rowId(input.id));
  const highest = found === undefined ? undefined : highestOf(found);
  const own = highest?.userId === userId ? highest : undefined;
  const outbid = own === undefined ? highest : undefined;
  // Before a limit asks for the bidder's account alone: all accounts of a transaction are locked together, by id.
  const owners = outbid === undefined ? [userId] : [userId, outbid.userId];
  const accounts = owners.flatMap((owner) => [userAccount(owner, 'available'), userAccount(owner, 'bid')]);
  await lockBalances(tx, book, usdt, accounts);
  const stopped = await context.mayOpen(tx, userId, book);
  if (stopped !== undefined) return stopped;
  if (found === undefined) return refuse('404', { id: '404' });
  const now = context.clock.now();
  const decision = decideBid(input, { auction: auctionOf(found), now, held: own?.bid ?? nothing });
  if (isRefused(decision)) return refusalOf(decision);

  const recipe = recipes.bidPlaced({ userId, hold: decision.hold });
  const posted = await pay(context, tx, found, { userId, at: now, recipe });
  if (isRefusal(posted)) return posted;
  const { amount, endsAt } = decision;
  const row = await change(tx, await opened(tx, found, now), { status: 'onSale', bid: { userId, amount, endsAt } });
  await recordBid(tx, row, { userId, kind: 'bid', amount, at: now });
  if (outbid !== undefined) {
    const released = recipes.bidReleased({ userId: outbid.userId, held: outbid.bid });
    await settle(context, tx, row, { userId: outbid.userId, at: now, recipe: released });
    tellOutbid(context, tx, row, { ...outbid, currentBid: amount, at: now });
  }
  return row;
}
