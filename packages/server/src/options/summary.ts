import { amount, nothing } from '@assay/domain/money/amount.ts';
import type { SummariseProduct } from '../portfolio/index.ts';

/**
 * What options make of an account. An open one counts with its stake, which is in the ledger: it may not be sold before its
 * expiry, so until then there is no price at which it would have a profit.
 */
export const summariseOptions: SummariseProduct = async (db, { userId, book }) => {
  const [sums] = await db.query<{ held: bigint }>(
    `select coalesce(sum(stake), 0) as held from options where user_id = $1 and book = $2 and status = 'open'`,
    [userId, book],
  );
  const held = amount(sums?.held ?? 0n);
  return { product: 'option', unrealised: nothing, held, beyondBalances: nothing, brought: nothing };
};
