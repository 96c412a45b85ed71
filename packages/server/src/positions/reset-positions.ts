import { nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { lockBalances, recipes, userAccount } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { announce } from './announce.ts';
import { cancelOrder } from './cancel-order.ts';
import type { PositionsContext } from './context.ts';
import { postFor } from './outcome.ts';
import { type PositionRow, columns, marginLeft } from './row.ts';

/**
 * Ends everything on a user's demo account and releases what it held: orders are withdrawn, positions end without a
 * price, profit or closing fee. Part of the demo reset, before the ledger's own part of it; safe to call again.
 */
export async function resetPositions(context: PositionsContext, tx: Transaction, userId: string): Promise<void> {
  const rows = await tx.query<PositionRow>(
    `select ${columns} from positions
     where user_id = $1 and book = 'demo' and status in ('awaiting', 'open') order by id for update`,
    [userId],
  );
  if (rows.length === 0) return;
  const kinds = ['available', 'margin', 'order'] as const;
  await lockBalances(
    tx,
    'demo',
    usdt,
    kinds.map((kind) => userAccount(userId, kind)),
  );
  for (const row of rows) {
    if (row.status === 'awaiting') await cancelOrder(context, tx, row, 'reset');
    else await endOpen(context, tx, row);
  }
}

async function endOpen(context: PositionsContext, tx: Transaction, row: PositionRow): Promise<void> {
  const now = context.clock.now();
  const recipe = recipes.contractVoided({ userId: row.userId, margin: marginLeft(row), fees: nothing });
  const available = await postFor(tx, row, now, recipe);
  const [ended] = await tx.query<PositionRow>(
    `update positions set status = 'cancelled', close_reason = 'reset', closed_at = $2 where id = $1 returning ${columns}`,
    [row.id, new Date(now)],
  );
  if (ended === undefined) throw new Error(`position ${row.id} was locked and is gone`);
  announce(context, tx, ended, available);
}
