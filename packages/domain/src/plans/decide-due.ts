import type { PlanStatus } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, minus } from '../money/amount.ts';
import { incomeAt, incomesDue } from './schedule.ts';
import { type PlanTerms, incomeOf, incomeToCome } from './terms.ts';

/** The most incomes that one run pays: older arrears are paid by the next runs, so that no run books years at once. */
const incomesAtOnceMax = 31;

/** The fields of a plan that decide what is due. Times are epoch milliseconds. */
export interface RunningPlan {
  readonly terms: PlanTerms;
  readonly status: PlanStatus;
  readonly opensAt: number;
  /** Incomes that are paid. */
  readonly incomeDays: number;
  /** What leaving takes of the principal; null for a plan that was not left. */
  readonly forfeited: Amount | null;
  /** Its product was taken off sale before it opened. */
  readonly calledOff: boolean;
}

/** Something that is due about a plan. */
export type PlanStep =
  | { readonly kind: 'open'; readonly nextDueAt: number }
  /** Each income carries the moment at which it fell due. With the last one the principal returns. More may be due still. */
  | {
      readonly kind: 'income';
      readonly paid: readonly { readonly day: number; readonly at: number }[];
      readonly income: Amount;
      readonly incomeDays: number;
      readonly lastAt: number;
      /** Null when it has matured; not after now when more is due still. */
      readonly nextDueAt: number | null;
    }
  | { readonly kind: 'expire' }
  | { readonly kind: 'payOut'; readonly forfeited: Amount; readonly incomeNotPaid: Amount };

/**
 * What is due about a plan, in order: it opens, pays its incomes, so many at most, matures, pays out what was left, or is
 * refunded because its product was taken off sale before it opened. A late look changes nothing about what happens, nor about
 * its moments.
 */
export function decideDue(plan: RunningPlan, now: number): readonly PlanStep[] {
  const { terms, status, opensAt, incomeDays, forfeited } = plan;
  if (status === 'closed') {
    if (forfeited === null) throw new Error('a plan was left without saying what that takes');
    return [{ kind: 'payOut', forfeited, incomeNotPaid: incomeToCome(terms, incomeDays) }];
  }
  if (status === 'waiting') {
    if (plan.calledOff) return [{ kind: 'expire' }];
    if (opensAt > now) return [];
    return [{ kind: 'open', nextDueAt: incomeAt(opensAt, 1) }, ...incomes(plan, now)];
  }
  return status === 'inIncome' ? incomes(plan, now) : [];
}

function incomes({ terms, opensAt, incomeDays }: RunningPlan, now: number): PlanStep[] {
  const due = Math.min(incomesDue(opensAt, terms.days, now), incomeDays + incomesAtOnceMax);
  if (due <= incomeDays) return [];
  const paid = Array.from({ length: due - incomeDays }, (_, place) => {
    const day = incomeDays + place + 1;
    return { day, at: incomeAt(opensAt, day) };
  });
  const nextDueAt = due === terms.days ? null : incomeAt(opensAt, due + 1);
  const income = minus(incomeOf(terms, due), incomeOf(terms, incomeDays));
  return [{ kind: 'income', paid, income, incomeDays: due, lastAt: incomeAt(opensAt, due), nextDueAt }];
}
