import type { PlanChange } from '@assay/domain/plans/plan.ts';
import type { PlanRow } from '@assay/domain/plans/plan.ts';
import { OrderTable } from '../dealing/index.ts';
import type { Transaction } from '../platform/database.ts';
import { columns } from './row.ts';

export const plansTable = new OrderTable<PlanRow>({
  table: 'plans',
  columns,
  placed: [
    ['product_id', 'text', (row) => row.productId],
    ['product', 'text', (row) => row.product],
    ['days', 'smallint', (row) => row.days],
    ['principal', 'numeric', (row) => row.principal],
    ['daily_yield', 'numeric', (row) => row.dailyYield],
    ['daily_income', 'numeric', (row) => row.dailyIncome],
    ['penalty_rate', 'numeric', (row) => row.penaltyRate],
    ['penalty', 'numeric', (row) => row.penalty],
    ['opens_at', 'timestamptz', (row) => row.opensAt],
    ['created_at', 'timestamptz', (row) => row.createdAt],
  ],
  living: [
    ['status', 'text', (row) => row.status],
    ['income_days', 'smallint', (row) => row.incomeDays],
    ['due_at', 'timestamptz', (row) => row.dueAt],
    ['exit_asked_at', 'timestamptz', (row) => row.exitAskedAt],
    ['forfeited', 'numeric', (row) => row.forfeited],
    ['ended_at', 'timestamptz', (row) => row.endedAt],
  ],
  known: [
    ['status', 'text', (row) => row.status],
    ['income_days', 'smallint', (row) => row.incomeDays],
  ],
});

/** Sends new and changed plans, and the incomes that were paid: the key of a day refuses a second one. */
export function writePlanRows(tx: Transaction, changes: readonly PlanChange[]): void {
  plansTable.write(tx, changes);
  const paid = changes.flatMap(({ row, incomes }) => incomes.map((income) => ({ ...income, row })));
  if (paid.length === 0) return;
  tx.withCommit(
    `insert into plan_incomes (plan_id, day, due_at, amount)
     select * from unnest($1::bigint[], $2::smallint[], $3::timestamptz[], $4::numeric[])`,
    [
      paid.map(({ row }) => row.id),
      paid.map(({ day }) => day),
      paid.map(({ at }) => new Date(at)),
      paid.map(({ row }) => row.dailyIncome),
    ],
  );
}
