import type { SpotOrder } from '@assay/contract/endpoints/order.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { paidAsset } from '@assay/domain/spot/terms.ts';
import { recipes } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { announce } from './announce.ts';
import type { SpotContext } from './context.ts';
import { postFor } from './outcome.ts';
import { type SpotRow, columns, termsOf } from './row.ts';

/** Gives back all that a locked order held. */
export async function bookCancelling(context: SpotContext, tx: Transaction, row: SpotRow): Promise<SpotOrder> {
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
