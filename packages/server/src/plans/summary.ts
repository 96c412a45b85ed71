import { amount, nothing } from '@assay/domain/money/amount.ts';
import { book } from '@assay/domain/plans/plan.ts';
import type { BeyondOfMany, SummariseProduct } from '../portfolio/index.ts';

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

/** The same of many accounts, as far as it is beyond their balances. */
export const plansBeyond: BeyondOfMany = async (db, accounts) => {
  const rows = await db.query<{ userId: string; leaving: bigint }>(
    `select user_id::text as "userId", coalesce(sum(forfeited), 0) as leaving from plans
     where ended_at is null and user_id = any($1::bigint[]) group by user_id`,
    [accounts.filter((account) => account.book === book).map(({ userId }) => userId)],
  );
  return rows.map(({ userId, leaving }) => ({ userId, book, beyondBalances: amount(-leaving) }));
};
