import type { Position } from '@assay/contract/endpoints/order.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { recipes } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { announce } from './announce.ts';
import type { PositionsContext } from './context.ts';
import { postFor } from './outcome.ts';
import { type PositionRow, columns } from './row.ts';

/** Withdraws a locked order that awaits opening and gives back all that it held. */
export async function cancelOrder(
  context: PositionsContext,
  tx: Transaction,
  row: PositionRow,
  reason: 'cancelled' | 'reset',
): Promise<Position> {
  const now = context.clock.now();
  const recipe = recipes.limitCancelled({ userId: row.userId, held: amount(row.hold) });
  const available = await postFor(tx, row, now, recipe);
  const [cancelled] = await tx.query<PositionRow>(
    `update positions set status = 'cancelled', close_reason = $2, closed_at = $3, hold = 0
     where id = $1 and status = 'awaiting' returning ${columns}`,
    [row.id, reason, new Date(now)],
  );
  if (cancelled === undefined) throw new Error(`order ${row.id} awaited opening under lock and does not any more`);
  return announce(context, tx, cancelled, available);
}
