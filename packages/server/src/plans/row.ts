import type { PlanStatus } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, amount } from '@assay/domain/money/amount.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import type { PlanState } from '@assay/domain/plans/decide-exit.ts';
import type { PlanTerms } from '@assay/domain/plans/terms.ts';
import type { Queryable } from '../platform/database.ts';
import { book } from './context.ts';

/** A row of `plans` as `columns` reads it. Money is micro-USDT, rates are decimals as text. */
export interface PlanRow {
  readonly id: number;
  readonly orderNo: string;
  readonly userId: string;
  readonly book: typeof book;
  readonly productId: string;
  readonly product: string;
  readonly days: number;
  readonly principal: bigint;
  readonly dailyYield: string;
  readonly dailyIncome: bigint;
  readonly penaltyRate: string;
  readonly penalty: bigint;
  readonly opensAt: Date;
  readonly createdAt: Date;
  readonly status: PlanStatus;
  readonly incomeDays: number;
  /** When the next thing is to happen; null once it has ended. */
  readonly dueAt: Date | null;
  readonly exitAskedAt: Date | null;
  readonly forfeited: bigint | null;
  readonly endedAt: Date | null;
}

export const columns = `
  id, order_no as "orderNo", user_id::text as "userId", '${book}' as book, product_id as "productId", product, days, principal,
  daily_yield::text as "dailyYield", daily_income as "dailyIncome", penalty_rate::text as "penaltyRate", penalty,
  opens_at as "opensAt", created_at as "createdAt", status, income_days as "incomeDays", due_at as "dueAt", exit_asked_at as "exitAskedAt",
  forfeited, ended_at as "endedAt"`;

export function termsOf(row: PlanRow): PlanTerms {
  return {
    principal: amount(row.principal),
    days: row.days,
    dailyYield: toFixed(row.dailyYield),
    dailyIncome: amount(row.dailyIncome),
    penaltyRate: toFixed(row.penaltyRate),
    penalty: amount(row.penalty),
  };
}

export function stateOf(row: PlanRow): PlanState {
  const opened = row.status !== 'waiting' && row.status !== 'expired';
  return { terms: termsOf(row), status: row.status, openedAt: opened ? row.opensAt.getTime() : null };
}

/** What returned of the principal of a plan that was left; null for every other. */
export function returnedOf({ principal, forfeited }: PlanRow): Amount | null {
  return forfeited === null ? null : amount(principal - forfeited);
}

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
