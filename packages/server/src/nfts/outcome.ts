import type { Recipe } from '@assay/domain/ledger/recipes/recipe.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Posted, availableIn, post } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { tellBalance } from '../platform/private-events.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import { type NftsContext, book } from './context.ts';
import { type NftRow, referenceOf } from './row.ts';

/** Books the result of a bid or purchase, and sends the balance to the account's sockets. Refused with 10011. */
export async function pay(
  context: NftsContext,
  tx: Transaction,
  row: NftRow,
  { userId, at, recipe }: { readonly userId: string; readonly at: number; readonly recipe: Recipe },
): Promise<Posted | Refusal> {
  const posted = await post(tx, { book, reference: referenceOf(row), at, ...recipe });
  if (isRefusal(posted)) return posted;
  const available = availableIn(posted);
  if (available !== undefined) tx.afterCommit(() => tellBalance(context.bus, { userId, book }, usdt, available));
  return posted;
}

/** Books what is set aside already, so that a refusal is our own mistake. */
export async function settle(
  context: NftsContext,
  tx: Transaction,
  row: NftRow,
  payment: { readonly userId: string; readonly at: number; readonly recipe: Recipe },
): Promise<void> {
  const posted = await pay(context, tx, row, payment);
  if (isRefusal(posted)) throw new Error(`${payment.recipe.reason} of ${referenceOf(row)} was refused with ${posted.code}`);
}
