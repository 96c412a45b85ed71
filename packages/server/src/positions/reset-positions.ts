import { nothing } from '@assay/domain/money/amount.ts';
import { type DemoOrders, recipes } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { announce } from './announce.ts';
import { cancelOrder } from './cancel-order.ts';
import type { PositionsContext } from './context.ts';
import { postFor } from './outcome.ts';
import { type PositionRow, columns, marginLeft } from './row.ts';

/**
 * The contracts' part of a demo reset: orders are withdrawn, positions end without a price, profit or closing fee. What they
 * held is released.
 */
export function demoPositions(context: PositionsContext): DemoOrders {
  const alive = (tx: Transaction, userId: string) =>
    tx.query<PositionRow>(
      `select ${columns} from positions
       where user_id = $1 and book = 'demo' and status in ('awaiting', 'open') order by id for update`,
      [userId],
    );
  return {
    lock: async (tx, userId) => {
      await alive(tx, userId);
    },
    end: async (tx, userId) => {
      for (const row of await alive(tx, userId)) {
        if (row.status === 'awaiting') await cancelOrder(context, tx, row, 'reset');
        else await endOpen(context, tx, row);
      }
    },
  };
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
