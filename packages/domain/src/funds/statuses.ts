import type { DepositStatus, WithdrawalStatus } from '@assay/contract/vocabulary/funds.ts';

/** Every change of a deposit. Only its completion moves money; an objection of the second person ends it too. */
const ofDeposits: Readonly<Record<DepositStatus, readonly DepositStatus[]>> = {
  pendingReview: ['approved', 'rejected'],
  approved: ['completed', 'rejected', 'failed'],
  completed: [],
  rejected: [],
  failed: [],
};

/**
 * Every change of a withdrawal. The customer may cancel one that no operator has opened; all ends but completion return the
 * money.
 */
const ofWithdrawals: Readonly<Record<WithdrawalStatus, readonly WithdrawalStatus[]>> = {
  pendingReview: ['approved', 'rejected', 'cancelled'],
  approved: ['completed', 'rejected', 'failed'],
  completed: [],
  rejected: [],
  failed: [],
  cancelled: [],
};

export function depositMayBecome(from: DepositStatus, to: DepositStatus): boolean {
  return ofDeposits[from].includes(to);
}

export function withdrawalMayBecome(from: WithdrawalStatus, to: WithdrawalStatus): boolean {
  return ofWithdrawals[from].includes(to);
}
