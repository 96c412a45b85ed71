import type { PlanStatus } from '@assay/contract/vocabulary/statuses.ts';
import { type Draft, type OrderRow, draftOf } from '../dealing/draft.ts';
import { type Amount, amount } from '../money/amount.ts';
import { toFixed } from '../money/fixed.ts';
import type { PlanState } from './decide-exit.ts';
import { mayBecome } from './statuses.ts';
import type { PlanTerms } from './terms.ts';

/** Plans exist in this book alone: the demo account is asked to switch. */
export const book = 'real';

/** A yield plan as it is written down. Money is micro-USDT, rates are decimals as text. */
export interface PlanRow extends OrderRow {
  readonly book: typeof book;
  readonly productId: string;
  readonly product: string;
  readonly days: number;
  readonly principal: bigint;
  readonly dailyYield: string;
  readonly dailyIncome: bigint;
  readonly penaltyRate: string;
  readonly penalty: bigint;
  readonly opensAt: Date;
  readonly createdAt: Date;
  readonly status: PlanStatus;
  readonly incomeDays: number;
  /** When the next thing is to happen; null once it has ended. */
  readonly dueAt: Date | null;
  readonly exitAskedAt: Date | null;
  readonly forfeited: bigint | null;
  readonly endedAt: Date | null;
}

/** An income as it is written down beside its posting; `at` is when it fell due, in epoch milliseconds. */
export interface PaidIncome {
  readonly day: number;
  readonly at: number;
}

/** A step of a plan: the row as it was, null for a new one, as it becomes, and the incomes that it has paid. */
export interface PlanChange {
  readonly before: PlanRow | null;
  readonly row: PlanRow;
  readonly incomes: readonly PaidIncome[];
}

/** The draft of a plan while it is decided: several things may have fallen due since the last run. */
export interface PlanDraft extends Draft<PlanRow> {
  readonly changes: readonly PlanChange[];
}

export function termsOf(row: PlanRow): PlanTerms {
  return {
    principal: amount(row.principal),
    days: row.days,
    dailyYield: toFixed(row.dailyYield),
    dailyIncome: amount(row.dailyIncome),
    penaltyRate: toFixed(row.penaltyRate),
    penalty: amount(row.penalty),
  };
}

export function stateOf(row: PlanRow): PlanState {
  const opened = row.status !== 'waiting' && row.status !== 'expired';
  return { terms: termsOf(row), status: row.status, openedAt: opened ? row.opensAt.getTime() : null };
}

/** What returned of the principal of a plan that was left; null for every other. */
export function returnedOf({ principal, forfeited }: PlanRow): Amount | null {
  return forfeited === null ? null : amount(principal - forfeited);
}

export function planDraft(row: PlanRow): PlanDraft {
  return { ...draftOf(row), changes: [] };
}

/** A plan that is bought. */
export function newPlanDraft(row: PlanRow): PlanDraft {
  return { ...draftOf(row, null), changes: [{ before: null, row, incomes: [] }] };
}

type Becoming = Pick<PlanRow, 'status' | 'dueAt'> &
  Partial<Pick<PlanRow, 'incomeDays' | 'exitAskedAt' | 'forfeited' | 'endedAt'>>;

/** The draft with a step further. A change that the statuses do not know is our own mistake. */
export function become(draft: PlanDraft, to: Becoming, incomes: readonly PaidIncome[] = []): PlanDraft {
  const { row: before, changes } = draft;
  if (to.status !== before.status && !mayBecome(before.status, to.status)) {
    throw new Error(`plan ${before.id} is ${before.status} and can't become ${to.status}`);
  }
  const row: PlanRow = { ...before, ...to };
  return { ...draft, row, changes: [...changes, { before, row, incomes }] };
}
