import { type PlanRow, book } from '@assay/domain/plans/plan.ts';
import type { Queryable } from '../platform/database.ts';

/** The select list that reads a `PlanRow`. */
export const columns = `
  id, order_no as "orderNo", user_id::text as "userId", '${book}' as book, product_id as "productId", product, days, principal,
  daily_yield::text as "dailyYield", daily_income as "dailyIncome", penalty_rate::text as "penaltyRate", penalty,
  opens_at as "opensAt", created_at as "createdAt", status, income_days as "incomeDays", due_at as "dueAt", exit_asked_at as "exitAskedAt",
  forfeited, ended_at as "endedAt"`;

/** `p12` on the wire, so that no id of a plan is an id of another kind of order. */
export function wireId(id: number): string {
  return `p${id}`;
}

/** The row that an id of the wire names; anything that is no id of a plan names nothing. */
export function rowId(id: string): number | undefined {
  const value = /^p[1-9][0-9]{0,15}$/.test(id) ? Number(id.slice(1)) : undefined;
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

export async function findOwn(db: Queryable, userId: string, id: string): Promise<PlanRow | undefined> {
  const [row] = await db.query<PlanRow>(`select ${columns} from plans where id = $1 and user_id = $2`, [
    rowId(id) ?? 0,
    userId,
  ]);
  return row;
}
