import type { Amount } from '@assay/domain/money/amount.ts';
import { type Recipe, availableIn, post } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { book } from './context.ts';
import type { PlanRow } from './row.ts';

/**
 * Books what a plan brings about. All of it is set aside already, so a refusal is our own mistake. Answers the owner's
 * available balance where it changed.
 */
export async function postFor(tx: Transaction, row: PlanRow, at: number, recipe: Recipe): Promise<Amount | undefined> {
  const posted = await post(tx, { book, reference: row.orderNo, at, ...recipe });
  if (isRefusal(posted)) throw new Error(`${recipe.reason} of ${row.orderNo} was refused with ${posted.code}`);
  return availableIn(posted);
}
