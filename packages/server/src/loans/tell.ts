import type { LoanRejection } from '@assay/contract/vocabulary/loans.ts';
import { type Amount, amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Transaction } from '../platform/database.ts';
import { type LoansContext, book } from './context.ts';
import type { LoanRow } from './row.ts';

/** The notification about a loan: paid out, repaid, expired, or turned down and why. */
export function tellStatus(
  { notify }: LoansContext,
  tx: Transaction,
  { userId, loanNo, principal }: LoanRow,
  { loan, at }: { loan: 'paidOut' | 'repaid' | 'expired' | LoanRejection; at: number },
): void {
  const values = { loanNo, amount: formatAmount(amount(principal), usdt), loan };
  notify(tx, { kind: 'loanStatus', userId, book, values, at });
}

/** That a loan is due soon, and what will be taken from the balance then. */
export function tellDue(
  { notify }: LoansContext,
  tx: Transaction,
  { userId, loanNo }: LoanRow,
  { dueAt, total, now }: { dueAt: number; total: Amount; now: number },
): void {
  const values = { loanNo, amount: formatAmount(total, usdt), dueDay: new Date(dueAt).toISOString().slice(0, 10) };
  notify(tx, { kind: 'loanDue', userId, book, values, at: now });
}
