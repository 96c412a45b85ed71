import type { LoanOffer, LoanRates } from '../loans/terms.ts';
import { type Amount, minus, nothing } from '../money/amount.ts';
import { compare, fixed, multiply } from '../money/fixed.ts';
import type { PlanPeriod } from './product.ts';

/**
 * Whether money borrowed on these terms earns at least what it costs in a plan of this period: the treasury would then
 * pay customers for borrowing. A loan is held as long as the plan runs, or to its term where that comes first; the free
 * days at its beginning cost nothing. `plan_pays_borrowers` in the database says the same.
 */
export function paysBorrowers({ days, dailyYield }: PlanPeriod, { days: term, freeDays, dailyRate }: LoanRates): boolean {
  const held = Math.min(days, term);
  const charged = Math.max(0, held - freeDays);
  return compare(multiply(dailyYield, fixed(BigInt(held), 0)), multiply(dailyRate, fixed(BigInt(charged), 0))) >= 0;
}

/** The periods that can be sold while these loans are on offer. */
export function soundPeriods(periods: readonly PlanPeriod[], loans: readonly LoanOffer[]): PlanPeriod[] {
  return periods.filter((period) => !loans.some((loan) => paysBorrowers(period, loan)));
}

/** What may be bound in plans: no borrowed money. What is owed stays owed wherever the money has gone meanwhile. */
export function spendableOnPlans(available: Amount, owed: Amount): Amount {
  return available > owed ? minus(available, owed) : nothing;
}
