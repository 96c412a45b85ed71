import type { Amount } from '@assay/domain/money/amount.ts';
import { type Recipe, post } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { availableIn } from './outcome.ts';
import type { PositionRow } from './row.ts';

/**
 * Books what an existing order brings about; it is covered by what the order holds, so a refusal is our own mistake.
 * Answers the owner's available balance where it changed. A recipe without transfers (nothing is left to move) books
 * nothing.
 */
export async function postFor(tx: Transaction, row: PositionRow, at: number, recipe: Recipe): Promise<Amount | undefined> {
  if (recipe.transfers.length === 0) return undefined;
  const posted = await post(tx, { book: row.book, reference: row.orderNo, at, ...recipe });
  if (isRefusal(posted)) throw new Error(`${recipe.reason} of ${row.orderNo} was refused with ${posted.code}`);
  return availableIn(posted);
}
