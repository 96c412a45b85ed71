import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { Transaction } from '../../platform/database.ts';
import type { FundsContext } from '../context.ts';
import { bookFunds } from '../outcome.ts';
import type { WithdrawalRow } from './row.ts';

/** What an ended withdrawal held leaves the books where it was paid, and goes back otherwise. It is held: a refusal is our own mistake. */
export async function settleHold(
  context: Pick<FundsContext, 'bus'>,
  tx: Transaction,
  row: WithdrawalRow,
  at: number,
): Promise<void> {
  const asset = assetOf(row.coin);
  const { userId, withdrawalNo: reference } = row;
  const recipe =
    row.status === 'completed'
      ? recipes.withdrawalCompleted({ userId, asset, actual: amount(row.actual), fee: amount(row.fee) })
      : recipes.withdrawalReturned({ userId, asset, amount: amount(row.amount) });
  const refused = await bookFunds(context, tx, { userId, asset, reference, at, recipe });
  if (refused !== undefined) throw new Error(`what ${reference} held is not there: ${refused.code}`);
}
