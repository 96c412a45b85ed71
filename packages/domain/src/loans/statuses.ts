import type { LoanStatus } from '@assay/contract/vocabulary/loans.ts';

/**
 * Every change of status that exists; anything else is refused with 11066. `expired` was not repaid by its due date: it is
 * still owed, costs nothing more, and becomes `repaid` once it is paid. `cancelled` was taken back by the customer before the
 * payout.
 */
const changes: Readonly<Record<LoanStatus, readonly LoanStatus[]>> = {
  pendingReview: ['repaying', 'rejected', 'cancelled'],
  repaying: ['repaid', 'expired'],
  expired: ['repaid'],
  repaid: [],
  rejected: [],
  cancelled: [],
};

export function mayBecome(from: LoanStatus, to: LoanStatus): boolean {
  return changes[from].includes(to);
}

/** True while something is owed. */
export function isOwed(status: LoanStatus): boolean {
  return status === 'repaying' || status === 'expired';
}
