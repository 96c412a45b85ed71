import { book } from '@assay/domain/plans/plan.ts';

/** What plans have come to, for the results of an account: each income when it was paid, and what leaving early took. */
export const endedPlans = `
  select p.user_id, '${book}' as book, 'plan' as product, p.id as number, 'p' || p.id as id, p.product_id as code, i.due_at as at,
    'income' as status, i.amount as gross, 0 as fees, 0 as financing, false as counts
  from plans p join plan_incomes i on i.plan_id = p.id
  union all
  select user_id, '${book}', 'plan', id, 'p' || id, product_id, ended_at, status::text, -coalesce(forfeited, 0), 0, 0, false
  from plans where ended_at is not null and forfeited > 0`;
