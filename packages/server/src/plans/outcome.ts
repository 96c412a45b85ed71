import type { Amount } from '@assay/domain/money/amount.ts';
import type { Refused } from '@assay/domain/positions/refused.ts';
import { type Posted, type Recipe, post } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { book } from './context.ts';
import type { PlanRow } from './row.ts';

/** A rule's no as the answer of a call. */
export function refusalOf({ refused, field }: Refused): Refusal {
  return refuse(refused, field === null ? {} : { [field]: refused });
}

/** The user's available balance after a posting; undefined when it did not touch it. */
export function availableIn(posted: Posted): Amount | undefined {
  return posted.balances.find(({ kind }) => kind === 'available')?.balance;
}

/**
 * Books what a plan brings about. All of it is set aside already, so a refusal is our own mistake. Answers the owner's
 * available balance where it changed.
 */
export async function postFor(tx: Transaction, row: PlanRow, at: number, recipe: Recipe): Promise<Amount | undefined> {
  const posted = await post(tx, { book, reference: row.orderNo, at, ...recipe });
  if (isRefusal(posted)) throw new Error(`${recipe.reason} of ${row.orderNo} was refused with ${posted.code}`);
  return availableIn(posted);
}
