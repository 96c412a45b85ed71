import { type Amount, amount } from '@assay/domain/money/amount.ts';
import type { Queryable } from '../platform/database.ts';

/**
 * What contracts and options have brought on a real account since the beginning of a business day, in USDT: results, fees and
 * financing, as the house paid and took them. The postings themselves keep it by day (`012_ledger_posting.sql`).
 */
export async function dealtSince(db: Queryable, userId: string, since: Date): Promise<Amount> {
  const [row] = await db.query<{ result: bigint }>(
    'select coalesce(sum(result), 0) as result from ledger_day_results where owner = $1 and day >= $2',
    [userId, since.toISOString().slice(0, 10)],
  );
  return amount(row?.result ?? 0n);
}
