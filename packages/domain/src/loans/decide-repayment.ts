import type { LoanStatus } from '@assay/contract/vocabulary/loans.ts';
import { type Amount, amount, least, minus, nothing, parseAmount, sum } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { divideInteger } from '../money/fixed.ts';
import { type Refused, refused } from '../positions/refused.ts';
import { type LoanDebt, accruedUntil, owedAt } from './debt.ts';
import { isOwed } from './statuses.ts';
import type { LoanTerms } from './terms.ts';

/** What the customer pays, as it stands on the wire. */
export interface RepaymentRequest {
  /** Left out to pay all that is owed. */
  readonly amount?: string | undefined;
  /** What the customer was shown as owed. */
  readonly seenOwed?: string | undefined;
}

/** How a payment divides, and what the loan is after it. */
export interface Repayment {
  readonly interest: Amount;
  readonly principal: Amount;
  readonly after: LoanDebt;
  readonly status: LoanStatus;
  /** What is still owed at the same moment; nothing once it is repaid. */
  readonly rest: Amount;
}

export interface RepayableLoan {
  readonly status: LoanStatus;
  /** Null while it is not paid out. */
  readonly debt: LoanDebt | null;
}

/** The least that is taken as a part: a hundredth of the principal. It bounds how many payments one loan can have. */
export function smallestPart({ principal }: LoanTerms): Amount {
  return amount(divideInteger(principal, 100n, 'up'));
}

/**
 * Decides a repayment: interest first, principal with the rest. The day of a repayment has begun and counts in full on the
 * principal before it.
 *
 * Refusals, in this order: 11066 nothing is owed; 11061 on `seenOwed`, for example when another day has begun since the
 * amount was shown; 10016 more than is owed, a part below the smallest one, or finer than a micro-USDT; 10011 more than is
 * available, where that is known.
 */
export function decideRepayment(
  { status, debt }: RepayableLoan,
  now: number,
  { amount: asked, seenOwed }: RepaymentRequest,
  available?: Amount,
): Repayment | Refused {
  if (debt === null || !isOwed(status)) return refused('11066');
  const owed = owedAt(debt, now);
  if (seenOwed !== undefined && parseAmount(seenOwed, usdt) !== owed.total) return refused('11061', 'seenOwed');
  const paid = asked === undefined ? owed.total : parseAmount(asked, usdt);
  if (paid === undefined || paid > owed.total) return refused('10016', 'amount');
  if (paid < owed.total && paid < smallestPart(debt.terms)) return refused('10016', 'amount');
  if (available !== undefined && available < paid) return refused('10011', 'amount');

  const interest = least(paid, owed.interest);
  const principal = minus(paid, interest);
  const accrued = accruedUntil(debt, now);
  const after: LoanDebt = {
    ...accrued,
    outstanding: minus(accrued.outstanding, principal),
    interestPaid: sum(accrued.interestPaid, interest),
  };
  const rest = minus(owed.total, paid);
  return { interest, principal, after, status: rest === nothing ? 'repaid' : status, rest };
}
