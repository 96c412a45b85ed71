import type { SmartOrder } from '@assay/contract/endpoints/order-shapes.ts';

/** Of several things the one whose moment, ISO 8601, comes first; null for none. */
export function soonest<Thing>(things: readonly Thing[], momentOf: (thing: Thing) => string): Thing | null {
  return things.toSorted((a, b) => Date.parse(momentOf(a)) - Date.parse(momentOf(b)))[0] ?? null;
}

type Earning = SmartOrder & { readonly nextIncomeAt: string };

/** The plan that pays next. */
export function nextIncome(plans: readonly SmartOrder[]): Earning | null {
  const earning = plans.filter((plan): plan is Earning => plan.nextIncomeAt !== null);
  return soonest(earning, ({ nextIncomeAt }) => nextIncomeAt);
}
