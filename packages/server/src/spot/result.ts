import { type Amount, amount } from '@assay/domain/money/amount.ts';
import type { Queryable } from '../platform/database.ts';

/**
 * What spot has brought on a real account since a moment of business time, in USDT: the profit of sales less the fees of all
 * fills. A buyer's fee is in coins and counts at the price of its fill, rounded up.
 */
export async function spotSince(db: Queryable, userId: string, since: Date): Promise<Amount> {
  const [row] = await db.query<{ result: bigint }>(
    `select coalesce(sum(coalesce(profit, 0) - case side when 'sell' then fee else ceil(paid * fee / received) end), 0) as result
     from spot_orders where user_id = $1 and book = 'real' and status = 'filled' and ended_at >= $2`,
    [userId, since],
  );
  return amount(row?.result ?? 0n);
}
