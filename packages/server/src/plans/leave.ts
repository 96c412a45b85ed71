import { decideExit } from '@assay/domain/plans/decide-exit.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { Refusal, refusalOf, refuse } from '../platform/refusal.ts';
import { bringUpToDate, expire, isBehind } from './bring-up-to-date.ts';
import type { Leaving } from './commands.ts';
import { type Desk, type Draft, become } from './draft.ts';
import { type PlanRow, stateOf } from './row.ts';

/**
 * Leaves a plan early. One that waits is refunded at once. For one in income, what returns is settled now, by what has fallen
 * due until now; the round of the leader pays it out, and then it is closed successfully.
 * Refusals: 404 not yours, 503 while more is overdue than is paid at once, then those of `decideExit`.
 */
export function leave(desk: Desk, { input }: Leaving, row: PlanRow | undefined, calledOff: boolean): Draft | Refusal {
  if (row === undefined) return refuse('404', { id: '404' });
  const { now } = desk.view;
  const draft = bringUpToDate(desk, row, calledOff);
  if (isBehind(draft.row, now)) return new Refusal('503', {}, {}, 1);
  const exit = decideExit(stateOf(draft.row), now, input.seenReturn);
  if (isRefused(exit)) return refusalOf(exit);
  if (exit.status === 'expired') return expire(desk, draft);
  const at = new Date(now);
  return become(draft, { status: exit.status, dueAt: at, exitAskedAt: at, forfeited: exit.forfeited });
}
