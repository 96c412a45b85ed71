import type { KycStatus } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, parseAmount, sum } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Refused, refused } from '../positions/refused.ts';
import { type LoanOffer, type LoanTerms, interestToTerm, repaymentAmount } from './terms.ts';

/** The customer's request, as on the wire. */
export interface LoanRequest {
  /** The principal in USDT. */
  readonly amount: string;
  /** What the customer was shown as the repayment amount; in a preview there is nothing to compare. */
  readonly seenRepayment?: string;
}

/** What one customer may owe. */
export interface LoanLimits {
  /** Loans that are not repaid at the same time. */
  readonly openMax: number;
  /** Principal of all of them together. */
  readonly totalMax: Amount;
}

/** The borrower as far as the decision looks; a preview for a visitor knows nothing of it. */
export interface Borrower {
  readonly kycStatus: KycStatus;
  /** A request is under review. */
  readonly pending: boolean;
  /** Loans that are not repaid, and whether one of them is past its due date. */
  readonly open: number;
  readonly overdue: boolean;
  readonly outstanding: Amount;
}

export interface LoanSituation {
  /** The chosen term; undefined when it is not on offer. */
  readonly offer: LoanOffer | undefined;
  readonly limits?: LoanLimits;
  readonly borrower?: Borrower;
}

export interface LoanDecision {
  readonly terms: LoanTerms;
  readonly totalInterest: Amount;
  readonly repaymentAmount: Amount;
}

/**
 * Decides the request for a loan: the form shows what the server will write down.
 *
 * Refusals, in this order: 10023 no such term; 10022 identity never handed in, 10019 under review or failed; 11065 amount
 * outside the range of the term or finer than a micro-USDT; 11060 the repayment amount is not the one that was shown; 11062 a
 * request is under review; 11067 a loan is past its due date; 11063 the limits of one customer.
 */
export function decideLoan(request: LoanRequest, { offer, borrower, limits }: LoanSituation): LoanDecision | Refused {
  if (offer === undefined) return refused('10023', 'termId');
  if (borrower?.kycStatus === 'notVerified') return refused('10022');
  if (borrower !== undefined && borrower.kycStatus !== 'verified') return refused('10019');
  const principal = parseAmount(request.amount, usdt);
  if (principal === undefined || principal < offer.amountMin || principal > offer.amountMax) return refused('11065', 'amount');
  const terms: LoanTerms = { principal, days: offer.days, dailyRate: offer.dailyRate, freeDays: offer.freeDays };
  const repayment = repaymentAmount(terms);
  if (request.seenRepayment !== undefined && parseAmount(request.seenRepayment, usdt) !== repayment) {
    return refused('11060', 'seenRepayment');
  }
  const standing = borrower && limits && refusedFor(borrower, limits, principal);
  return standing ?? { terms, totalInterest: interestToTerm(terms), repaymentAmount: repayment };
}

function refusedFor(borrower: Borrower, limits: LoanLimits, principal: Amount): Refused | undefined {
  if (borrower.pending) return refused('11062');
  if (borrower.overdue) return refused('11067');
  const beyond = borrower.open >= limits.openMax || sum(borrower.outstanding, principal) > limits.totalMax;
  return beyond ? refused('11063', 'amount') : undefined;
}
