import { amount, nothing } from '@assay/domain/money/amount.ts';
import { book } from '@assay/domain/plans/plan.ts';
import type { SummariseProduct } from '../portfolio/index.ts';

/**
 * What plans make of an account. What leaving takes is realised once it is paid out: until then the balances still hold the whole
 * principal, of which `leaving` does not belong to the account any more.
 */
export const summarisePlans: SummariseProduct = async (db, account) => {
  const [sums] = await db.query<{ held: bigint; leaving: bigint }>(
    `select coalesce(sum(principal), 0) as held, coalesce(sum(forfeited), 0) as leaving
     from plans where user_id = $1 and $2 = '${book}' and ended_at is null`,
    [account.userId, account.book],
  );
  const leaving = amount(-(sums?.leaving ?? 0n));
  const held = amount(sums?.held ?? 0n);
  return { product: 'plan', unrealised: leaving, held, beyondBalances: leaving, brought: nothing };
};
