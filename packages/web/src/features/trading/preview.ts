import type { SmartOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { type Amount, formatAmount, least, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { multiply, type Fixed, fixed, formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { type BuyDecision, type BuySituation, covers, decideBuy, onSale } from '@assay/domain/plans/decide-buy.ts';
import type { PlanOffer, PlanProduct } from '@assay/domain/plans/product.ts';
import { type ProjectedDay, project } from '@assay/domain/plans/project.ts';
import { incomeOf, planTerms } from '@assay/domain/plans/terms.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { isFilledIn } from '../../shared/words/read-number.ts';

export interface PlanForm {
  readonly days: number;
  /** A plain decimal, or empty. */
  readonly amount: string;
}

/** Why the form can't be sent as a plan; the person's own account is considered as far as it is known. */
export type Blocker = 'amount' | 'range' | 'days' | 'held' | 'coverage' | 'balance' | 'borrowed';

export interface Preview {
  /** Null while the form is no plan at all. What can't be bought just now is projected all the same. */
  readonly decision: BuyDecision | null;
  readonly blocker: Blocker | null;
}

const blockers: Readonly<Record<string, Blocker>> = {
  '10012': 'days',
  '10013': 'range',
  '10024': 'held',
  '11017': 'coverage',
  '10011': 'balance',
  '11210': 'borrowed',
};

/** Decides the form with the function that decides the purchase. */
export function previewPlan(form: PlanForm, situation: BuySituation): Preview {
  if (!isFilledIn(form.amount)) return { decision: null, blocker: 'amount' };
  const { offer, now } = situation;
  const plan = decideBuy(form, { offer, now });
  const purchase = decideBuy(form, situation);
  return {
    decision: isRefused(plan) ? null : plan,
    blocker: isRefused(purchase) ? (blockers[purchase.refused] ?? 'range') : null,
  };
}

/** What is sent: the plan as it was decided here, with the terms that it was shown with. */
export function purchaseOf({ terms }: BuyDecision, { id, startsAt }: PlanProduct) {
  return {
    productId: id,
    days: terms.days,
    amount: formatAmount(terms.principal, usdt),
    seenDailyYield: formatFixed(terms.dailyYield),
    seenPenaltyRate: formatFixed(terms.penaltyRate),
    seenStartsAt: startsAt === null ? null : new Date(startsAt).toISOString(),
  };
}

/** A form that can be looked at from the start: the shortest period, the smallest amount. */
export function firstForm(offer: PlanOffer): PlanForm {
  return { days: offer.periods[0]?.days ?? 0, amount: formatAmount(offer.amountMin, usdt) };
}

/** The form for another product: what was chosen stays as far as that product offers it. */
export function carriedOver(form: PlanForm, offer: PlanOffer): PlanForm {
  const first = firstForm(offer);
  const principal = parseAmount(form.amount, usdt);
  const inRange = principal !== undefined && principal >= offer.amountMin && principal <= offer.amountMax;
  return {
    days: offer.periods.some(({ days }) => days === form.days) ? form.days : first.days,
    amount: inRange ? form.amount : first.amount,
  };
}

/** The largest amount that the range and the balance allow. */
export function largestAmount(offer: PlanOffer, available: string | undefined): string {
  const own = available === undefined ? undefined : parseAmount(available, usdt);
  return formatAmount(own === undefined || own < offer.amountMin ? offer.amountMax : least(offer.amountMax, own), usdt);
}

/** How much of a product the treasury can cover: every plan of its range, some of them, or none, and then it is not sold. */
export function coverageOf(offer: PlanOffer, free: Amount): 'whole' | 'part' | 'none' {
  const largest = offer.periods.map((period) => planTerms(offer.amountMax, period, offer.penaltyRate));
  if (largest.every((terms) => covers(free, terms))) return 'whole';
  return onSale(offer, free) ? 'part' : 'none';
}

/** What a period pays in all, as a share of the principal. */
export function wholeYield({ days, dailyYield }: PlanOffer['periods'][number]): Fixed {
  return multiply(dailyYield, fixed(BigInt(days), 0));
}

/** A projected day with what the person has then: the incomes and what returns of the principal. */
export interface ExitRow extends ProjectedDay {
  readonly inAll: Amount;
  readonly last: boolean;
}

export function exitRows({ terms, opensAt }: BuyDecision): ExitRow[] {
  return project(terms, opensAt).map((day) => ({
    ...day,
    inAll: sum(day.cumulative, day.returned),
    last: day.day === terms.days,
  }));
}

const tellingDays = new Set([1, 3, 7, 14, 30, 60, 90, 180, 270]);

/** The rows that show the course of a plan; its last day is always among them. */
export function tellingRows(rows: readonly ExitRow[]): ExitRow[] {
  return rows.filter(({ day, last }) => last || tellingDays.has(day));
}

/** What leaving a plan now takes off its amount; together with what returns it is the amount, to the last unit. */
export interface ExitFigures {
  readonly penalty: Amount;
  /** Incomes that have fallen due. */
  readonly income: Amount;
  readonly returned: Amount;
}

/** The parts of the amount that the server announces for leaving. A plan that waits costs nothing to leave. */
export function exitFigures({
  status,
  amount,
  days,
  dailyYield,
  runTime,
  penalty,
  returnedIfExitedNow,
}: SmartOrder): ExitFigures {
  const returned = parseAmount(returnedIfExitedNow, usdt) ?? nothing;
  if (status === 'waiting') return { penalty: nothing, income: nothing, returned };
  const principal = parseAmount(amount, usdt) ?? nothing;
  const terms = planTerms(principal, { days, dailyYield: toFixed(dailyYield) }, toFixed('0'));
  return { penalty: parseAmount(penalty, usdt) ?? nothing, income: incomeOf(terms, runTime), returned };
}

/** True while there is something to leave. */
export function mayLeave(status: SmartOrder['status']): boolean {
  return status === 'waiting' || status === 'inIncome';
}
