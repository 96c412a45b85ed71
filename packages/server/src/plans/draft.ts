import type { View } from '@assay/domain/dealing/desk.ts';
import { type Draft as OrderDraft, draftOf as draftOfOrder } from '@assay/domain/dealing/draft.ts';
import { mayBecome } from '@assay/domain/plans/statuses.ts';
import { type Plan, planOf as planOfOrder } from '../dealing/index.ts';
import { privateTopic } from '../platform/private-events.ts';
import { yieldPlans } from './commands.ts';
import { noticesOf } from './notices.ts';
import type { PlanRow } from './row.ts';
import { toWire } from './wire.ts';
import type { PaidIncome, PlanChange } from './write.ts';

/** What decisions on plans look at. */
export interface Desk {
  readonly view: View;
}

/** What becomes of a plan while it is decided: several things may have fallen due since the last look. */
export interface Draft extends OrderDraft<PlanRow> {
  readonly changes: readonly PlanChange[];
}

export function draftOf(row: PlanRow): Draft {
  return { ...draftOfOrder(row), changes: [] };
}

/** A plan that is bought. */
export function newDraft(row: PlanRow): Draft {
  return { ...draftOfOrder(row, null), changes: [{ before: null, row, incomes: [] }] };
}

type Becoming = Pick<PlanRow, 'status' | 'dueAt'> &
  Partial<Pick<PlanRow, 'incomeDays' | 'exitAskedAt' | 'forfeited' | 'endedAt'>>;

/** The draft with a step further. A change that the statuses do not know is our own mistake. */
export function become<D extends Draft>(draft: D, to: Becoming, incomes: readonly PaidIncome[] = []): D {
  const { row: before, changes } = draft;
  if (to.status !== before.status && !mayBecome(before.status, to.status)) {
    throw new Error(`plan ${before.id} is ${before.status} and can't become ${to.status}`);
  }
  const row: PlanRow = { ...before, ...to };
  return { ...draft, row, changes: [...changes, { before, row, incomes }] };
}

/** The draft as a plan of the group: the sockets are told what the plan is now. */
export function planOf({ view }: Desk, draft: Draft): Plan<PlanChange> {
  const { row, changes } = draft;
  const plan = toWire(row, view.now);
  return planOfOrder(draft, {
    product: yieldPlans,
    rows: changes,
    notices: changes.flatMap(noticesOf),
    messages: [{ topic: privateTopic, message: { userId: row.userId, book: row.book, event: 'order', data: plan } }],
    answer: plan,
  });
}
