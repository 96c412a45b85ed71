import { amount, nothing } from '@assay/domain/money/amount.ts';
import type { SummariseProduct } from '../portfolio/index.ts';

/**
 * What options make of an account. An open one counts with its stake, which is in the ledger: it may not be sold before its
 * expiry, so until then there is no price at which it would have a profit.
 */
export const summariseOptions: SummariseProduct = async (db, { userId, book }, today) => {
  const [sums] = await db.query<{ realised: bigint; today: bigint; held: bigint }>(
    `select coalesce(sum(profit), 0) as realised, coalesce(sum(profit) filter (where settled_at >= $3), 0) as today,
       coalesce(sum(stake) filter (where status = 'open'), 0) as held
     from options where user_id = $1 and book = $2`,
    [userId, book, today],
  );
  return {
    product: 'option',
    realised: amount(sums?.realised ?? 0n),
    today: amount(sums?.today ?? 0n),
    unrealised: nothing,
    held: amount(sums?.held ?? 0n),
    beyondBalances: nothing,
  };
};
