import { type Amount, charge, exact, sum, toDecimal } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, fixed, multiply, toFixed } from '../money/fixed.ts';

/** What decides the interest of a loan; frozen when the agreement is signed. */
export interface LoanRates {
  readonly days: number;
  /** Share of the outstanding principal that a day costs after the free days. */
  readonly dailyRate: Fixed;
  /** The first so many days cost nothing. */
  readonly freeDays: number;
}

/** A term on offer. It never changes: other conditions are another offer, under another id. */
export interface LoanOffer extends LoanRates {
  readonly id: string;
  /** In USDT. */
  readonly amountMin: Amount;
  readonly amountMax: Amount;
}

export interface LoanTerms extends LoanRates {
  readonly principal: Amount;
}

/** Days of a loan kept to term that cost interest. */
export function chargedToTerm({ days, freeDays }: LoanRates): number {
  return Math.max(0, days - freeDays);
}

/** principal × daily rate × max(0, days − free days), rounded up: the interest of a loan kept to term, and the most it can cost. */
export function interestToTerm(terms: LoanTerms): Amount {
  return interestOf(terms.principal * BigInt(chargedToTerm(terms)), terms);
}

/** What a loan kept to term gives back. */
export function repaymentAmount(terms: LoanTerms): Amount {
  return sum(terms.principal, interestToTerm(terms));
}

/** What one more day costs at this principal, once the free days are over; rounded up. */
export function interestPerDay(principal: Amount, { dailyRate }: LoanRates): Amount {
  return charge(multiply(toDecimal(principal, usdt), dailyRate), usdt);
}

/** Interest on principal × days, in micro-USDT, rounded up once: no rounding adds up over days or repayments. */
export function interestOf(principalDays: bigint, { dailyRate }: LoanRates): Amount {
  return charge(multiply(fixed(principalDays, usdt.scale), dailyRate), usdt);
}

/** The daily rate × 365, for comparing: without free days and without interest on interest. */
export function yearlyRate({ dailyRate }: LoanRates): Fixed {
  return multiply(dailyRate, fixed(365n, 0));
}

/** An offer as the wire has it: decimals as text. */
export interface LoanOfferText {
  readonly id: string;
  readonly days: number;
  readonly dailyRate: string;
  readonly freeDays: number;
  readonly amountMin: string;
  readonly amountMax: string;
}

/** Reads an offer that the server has written; an ill-formed one is our own mistake. */
export function readOffer({ dailyRate, amountMin, amountMax, ...rest }: LoanOfferText): LoanOffer {
  return {
    ...rest,
    dailyRate: toFixed(dailyRate),
    amountMin: exact(toFixed(amountMin), usdt),
    amountMax: exact(toFixed(amountMax), usdt),
  };
}
