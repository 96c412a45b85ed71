import { amount } from '@assay/domain/money/amount.ts';
import { book } from '@assay/domain/plans/plan.ts';
import type { SummariseProduct } from '../portfolio/index.ts';

interface Sums {
  readonly realised: bigint;
  readonly today: bigint;
  readonly held: bigint;
  readonly leaving: bigint;
}

/**
 * What plans make of an account. Incomes are realised as they are paid, and what leaving takes is once it is paid out: until
 * then the balances still hold the whole principal, of which `leaving` does not belong to the account any more.
 */
export const summarisePlans: SummariseProduct = async (db, account, today) => {
  const [sums] = await db.query<Sums>(
    `select coalesce(sum(p.daily_income * p.income_days), 0) - coalesce(sum(p.forfeited) filter (where p.ended_at is not null), 0) as realised,
       coalesce(sum(i.today), 0) - coalesce(sum(p.forfeited) filter (where p.ended_at >= $3), 0) as today,
       coalesce(sum(p.principal) filter (where p.ended_at is null), 0) as held,
       coalesce(sum(p.forfeited) filter (where p.ended_at is null), 0) as leaving
     from plans p, lateral (select sum(i.amount) as today from plan_incomes i where i.plan_id = p.id and i.due_at >= $3) i
     where p.user_id = $1 and $2 = '${book}'`,
    [account.userId, account.book, today],
  );
  const leaving = amount(-(sums?.leaving ?? 0n));
  return {
    product: 'plan',
    realised: amount(sums?.realised ?? 0n),
    today: amount(sums?.today ?? 0n),
    unrealised: leaving,
    held: amount(sums?.held ?? 0n),
    beyondBalances: leaving,
  };
};
