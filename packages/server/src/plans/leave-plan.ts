import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { SmartOrder, order } from '@assay/contract/endpoints/order.ts';
import { decideExit } from '@assay/domain/plans/decide-exit.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, refuse, refusalOf } from '../platform/refusal.ts';
import { announce } from './announce.ts';
import { bringUpToDate, expire } from './bring-up-to-date.ts';
import type { PlansContext } from './context.ts';
import { change, lockOwn, stateOf } from './row.ts';
import { toWire } from './wire.ts';

/**
 * Leaves a plan early. One that waits is refunded at once. For one in income, what returns is settled now, by what has fallen
 * due until now; the round of the leader pays it out, and then it is closed successfully.
 * Refusals: 404 not yours, then those of `decideExit`.
 */
export async function leavePlan(
  context: PlansContext,
  tx: Transaction,
  userId: string,
  { id, seenReturn }: InputOf<typeof order.stopSmart>,
): Promise<SmartOrder | Refusal> {
  const found = await lockOwn(tx, userId, id);
  if (found === undefined) return refuse('404', { id: '404' });
  const now = context.clock.now();
  const row = await bringUpToDate(context, tx, found, now);
  const exit = decideExit(stateOf(row), now, seenReturn);
  if (isRefused(exit)) return refusalOf(exit);
  if (exit.status === 'expired') return toWire(await expire(context, tx, row, now), now);
  const left = await change(tx, row, { status: exit.status, dueAt: now, exitAskedAt: now, forfeited: exit.forfeited });
  return announce(context, tx, left);
}
