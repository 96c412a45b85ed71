import type { Amount } from '../money/amount.ts';
import { isRefused } from '../positions/refused.ts';
import { decideExit } from './decide-exit.ts';
import { incomeAt } from './schedule.ts';
import { type PlanTerms, incomeOf } from './terms.ts';

/** A day of a plan's life, as it will be if the plan is kept until then. */
export interface ProjectedDay {
  readonly day: number;
  readonly at: number;
  readonly income: Amount;
  readonly cumulative: Amount;
  /** What returns of the principal on leaving right after this income; on the last day all of it, because it matures. */
  readonly returned: Amount;
}

/** The whole course of a plan that opens at `openedAt`, income by income. */
export function project(terms: PlanTerms, openedAt: number): ProjectedDay[] {
  return Array.from({ length: terms.days }, (_, index) => {
    const day = index + 1;
    const at = incomeAt(openedAt, day);
    const exit = decideExit({ terms, status: 'inIncome', openedAt }, at);
    return {
      day,
      at,
      income: terms.dailyIncome,
      cumulative: incomeOf(terms, day),
      returned: isRefused(exit) ? terms.principal : exit.returned,
    };
  });
}
