import type { PlanStatus } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, amount } from '@assay/domain/money/amount.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import type { PlanState } from '@assay/domain/plans/decide-exit.ts';
import { mayBecome } from '@assay/domain/plans/statuses.ts';
import type { PlanTerms } from '@assay/domain/plans/terms.ts';
import type { Queryable, Transaction } from '../platform/database.ts';

/** A row of `plans` as `columns` reads it. Money is micro-USDT, rates are decimals as text. */
export interface PlanRow {
  readonly id: number;
  readonly orderNo: string;
  readonly userId: string;
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
  readonly exitAskedAt: Date | null;
  readonly forfeited: bigint | null;
  readonly endedAt: Date | null;
}

export const columns = `
  id, order_no as "orderNo", user_id::text as "userId", product_id as "productId", product, days, principal,
  daily_yield::text as "dailyYield", daily_income as "dailyIncome", penalty_rate::text as "penaltyRate", penalty,
  opens_at as "opensAt", created_at as "createdAt", status, income_days as "incomeDays", exit_asked_at as "exitAskedAt",
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

/**
 * The plan, locked until the transaction ends: of everybody who wants to change it (its owner twice, the round of one
 * leader and of the next) one goes first, and the others then see what became of it.
 */
export async function lockRow(tx: Transaction, id: number): Promise<PlanRow | undefined> {
  const [row] = await tx.query<PlanRow>(`select ${columns} from plans where id = $1 for update`, [id]);
  return row;
}

/** Only its owner may make anybody wait for it. */
export async function lockOwn(tx: Transaction, userId: string, id: string): Promise<PlanRow | undefined> {
  const [row] = await tx.query<PlanRow>(`select ${columns} from plans where id = $1 and user_id = $2 for update`, [
    rowId(id) ?? 0,
    userId,
  ]);
  return row;
}

export async function findOwn(db: Queryable, userId: string, id: string): Promise<PlanRow | undefined> {
  const [row] = await db.query<PlanRow>(`select ${columns} from plans where id = $1 and user_id = $2`, [
    rowId(id) ?? 0,
    userId,
  ]);
  return row;
}

/** What may change about a plan; times are epoch milliseconds, and what is left out stays as it is. */
export interface PlanChange {
  readonly status: PlanStatus;
  readonly dueAt: number | null;
  readonly incomeDays?: number;
  readonly exitAskedAt?: number;
  readonly forfeited?: Amount;
  readonly endedAt?: number;
}

/** Writes down what a locked plan has become. A change that its statuses do not know is our own mistake. */
export async function change(tx: Transaction, row: PlanRow, to: PlanChange): Promise<PlanRow> {
  if (to.status !== row.status && !mayBecome(row.status, to.status)) {
    throw new Error(`plan ${row.id} is ${row.status} and can't become ${to.status}`);
  }
  const time = (at: number | null | undefined) => (at === null || at === undefined ? null : new Date(at));
  const [changed] = await tx.query<PlanRow>(
    `update plans set status = $3, due_at = $4, income_days = coalesce($5, income_days),
       exit_asked_at = coalesce($6, exit_asked_at), forfeited = coalesce($7, forfeited), ended_at = $8
     where id = $1 and status = $2 returning ${columns}`,
    [
      row.id,
      row.status,
      to.status,
      time(to.dueAt),
      to.incomeDays ?? null,
      time(to.exitAskedAt),
      to.forfeited ?? null,
      time(to.endedAt),
    ],
  );
  if (changed === undefined) throw new Error(`plan ${row.id} was ${row.status} under lock and is not any more`);
  return changed;
}
