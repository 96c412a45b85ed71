import { type Amount, minus, nothing, sum } from '../money/amount.ts';
import { dayMs } from '../plans/schedule.ts';
import { type LoanTerms, interestOf } from './terms.ts';

/** A loan that was paid out, as far as its arithmetic looks at it. */
export interface LoanDebt {
  readonly terms: LoanTerms;
  /** Epoch milliseconds; the first day begins here. */
  readonly paidOutAt: number;
  /** Principal that is not repaid yet. */
  readonly outstanding: Amount;
  /** Days that `principalDays` counts. */
  readonly chargedDays: number;
  /**
   * The outstanding principal of every charged day, added up, in micro-USDT: times the daily rate it is the interest so far.
   * It is kept instead of an amount of interest because it is a whole number.
   */
  readonly principalDays: bigint;
  readonly interestPaid: Amount;
}

/** What is owed at a moment. */
export interface Owed {
  readonly principal: Amount;
  readonly interest: Amount;
  readonly total: Amount;
}

/** A loan right after it was paid out. */
export function paidOut(terms: LoanTerms, paidOutAt: number): LoanDebt {
  return { terms, paidOutAt, outstanding: terms.principal, chargedDays: 0, principalDays: 0n, interestPaid: nothing };
}

/** When the loan is to be repaid: so many days of 24 hours after it was paid out. */
export function dueAt({ terms, paidOutAt }: Pick<LoanDebt, 'terms' | 'paidOutAt'>): number {
  return paidOutAt + terms.days * dayMs;
}

/** Which day of the loan it is, from 1: a day counts as soon as it has begun. After the due date it stays the last. */
export function startedDays({ terms, paidOutAt }: Pick<LoanDebt, 'terms' | 'paidOutAt'>, now: number): number {
  return Math.max(0, Math.min(terms.days, Math.floor((now - paidOutAt) / dayMs) + 1));
}

/** Brings the count of charged days up to a moment; interest stops at the due date because the days do. */
export function accruedUntil(debt: LoanDebt, now: number): LoanDebt {
  const charged = Math.max(0, startedDays(debt, now) - debt.terms.freeDays);
  const more = Math.max(0, charged - debt.chargedDays);
  return {
    ...debt,
    chargedDays: debt.chargedDays + more,
    principalDays: debt.principalDays + debt.outstanding * BigInt(more),
  };
}

/** What would settle the loan at a moment. */
export function owedAt(debt: LoanDebt, now: number): Owed {
  const { principalDays, terms, outstanding, interestPaid } = accruedUntil(debt, now);
  const interest = minus(interestOf(principalDays, terms), interestPaid);
  return { principal: outstanding, interest, total: sum(outstanding, interest) };
}
