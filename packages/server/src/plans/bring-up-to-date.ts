import { withPosting } from '@assay/domain/dealing/draft.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { type PlanStep, decideDue } from '@assay/domain/plans/decide-due.ts';
import { wholeIncome } from '@assay/domain/plans/terms.ts';
import { type Desk, type Draft, become, draftOf } from './draft.ts';
import { type PlanRow, termsOf } from './row.ts';

/**
 * Does what is due about a plan; see `decideDue`. Whoever wants to do something with a plan does this first, so that a late
 * round changes nothing about what happens, and waits while the plan `isBehind`. Each income is paid exactly once: the row
 * under its lock says how far it is paid, and the key of `plan_incomes` holds against whatever else might try.
 */
export function bringUpToDate(desk: Desk, row: PlanRow, calledOff: boolean): Draft {
  const { status, incomeDays } = row;
  const forfeited = row.forfeited === null ? null : amount(row.forfeited);
  const plan = { terms: termsOf(row), status, opensAt: row.opensAt.getTime(), incomeDays, forfeited, calledOff };
  let draft = draftOf(row);
  for (const step of decideDue(plan, desk.view.now)) draft = take(desk, draft, step);
  return draft;
}

/** More is overdue than is paid at once: the rounds do the rest. */
export function isBehind({ dueAt, status }: PlanRow, now: number): boolean {
  return status === 'inIncome' && dueAt !== null && dueAt.getTime() <= now;
}

function take(desk: Desk, draft: Draft, step: PlanStep): Draft {
  if (step.kind === 'open') return become(draft, { status: 'inIncome', dueAt: new Date(step.nextDueAt) });
  if (step.kind === 'expire') return expire(desk, draft);
  return step.kind === 'income' ? payIncomes(draft, step) : payOut(desk, draft, step);
}

/** Gives back everything of a plan that never opened. */
export function expire({ view: { now } }: Desk, draft: Draft): Draft {
  const terms = termsOf(draft.row);
  const { userId } = draft.row;
  const recipe = recipes.planExpired({ userId, principal: terms.principal, wholeIncome: wholeIncome(terms) });
  return become(withPosting(draft, now, recipe), { status: 'expired', dueAt: null, endedAt: new Date(now) });
}

function payIncomes(draft: Draft, step: Extract<PlanStep, { kind: 'income' }>): Draft {
  const { paid, incomeDays, lastAt, nextDueAt } = step;
  const { userId } = draft.row;
  const { principal, dailyIncome } = termsOf(draft.row);
  let booked = draft;
  for (const { at } of paid) booked = withPosting(booked, at, recipes.planIncome({ userId, income: dailyIncome }));
  const matures = nextDueAt === null;
  if (matures) booked = withPosting(booked, lastAt, recipes.planMatured({ userId, principal }));
  const to = matures
    ? ({ status: 'profitDivided', incomeDays, dueAt: null, endedAt: new Date(lastAt) } as const)
    : ({ status: 'inIncome', incomeDays, dueAt: new Date(nextDueAt) } as const);
  return become(booked, to, paid);
}

/** Pays out what a plan that was left returns, and gives the treasury its part. */
function payOut({ view: { now } }: Desk, draft: Draft, step: Extract<PlanStep, { kind: 'payOut' }>): Draft {
  const { forfeited, incomeNotPaid } = step;
  const { principal } = termsOf(draft.row);
  const recipe = recipes.planLeft({ userId: draft.row.userId, principal, forfeited, incomeNotPaid });
  const to = { status: 'closedSuccessfully', dueAt: null, endedAt: new Date(now) } as const;
  return become(withPosting(draft, now, recipe), to);
}
