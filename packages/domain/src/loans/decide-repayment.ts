import type { LoanStatus } from '@assay/contract/vocabulary/loans.ts';
import { type Amount, amount, least, minus, parseAmount, sum } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { divideInteger } from '../money/fixed.ts';
import { type Refused, isRefused, refused } from '../positions/refused.ts';
import { type LoanDebt, type Owed, accruedUntil, owedAt } from './debt.ts';
import { isOwed } from './statuses.ts';

/** The customer's payment, as on the wire. */
export interface RepaymentRequest {
  /** Left out to pay all that is owed. */
  readonly amount?: string | undefined;
  /** What the customer was shown as owed. */
  readonly seenOwed?: string | undefined;
}

/** How a payment divides: interest first. */
export interface Payment {
  readonly interest: Amount;
  readonly principal: Amount;
  /** What is still owed at the same moment; nothing once it is repaid. */
  readonly rest: Amount;
}

export interface Repayment extends Payment {
  readonly after: LoanDebt;
  readonly status: LoanStatus;
}

export interface RepayableLoan {
  readonly status: LoanStatus;
  /** Null while it is not paid out. */
  readonly debt: LoanDebt | null;
}

/** The least that is taken as a part: a hundredth of the principal. It bounds how many payments one loan can have. */
export function smallestPart(principal: Amount): Amount {
  return amount(divideInteger(principal, 100n, 'up'));
}

/**
 * Divides a payment on what is owed; `lent` is the whole principal, and without an amount all is paid. Refused with 10016 on
 * more than is owed, a part below the smallest one, or finer than a micro-USDT, and with 10011 on more than is available,
 * where that is known.
 */
export function dividePayment(
  { owed, lent, available }: { readonly owed: Owed; readonly lent: Amount; readonly available?: Amount | undefined },
  asked: string | undefined,
): Payment | Refused {
  const paid = asked === undefined ? owed.total : parseAmount(asked, usdt);
  if (paid === undefined || paid > owed.total) return refused('10016', 'amount');
  if (paid < owed.total && paid < smallestPart(lent)) return refused('10016', 'amount');
  if (available !== undefined && available < paid) return refused('10011', 'amount');
  const interest = least(paid, owed.interest);
  return { interest, principal: minus(paid, interest), rest: minus(owed.total, paid) };
}

/**
 * Decides a repayment. The day on which it is made has begun and counts in full on the principal before it.
 *
 * Refusals, in this order: 11066 nothing is owed; 11061 on `seenOwed`, for example when another day has begun since the
 * amount was shown; then those of `dividePayment`.
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
  const payment = dividePayment({ owed, lent: debt.terms.principal, available }, asked);
  if (isRefused(payment)) return payment;
  const accrued = accruedUntil(debt, now);
  const after: LoanDebt = {
    ...accrued,
    outstanding: minus(accrued.outstanding, payment.principal),
    interestPaid: sum(accrued.interestPaid, payment.interest),
  };
  return { ...payment, after, status: payment.rest === 0n ? 'repaid' : status };
}
