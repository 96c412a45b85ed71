/** Statuses of a loan; `cancelled` was taken back by the customer, `expired` was not repaid by its due date. */
export const loanStatuses = ['pendingReview', 'repaying', 'repaid', 'expired', 'rejected', 'cancelled'] as const;
export type LoanStatus = (typeof loanStatuses)[number];

/** What happens to a loan, in the history that the customer reads. `collected` was taken from the balance when it was due. */
export const loanEvents = [
  'submitted',
  'approved',
  'paidOut',
  'repayment',
  'collected',
  'expired',
  'rejected',
  'cancelled',
] as const;
export type LoanEvent = (typeof loanEvents)[number];

/** Why operators turn a request down: a closed list, which the customer reads in their own language. */
export const loanRejections = [
  'signatureUnreadable',
  'signatureMismatch',
  'amountTooHigh',
  'repaymentHistory',
  'accountUnderReview',
  'fundsUnavailable',
] as const;
export type LoanRejection = (typeof loanRejections)[number];
