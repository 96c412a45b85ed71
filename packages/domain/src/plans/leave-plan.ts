import { type Refused, isRefused, refused } from '../positions/refused.ts';
import { bringUpToDate, expire, isBehind } from './bring-up-to-date.ts';
import { decideExit } from './decide-exit.ts';
import { type PlanDraft, type PlanRow, become, stateOf } from './plan.ts';

/** A request to leave a plan. */
export interface PlanExit {
  /** What the customer was shown to return. */
  readonly seenReturn?: string | undefined;
}

/**
 * Leaves a plan early. One that waits is refunded at once. For one in income, what returns is settled now, by what has fallen
 * due until now; the round of the leader pays it out, and then it is closed successfully.
 * Refusals: 404 not yours, 503 while more is overdue than is paid at once, then those of `decideExit`.
 */
export function leavePlan(
  row: PlanRow | undefined,
  { seenReturn }: PlanExit,
  { now, calledOff }: { readonly now: number; readonly calledOff: boolean },
): PlanDraft | Refused {
  if (row === undefined) return refused('404', 'id');
  const draft = bringUpToDate(row, now, calledOff);
  if (isBehind(draft.row, now)) return refused('503');
  const exit = decideExit(stateOf(draft.row), now, seenReturn);
  if (isRefused(exit)) return exit;
  if (exit.status === 'expired') return expire(draft, now);
  const at = new Date(now);
  return become(draft, { status: exit.status, dueAt: at, exitAskedAt: at, forfeited: exit.forfeited });
}
