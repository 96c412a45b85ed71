import { type Amount, amount } from '@assay/domain/money/amount.ts';
import type { Queryable } from '../platform/database.ts';

/**
 * What trading has brought on a real account since the beginning of a business day, in USDT: results, fees and financing of contracts
 * and options, as the house paid and took them, and what coins were sold for beyond what they had cost. Postings and orders of coins
 * keep it by day themselves (`012_ledger_posting.sql`, `671_sold_in_days.sql`).
 */
export async function dealtSince(db: Queryable, userId: string, since: Date): Promise<Amount> {
  const [row] = await db.query<{ result: bigint }>(
    'select coalesce(sum(result + sold), 0) as result from ledger_day_results where owner = $1 and day >= $2',
    [userId, since.toISOString().slice(0, 10)],
  );
  return amount(row?.result ?? 0n);
}
