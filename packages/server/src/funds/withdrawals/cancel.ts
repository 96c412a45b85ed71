import type { Withdrawal } from '@assay/contract/endpoints/funds.ts';
import { withdrawalMayBecome } from '@assay/domain/funds/statuses.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { FundsContext } from '../context.ts';
import { toWire } from './list.ts';
import { lockOwn, stepsOf, takeStep } from './row.ts';
import { settleHold } from './settle-hold.ts';

/** Takes a withdrawal back, and its money with it. Refusals: 404 not yours, 11053 operators have decided about it already. */
export async function cancelWithdrawal(
  context: FundsContext,
  tx: Transaction,
  userId: string,
  id: string,
): Promise<Withdrawal | Refusal> {
  const found = await lockOwn(tx, userId, id);
  if (found === undefined) return refuse('404', { id: '404' });
  if (!withdrawalMayBecome(found.status, 'cancelled')) return refuse('11053');
  const at = context.clock.now();
  const row = await takeStep(tx, found, { status: 'cancelled', reason: null, operatorId: null, at });
  await settleHold(context, tx, row, at);
  return toWire(row, await stepsOf(tx, [row.id]));
}
