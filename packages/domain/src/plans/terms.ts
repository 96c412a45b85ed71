import { type Amount, amount, charge, minus, payout, toDecimal } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, multiply } from '../money/fixed.ts';
import type { PlanPeriod } from './product.ts';

/** What is frozen when a plan is bought: nothing that happens to its product later changes it. */
export interface PlanTerms {
  readonly principal: Amount;
  readonly days: number;
  readonly dailyYield: Fixed;
  /** principal × daily yield, rounded down: every income is this. */
  readonly dailyIncome: Amount;
  readonly penaltyRate: Fixed;
  /** principal × penalty rate, rounded up: what leaving early costs. */
  readonly penalty: Amount;
}

export function planTerms(principal: Amount, { days, dailyYield }: PlanPeriod, penaltyRate: Fixed): PlanTerms {
  const share = (rate: Fixed) => multiply(toDecimal(principal, usdt), rate);
  return {
    principal,
    days,
    dailyYield,
    dailyIncome: payout(share(dailyYield), usdt),
    penaltyRate,
    penalty: charge(share(penaltyRate), usdt),
  };
}

/** What so many days have paid. */
export function incomeOf({ dailyIncome }: Pick<PlanTerms, 'dailyIncome'>, days: number): Amount {
  return amount(dailyIncome * BigInt(days));
}

/** All that the plan pays if it is kept to its end: what the treasury sets aside when it is sold. */
export function wholeIncome(terms: PlanTerms): Amount {
  return incomeOf(terms, terms.days);
}

/** What is still set aside after so many incomes. */
export function incomeToCome(terms: PlanTerms, incomeDays: number): Amount {
  return minus(wholeIncome(terms), incomeOf(terms, incomeDays));
}
