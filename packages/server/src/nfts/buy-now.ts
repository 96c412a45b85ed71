import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { nothing } from '@assay/domain/money/amount.ts';
import { decideBuyNow } from '@assay/domain/nfts/auction.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse, refusalOf } from '../platform/refusal.ts';
import { type NftsContext, book } from './context.ts';
import { recordBid } from './history.ts';
import { pay } from './outcome.ts';
import { type NftRow, auctionOf, change, lockRow, opened, rowId } from './row.ts';
import { tellWon } from './tell.ts';

/**
 * Buys a piece at once while it has no bid: the whole price is the charity's. Refusals: those of `mayOpen`, 404 no such piece,
 * those of `decideBuyNow` in its order, 10011 balance.
 */
export async function buyNow(
  context: NftsContext,
  tx: Transaction,
  userId: string,
  input: { readonly id: string; readonly amount: string },
): Promise<NftRow | Refusal> {
  const found = await lockRow(tx, rowId(input.id));
  const stopped = await context.mayOpen(tx, userId, book);
  if (stopped !== undefined) return stopped;
  if (found === undefined) return refuse('404', { id: '404' });
  const now = context.clock.now();
  const price = decideBuyNow(input, { auction: auctionOf(found), now, held: nothing });
  if (isRefused(price)) return refusalOf(price);
  const posted = await pay(context, tx, found, { userId, at: now, recipe: recipes.nftBought({ userId, price }) });
  if (isRefusal(posted)) return posted;
  const sold = { status: 'sold', sale: { userId, price }, endedAt: now } as const;
  const row = await change(tx, await opened(tx, found, now), sold);
  await recordBid(tx, row, { userId, kind: 'buyNow', amount: price, at: now });
  await tellWon(context, tx, row, { userId, price, at: now, own: true });
  return row;
}
