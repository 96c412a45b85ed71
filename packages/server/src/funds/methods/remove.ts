import type { WithdrawalMethod } from '@assay/contract/endpoints/funds.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { FundsContext } from '../context.ts';
import { ownMethods, rowId, toWire } from './row.ts';

/** Removes a method from the list; a withdrawal requested to it keeps it. Refused with 404 when it is not the user's. */
export async function removeMethod(
  { clock }: FundsContext,
  tx: Transaction,
  userId: string,
  id: string,
): Promise<WithdrawalMethod[] | Refusal> {
  const removed = await tx.query(
    'update withdrawal_methods set removed_at = $3 where id = $1 and user_id = $2 and removed_at is null returning id',
    [rowId(id), userId, new Date(clock.wall())],
  );
  if (removed.length === 0) return refuse('404', { id: '404' });
  return (await ownMethods(tx, userId)).map(toWire);
}
