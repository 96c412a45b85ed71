import type { PlanDraft } from '@assay/domain/plans/plan.ts';
import type { PlanChange } from '@assay/domain/plans/plan.ts';
import { type Plan, planOf as planOfOrder } from '../dealing/index.ts';
import { privateTopic } from '../platform/private-events.ts';
import { yieldPlans } from './commands.ts';
import { noticesOf } from './notices.ts';
import { toWire } from './wire.ts';

/** The draft as a plan of the group: the plan is sent to the sockets. */
export function planOf(draft: PlanDraft, now: number): Plan<PlanChange> {
  const { row, changes } = draft;
  const plan = toWire(row, now);
  return planOfOrder(draft, {
    product: yieldPlans,
    rows: changes,
    notices: changes.flatMap(noticesOf),
    messages: [{ topic: privateTopic, message: { userId: row.userId, book: row.book, event: 'order', data: plan } }],
    answer: plan,
  });
}
