import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { LoanRejection, LoanStatus } from '@assay/contract/vocabulary/loans.ts';
import type { Agreement } from '@assay/domain/loans/agreement.ts';
import type { LoanDebt } from '@assay/domain/loans/debt.ts';
import type { RepayableLoan } from '@assay/domain/loans/decide-repayment.ts';
import { mayBecome } from '@assay/domain/loans/statuses.ts';
import type { LoanTerms } from '@assay/domain/loans/terms.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import type { Queryable, Transaction } from '../platform/database.ts';

/** A row of `loans` as `columns` reads it. Money is micro-USDT, the rate is a decimal as text. */
export interface LoanRow {
  readonly id: number;
  readonly loanNo: string;
  readonly userId: string;
  readonly termId: string;
  readonly principal: bigint;
  readonly days: number;
  readonly dailyRate: string;
  readonly freeDays: number;
  readonly language: Language;
  readonly agreement: Agreement;
  readonly agreementVersion: string;
  readonly signatureId: string;
  readonly createdAt: Date;
  readonly status: LoanStatus;
  readonly approvedBy: string | null;
  readonly paidOutAt: Date | null;
  readonly outstanding: bigint;
  readonly chargedDays: number;
  readonly principalDays: bigint;
  readonly interestPaid: bigint;
  readonly rejection: LoanRejection | null;
}

export const columns = `
  id, loan_no as "loanNo", user_id::text as "userId", term_id as "termId", principal, days, daily_rate::text as "dailyRate",
  free_days as "freeDays", language, agreement, agreement_version as "agreementVersion", signature_id as "signatureId",
  created_at as "createdAt", status, approved_by::text as "approvedBy", paid_out_at as "paidOutAt", outstanding,
  charged_days as "chargedDays", principal_days as "principalDays", interest_paid as "interestPaid", rejection`;

export function termsOf({ principal, days, dailyRate, freeDays }: LoanRow): LoanTerms {
  return { principal: amount(principal), days, dailyRate: toFixed(dailyRate), freeDays };
}

/** Null until it is paid out. */
export function debtOf(row: LoanRow): LoanDebt | null {
  if (row.paidOutAt === null) return null;
  return {
    terms: termsOf(row),
    paidOutAt: row.paidOutAt.getTime(),
    outstanding: amount(row.outstanding),
    chargedDays: row.chargedDays,
    principalDays: row.principalDays,
    interestPaid: amount(row.interestPaid),
  };
}

export function stateOf(row: LoanRow): RepayableLoan {
  return { status: row.status, debt: debtOf(row) };
}

/** `l12` on the wire, so that no id of a loan is an id of another thing. */
export function wireId(id: number): string {
  return `l${id}`;
}

/** The row that an id of the wire names; 0, which no row has, for anything that is no id of a loan. */
export function rowId(id: string): number {
  const value = /^l[1-9][0-9]{0,15}$/.test(id) ? Number(id.slice(1)) : 0;
  return Number.isSafeInteger(value) ? value : 0;
}

/**
 * The loan, locked until the transaction ends: of all concurrent writers (its owner twice, two operators, the round) one goes
 * first, and the others then see the result.
 */
export async function lockRow(tx: Transaction, id: number): Promise<LoanRow | undefined> {
  const [row] = await tx.query<LoanRow>(`select ${columns} from loans where id = $1 for update`, [id]);
  return row;
}

/** Only its owner and operators may lock it. */
export async function lockOwn(tx: Transaction, userId: string, id: string): Promise<LoanRow | undefined> {
  const [row] = await tx.query<LoanRow>(`select ${columns} from loans where id = $1 and user_id = $2 for update`, [
    rowId(id),
    userId,
  ]);
  return row;
}

export async function findOwn(db: Queryable, userId: string, id: string): Promise<LoanRow | undefined> {
  const [row] = await db.query<LoanRow>(`select ${columns} from loans where id = $1 and user_id = $2`, [rowId(id), userId]);
  return row;
}

/** What may change about a loan; what is left out stays as it is. Times are epoch milliseconds. */
export interface LoanChange {
  readonly status: LoanStatus;
  readonly approved?: { readonly by: string; readonly at: number };
  readonly paidOut?: { readonly by: string; readonly at: number; readonly dueAt: number };
  readonly rejected?: { readonly by: string; readonly reason: LoanRejection };
  readonly debt?: LoanDebt;
  /** Null once nothing happens to it any more. */
  readonly nextLookAt?: number | null;
  readonly endedAt?: number;
}

/** Stores the new state of a locked loan. A transition that its statuses do not allow is our own mistake. */
export async function change(tx: Transaction, row: LoanRow, to: LoanChange): Promise<LoanRow> {
  if (to.status !== row.status && !mayBecome(row.status, to.status)) {
    throw new Error(`loan ${row.id} is ${row.status} and can't become ${to.status}`);
  }
  const [changed] = await tx.query<LoanRow>(
    `update loans set status = $3,
       approved_by = coalesce($4, approved_by), approved_at = coalesce($5, approved_at),
       paid_out_by = coalesce($6, paid_out_by), paid_out_at = coalesce($7, paid_out_at), due_at = coalesce($8, due_at),
       rejected_by = $9, rejection = $10,
       outstanding = coalesce($11, outstanding), charged_days = coalesce($12, charged_days),
       principal_days = coalesce($13, principal_days), interest_paid = coalesce($14, interest_paid),
       next_look_at = case when $15 then $16 else next_look_at end, ended_at = $17
     where id = $1 and status = $2 returning ${columns}`,
    [
      row.id,
      row.status,
      to.status,
      to.approved?.by ?? null,
      time(to.approved?.at),
      to.paidOut?.by ?? null,
      time(to.paidOut?.at),
      time(to.paidOut?.dueAt),
      to.rejected?.by ?? null,
      to.rejected?.reason ?? null,
      to.debt?.outstanding ?? null,
      to.debt?.chargedDays ?? null,
      to.debt?.principalDays ?? null,
      to.debt?.interestPaid ?? null,
      to.nextLookAt !== undefined,
      time(to.nextLookAt),
      time(to.endedAt),
    ],
  );
  if (changed === undefined) throw new Error(`loan ${row.id} was ${row.status} under lock and is not any more`);
  return changed;
}

function time(at: number | null | undefined): Date | null {
  return at === null || at === undefined ? null : new Date(at);
}
