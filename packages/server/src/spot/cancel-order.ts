import type { SpotOrder } from '@assay/contract/endpoints/order.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { mayBecome } from '@assay/domain/spot/statuses.ts';
import { paidAsset } from '@assay/domain/spot/terms.ts';
import { type DemoOrders, recipes } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Account } from '../portfolio/index.ts';
import { announce } from './announce.ts';
import type { SpotContext } from './context.ts';
import { forgetCosts } from './costs.ts';
import { postFor } from './fill-limit.ts';
import { type SpotRow, columns, lockOwn, termsOf } from './row.ts';

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

/** Gives back all that a locked order held. */
async function bookCancelling(context: SpotContext, tx: Transaction, row: SpotRow): Promise<SpotOrder> {
  const now = context.clock.now();
  const recipe = recipes.spotCancelled({ userId: row.userId, asset: paidAsset(termsOf(row)), held: amount(row.hold) });
  const posted = await postFor(tx, row, now, recipe);
  const [cancelled] = await tx.query<SpotRow>(
    `update spot_orders set status = 'cancelled', hold = 0, ended_at = $2 where id = $1 and status = 'open' returning ${columns}`,
    [row.id, new Date(now)],
  );
  if (cancelled === undefined) throw new Error(`spot order ${row.id} was open under lock and is not any more`);
  return announce(context, tx, cancelled, posted);
}
