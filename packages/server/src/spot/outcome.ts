import { type Posted, type Recipe, post } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import type { SpotRow } from './row.ts';

/** Books what an existing order brings about; its hold covers it, so a refusal is our own mistake. */
export async function postFor(tx: Transaction, row: SpotRow, at: number, recipe: Recipe): Promise<Posted> {
  const posted = await post(tx, { book: row.book, reference: row.orderNo, at, ...recipe });
  if (isRefusal(posted)) throw new Error(`${recipe.reason} of ${row.orderNo} was refused with ${posted.code}`);
  return posted;
}
