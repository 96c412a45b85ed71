import { timelineCalls } from '@assay/contract/endpoints/console/timeline.ts';
import { type Desk, actorOf, appendAudit, serveDesk } from '../operators/index.ts';
import { isRefusal } from '../platform/refusal.ts';
import type { PortfolioContext } from '../portfolio/index.ts';
import { explainOutcome } from './explain.ts';
import { readTimeline } from './timeline.ts';

/** GET users/timeline/{id}, users/outcome/{id}. Reading them is recorded in the audit log. */
export function serveTimelineDesk(desk: Desk, portfolio: PortfolioContext): void {
  const { db, clock } = desk;
  serveDesk(desk, timelineCalls.timeline, async (call, input) => {
    const found = await readTimeline(db, call.operator.roles, input);
    if (isRefusal(found)) return found;
    const details = { part: 'timeline', ...(input.kinds !== undefined && { kinds: input.kinds }) };
    await appendAudit(db, clock.wall(), actorOf(call), { action: 'user.viewed', subject: `user:${input.id}`, details });
    return found;
  });
  serveDesk(desk, timelineCalls.outcome, async (call, input) => {
    const found = await explainOutcome({ db, portfolio }, call.operator.roles, input);
    if (isRefusal(found)) return found;
    const details = { part: 'outcome', order: input.order, book: input.book };
    await appendAudit(db, clock.wall(), actorOf(call), { action: 'user.viewed', subject: `user:${input.id}`, details });
    return found;
  });
}
