import { userAccount } from '@assay/domain/ledger/accounts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { lockBalances } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { costAfterLeaving } from '../../spot/index.ts';
import { type FundsContext, book } from '../context.ts';
import { bookFunds } from '../outcome.ts';
import type { WithdrawalRow } from './row.ts';

/**
 * What an ended withdrawal held leaves the books where it was paid, and goes back otherwise. It is held: a refusal is our own mistake.
 * Coins that have left are no longer among those that were bought and are held still.
 */
export async function settleHold(
  context: Pick<FundsContext, 'bus'>,
  tx: Transaction,
  row: WithdrawalRow,
  at: number,
): Promise<void> {
  const asset = assetOf(row.coin);
  const { userId, withdrawalNo: reference } = row;
  const isGone = row.status === 'completed' && asset.code !== usdt.code;
  // Deals use the cost of the account's coins under the lock of their available balance.
  if (isGone)
    await lockBalances(
      tx,
      book,
      asset,
      (['available', 'withdrawal'] as const).map((kind) => userAccount(userId, kind)),
    );
  const recipe =
    row.status === 'completed'
      ? recipes.withdrawalCompleted({ userId, asset, actual: amount(row.actual), fee: amount(row.fee) })
      : recipes.withdrawalReturned({ userId, asset, amount: amount(row.amount) });
  const refused = await bookFunds(context, tx, { userId, asset, reference, at, recipe });
  if (refused !== undefined) throw new Error(`what ${reference} held is not there: ${refused.code}`);
  if (isGone) await costAfterLeaving(tx, { userId, book }, asset);
}
