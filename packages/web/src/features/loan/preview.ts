import type { Loan } from '@assay/contract/endpoints/loans.ts';
import type { LoanStatus } from '@assay/contract/vocabulary/loans.ts';
import { paidOut } from '@assay/domain/loans/debt.ts';
import { type Borrower, type LoanDecision, type LoanLimits, decideLoan } from '@assay/domain/loans/decide-loan.ts';
import { type Payment, dividePayment } from '@assay/domain/loans/decide-repayment.ts';
import { type ScheduledDay, schedule } from '@assay/domain/loans/schedule.ts';
import { isOwed } from '@assay/domain/loans/statuses.ts';
import type { LoanOffer } from '@assay/domain/loans/terms.ts';
import { type Amount, amount, exact, formatAmount, greatest, least, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { divideInteger, toFixed } from '@assay/domain/money/fixed.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { isFilledIn } from '../../shared/words/read-number.ts';

export interface LoanForm {
  readonly termId: string;
  /** A plain decimal, or empty. */
  readonly amount: string;
}

/** Why the form can't be requested. The person and the account are checked beside it. */
export type Blocker = 'amount' | 'range' | 'term' | 'pending' | 'overdue' | 'limit';

export interface Preview {
  /** Null while the form is no loan at all. A loan that can't be requested just now is computed all the same. */
  readonly decision: LoanDecision | null;
  readonly blocker: Blocker | null;
}

const blockers: Readonly<Record<string, Blocker>> = {
  '10023': 'term',
  '11065': 'range',
  '11062': 'pending',
  '11067': 'overdue',
  '11063': 'limit',
};

/** Decides the form with the function that decides the request. */
export function previewLoan(
  form: LoanForm,
  { offers, limits, borrower }: { offers: readonly LoanOffer[]; limits: LoanLimits; borrower?: Borrower },
): Preview {
  if (!isFilledIn(form.amount)) return { decision: null, blocker: 'amount' };
  const offer = offers.find(({ id }) => id === form.termId);
  const loan = decideLoan(form, { offer });
  const request = decideLoan(form, { offer, limits, ...(borrower === undefined ? {} : { borrower }) });
  return {
    decision: isRefused(loan) ? null : loan,
    blocker: isRefused(request) ? (blockers[request.refused] ?? 'range') : null,
  };
}

const firstAmount = exact(toFixed('1000'), usdt);

/** A form that can be looked at from the start: the second term, or the only one, and an amount of its range. */
export function firstForm(offers: readonly LoanOffer[]): LoanForm {
  const offer = offers[1] ?? offers[0];
  return offer === undefined
    ? { termId: '', amount: '' }
    : { termId: offer.id, amount: formatAmount(within(firstAmount, offer), usdt) };
}

/** The nearest amount that a term offers. */
export function within(value: Amount, { amountMin, amountMax }: LoanOffer): Amount {
  return least(greatest(value, amountMin), amountMax);
}

/** The slider has so many steps between the smallest and the largest amount. */
export const sliderSteps = 100;

/** The amount at a step of the slider, in whole tens of USDT where the range is wide enough. */
export function amountAt(step: number, { amountMin, amountMax }: LoanOffer): Amount {
  const span = amountMax - amountMin;
  const exactly = amountMin + (span * BigInt(step)) / BigInt(sliderSteps);
  const ten = 10_000_000n;
  if (step === 0 || step === sliderSteps || span < ten * BigInt(sliderSteps)) return amount(exactly);
  return amount(divideInteger(exactly, ten, 'up') * ten);
}

/** The place of an amount on the slider. */
export function stepOf(value: Amount, { amountMin, amountMax }: LoanOffer): number {
  const span = amountMax - amountMin;
  return span === 0n ? 0 : Math.round((Number(value - amountMin) / Number(span)) * sliderSteps);
}

/** The cost of repaying on each of some sample days, if the loan were paid out now. */
export function scheduleOf({ terms }: LoanDecision, now: number): ScheduledDay[] {
  return schedule(paidOut(terms, now), now);
}

/** What the person's loans mean for the next request; the server looks again. */
export function borrowerOf(loans: readonly Loan[]): Borrower {
  const open = loans.filter(({ status }) => isOwed(status));
  return {
    kycStatus: 'verified',
    pending: loans.some(({ status }) => status === 'pendingReview'),
    open: open.length,
    overdue: open.some(({ overdue }) => overdue),
    outstanding: sum(...open.map(({ owed }) => money(owed.principal))),
  };
}

/** How a repayment divides, by the function that decides it; null for one that would be refused. */
export function previewPayment(loan: Loan, asked: string, available: string | undefined): Payment | null {
  const owed = { principal: money(loan.owed.principal), interest: money(loan.owed.interest), total: money(loan.owed.total) };
  const known = available === undefined ? undefined : money(available);
  const payment = dividePayment({ owed, lent: money(loan.amount), available: known }, asked);
  return isRefused(payment) ? null : payment;
}

/** A decimal that the server has written. */
export function money(text: string): Amount {
  return exact(toFixed(text), usdt);
}

/** True while the customer can still take the request back. */
export function mayCancel(status: LoanStatus): boolean {
  return status === 'pendingReview';
}

/** The share of the principal that is repaid, in percent. */
export function repaidPercent({ amount: lent, principalPaid }: Loan): number {
  return (Number(principalPaid) / Number(lent)) * 100;
}
