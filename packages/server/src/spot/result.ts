import { type Amount, amount } from '@assay/domain/money/amount.ts';
import type { Queryable } from '../platform/database.ts';

/**
 * What spot has brought on a real account since a moment of business time, in USDT: the profit of sales. The
 * fees of sale and purchase are in it; of orders of a time in which they were not, the fee of the sale is taken off.
 */
export async function spotSince(db: Queryable, userId: string, since: Date): Promise<Amount> {
  const [row] = await db.query<{ result: bigint }>(
    `select coalesce(sum(profit - case when with_fees then 0 else fee end), 0) as result
     from spot_orders where user_id = $1 and book = 'real' and profit is not null and ended_at >= $2`,
    [userId, since],
  );
  return amount(row?.result ?? 0n);
}
