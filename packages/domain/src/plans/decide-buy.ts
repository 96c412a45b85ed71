import { type Amount, nothing, parseAmount } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, compare, toFixed } from '../money/fixed.ts';
import { type Refused, refused } from '../positions/refused.ts';
import { spendableOnPlans } from './against-loans.ts';
import type { PlanOffer, PlanPeriod } from './product.ts';
import { incomeAt, opensAt } from './schedule.ts';
import { type PlanTerms, planTerms, wholeIncome } from './terms.ts';

/** The customer's request, as on the wire. */
export interface BuyRequest {
  readonly days: number;
  /** The principal in USDT. */
  readonly amount: string;
  /** The terms that were shown, each of them for itself; none is looked at that is left out. */
  readonly seenDailyYield?: string | undefined;
  readonly seenPenaltyRate?: string | undefined;
  readonly seenStartsAt?: string | null | undefined;
}

export interface BuySituation {
  readonly offer: PlanOffer;
  /** The business clock, epoch milliseconds. */
  readonly now: number;
  /** For the preview; the booking leaves these out, because they only count under its locks. */
  readonly alreadyBought?: boolean;
  readonly treasuryFree?: Amount;
  readonly available?: Amount;
  /** Principal of loans that is not repaid. */
  readonly owed?: Amount;
}

export interface BuyDecision {
  /** `open` is in income at once, `wait` until the product's start date. */
  readonly kind: 'open' | 'wait';
  readonly terms: PlanTerms;
  /** To the second. */
  readonly opensAt: number;
  readonly firstIncomeAt: number;
  readonly maturesAt: number;
  /** What the treasury sets aside. */
  readonly wholeIncome: Amount;
}

/**
 * Decides the purchase of a yield plan: the server books what this returns, the builder shows it.
 *
 * Refusals, in this order: 10012 no such period, 11209 terms that were not shown, 10013 amount outside the range, finer than a
 * micro-USDT or too small to pay anything, 10024 the product is held already, 11017 the treasury can't cover the whole income,
 * 10011 balance, 11210 what is borrowed buys no plan. Coverage comes before the balance: a customer should not deposit for what
 * can't be sold.
 */
export function decideBuy(request: BuyRequest, situation: BuySituation): BuyDecision | Refused {
  const { offer, now } = situation;
  const period = offer.periods.find(({ days }) => days === request.days);
  if (period === undefined) return refused('10012', 'days');
  if (!wereShown(request, offer, period)) return refused('11209');
  const principal = parseAmount(request.amount, usdt);
  if (principal === undefined || principal < offer.amountMin || principal > offer.amountMax) return refused('10013', 'amount');
  const terms = planTerms(principal, period, offer.penaltyRate);
  if (terms.dailyIncome === 0n) return refused('10013', 'amount');
  if (situation.alreadyBought === true) return refused('10024');
  const owed = wholeIncome(terms);
  if (situation.treasuryFree !== undefined && !covers(situation.treasuryFree, terms)) return refused('11017');
  if (situation.available !== undefined && situation.available < principal) return refused('10011', 'amount');
  const { available, owed: debt = nothing } = situation;
  const borrowed = available === undefined ? undefined : refusedAsBorrowed(principal, { available, owed: debt });
  if (borrowed !== undefined) return borrowed;
  const opening = opensAt(offer.startsAt, now);
  return {
    kind: opening > now ? 'wait' : 'open',
    terms,
    opensAt: opening,
    firstIncomeAt: incomeAt(opening, 1),
    maturesAt: incomeAt(opening, terms.days),
    wholeIncome: owed,
  };
}

/** Whether the terms in force are those that the customer was shown. */
function wereShown(
  { seenDailyYield, seenPenaltyRate, seenStartsAt }: BuyRequest,
  { penaltyRate, startsAt }: PlanOffer,
  { dailyYield }: PlanPeriod,
): boolean {
  const same = (seen: string | undefined, rate: Fixed) => seen === undefined || compare(toFixed(seen), rate) === 0;
  const start = seenStartsAt === null || seenStartsAt === undefined ? null : Date.parse(seenStartsAt);
  return (
    same(seenDailyYield, dailyYield) && same(seenPenaltyRate, penaltyRate) && (seenStartsAt === undefined || start === startsAt)
  );
}

/** 11210 where the principal is there only because it was borrowed. */
export function refusedAsBorrowed(
  principal: Amount,
  own: { readonly available: Amount; readonly owed: Amount },
): Refused | undefined {
  if (own.available < principal || principal <= spendableOnPlans(own.available, own.owed)) return undefined;
  return refused('11210', 'amount');
}

/** True when the treasury can set the whole income of such a plan aside. What it can't cover can't be sold. */
export function covers(treasuryFree: Amount, terms: PlanTerms): boolean {
  return treasuryFree >= wholeIncome(terms);
}

/** True when at least the smallest plan of some period can be sold. */
export function onSale(offer: PlanOffer, treasuryFree: Amount): boolean {
  return offer.periods.some((period) => covers(treasuryFree, planTerms(offer.amountMin, period, offer.penaltyRate)));
}
