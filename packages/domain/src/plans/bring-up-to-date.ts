import { withPosting } from '../dealing/draft.ts';
import { planExpired, planIncome, planLeft, planMatured } from '../ledger/recipes/plans.ts';
import { amount } from '../money/amount.ts';
import { type PlanStep, decideDue } from './decide-due.ts';
import { type PlanDraft, type PlanRow, become, planDraft, termsOf } from './plan.ts';
import { wholeIncome } from './terms.ts';

/**
 * Does what is due about a plan; see `decideDue`. Every other act on a plan does this first, so that a late round does not
 * change the result, and waits while the plan `isBehind`. Each income is paid exactly once: the row under its lock says how far
 * it is paid, and the key of `plan_incomes` guards against any other writer.
 */
export function bringUpToDate(row: PlanRow, now: number, calledOff: boolean): PlanDraft {
  const { status, incomeDays } = row;
  const forfeited = row.forfeited === null ? null : amount(row.forfeited);
  const plan = { terms: termsOf(row), status, opensAt: row.opensAt.getTime(), incomeDays, forfeited, calledOff };
  let draft = planDraft(row);
  for (const step of decideDue(plan, now)) draft = take(draft, now, step);
  return draft;
}

/** More is overdue than is paid at once: the rounds do the rest. */
export function isBehind({ dueAt, status }: PlanRow, now: number): boolean {
  return status === 'inIncome' && dueAt !== null && dueAt.getTime() <= now;
}

function take(draft: PlanDraft, now: number, step: PlanStep): PlanDraft {
  if (step.kind === 'open') return become(draft, { status: 'inIncome', dueAt: new Date(step.nextDueAt) });
  if (step.kind === 'expire') return expire(draft, now);
  return step.kind === 'income' ? payIncomes(draft, step) : payOut(draft, now, step);
}

/** Gives back everything of a plan that never opened. */
export function expire(draft: PlanDraft, now: number): PlanDraft {
  const terms = termsOf(draft.row);
  const { userId } = draft.row;
  const recipe = planExpired({ userId, principal: terms.principal, wholeIncome: wholeIncome(terms) });
  return become(withPosting(draft, now, recipe), { status: 'expired', dueAt: null, endedAt: new Date(now) });
}

function payIncomes(draft: PlanDraft, step: Extract<PlanStep, { kind: 'income' }>): PlanDraft {
  const { paid, incomeDays, lastAt, nextDueAt } = step;
  const { userId } = draft.row;
  const { principal, dailyIncome } = termsOf(draft.row);
  let booked = draft;
  for (const { at } of paid) booked = withPosting(booked, at, planIncome({ userId, income: dailyIncome }));
  const matures = nextDueAt === null;
  if (matures) booked = withPosting(booked, lastAt, planMatured({ userId, principal }));
  const to = matures
    ? ({ status: 'profitDivided', incomeDays, dueAt: null, endedAt: new Date(lastAt) } as const)
    : ({ status: 'inIncome', incomeDays, dueAt: new Date(nextDueAt) } as const);
  return become(booked, to, paid);
}

/** Pays out what a plan that was left returns, and gives the treasury its part. */
function payOut(draft: PlanDraft, now: number, step: Extract<PlanStep, { kind: 'payOut' }>): PlanDraft {
  const { forfeited, incomeNotPaid } = step;
  const { principal } = termsOf(draft.row);
  const recipe = planLeft({ userId: draft.row.userId, principal, forfeited, incomeNotPaid });
  const to = { status: 'closedSuccessfully', dueAt: null, endedAt: new Date(now) } as const;
  return become(withPosting(draft, now, recipe), to);
}
