import type { DepositReason, DepositStatus, WithdrawalReason, WithdrawalStatus } from '@assay/contract/vocabulary/funds.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { Transaction } from '../platform/database.ts';
import { type FundsContext, book } from './context.ts';
import type { DepositRow } from './deposits/row.ts';
import type { WithdrawalRow } from './withdrawals/row.ts';

/** What operators have done about a deposit: its status or, where it ended without its money, why. */
export function tellDeposit(
  { notify }: Pick<FundsContext, 'notify'>,
  tx: Transaction,
  row: DepositRow,
  step: { status: DepositStatus; reason: DepositReason | null; at: number },
): void {
  const deposit: DepositReason | 'approved' | 'completed' =
    step.reason ?? (step.status === 'completed' ? 'completed' : 'approved');
  const asset = assetOf(row.coin);
  const values = { depositId: row.depositNo, asset: row.coin, amount: formatAmount(amount(row.amount), asset), deposit };
  notify(tx, { kind: 'depositStatus', userId: row.userId, book, at: step.at, values });
}

/** What operators have done about a withdrawal: its status or, where its money returned, why. */
export function tellWithdrawal(
  { notify }: Pick<FundsContext, 'notify'>,
  tx: Transaction,
  row: WithdrawalRow,
  step: { status: WithdrawalStatus; reason: WithdrawalReason | null; at: number },
): void {
  const withdrawal: WithdrawalReason | 'approved' | 'completed' =
    step.reason ?? (step.status === 'completed' ? 'completed' : 'approved');
  const asset = assetOf(row.coin);
  const values = {
    withdrawalId: row.withdrawalNo,
    asset: row.coin,
    amount: formatAmount(amount(row.amount), asset),
    withdrawal,
  };
  notify(tx, { kind: 'withdrawalStatus', userId: row.userId, book, at: step.at, values });
}
