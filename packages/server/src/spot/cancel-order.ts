import type { SpotOrder } from '@assay/contract/endpoints/order.ts';
import { mayBecome } from '@assay/domain/spot/statuses.ts';
import type { DemoOrders } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Account } from '../portfolio/index.ts';
import { bookCancelling } from './book-cancelling.ts';
import type { SpotContext } from './context.ts';
import { forgetCosts } from './costs.ts';
import { type SpotRow, columns, lockOwn } from './row.ts';

/** Withdraws an unfilled order; always allowed, also while nothing trades. Refusals: 404 not yours, 11008 already ended. */
export async function cancelOrder(
  context: SpotContext,
  tx: Transaction,
  account: Account,
  id: string,
): Promise<SpotOrder | Refusal> {
  const row = await lockOwn(tx, account, id);
  if (row === undefined) return refuse('404', { id: '404' });
  return mayBecome(row.status, 'cancelled') ? bookCancelling(context, tx, row) : refuse('11008');
}

/** Spot's part of a demo reset: what waits is withdrawn, and what the coins had cost is forgotten with them. */
export function demoSpotOrders(context: SpotContext): DemoOrders {
  const open = (tx: Transaction, userId: string) =>
    tx.query<SpotRow>(
      `select ${columns} from spot_orders where user_id = $1 and book = 'demo' and status = 'open' order by id for update`,
      [userId],
    );
  return {
    lock: async (tx, userId) => {
      await open(tx, userId);
    },
    end: async (tx, userId) => {
      for (const row of await open(tx, userId)) await bookCancelling(context, tx, row);
      await forgetCosts(tx, { userId, book: 'demo' });
    },
  };
}
