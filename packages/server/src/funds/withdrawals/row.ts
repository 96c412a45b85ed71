import type { WithdrawalKind, WithdrawalReason, WithdrawalStatus } from '@assay/contract/vocabulary/funds.ts';
import { withdrawalMayBecome } from '@assay/domain/funds/statuses.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';

/** A row of `withdrawals` with its method, as `columns` reads it. */
export interface WithdrawalRow {
  readonly id: number;
  readonly withdrawalNo: string;
  readonly userId: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly feeRate: string;
  readonly feeMin: bigint;
  readonly feeMax: bigint | null;
  readonly fee: bigint;
  readonly actual: bigint;
  readonly value: bigint;
  readonly createdAt: Date;
  readonly status: WithdrawalStatus;
  readonly approvedBy: string | null;
  readonly hash: string | null;
  readonly kind: WithdrawalKind;
  readonly networkId: string | null;
  readonly address: string | null;
  readonly label: string;
  readonly holder: string | null;
  readonly lastFour: string | null;
}

export const columns = `
  w.id, w.withdrawal_no as "withdrawalNo", w.user_id::text as "userId", w.coin, w.amount, w.fee_rate::text as "feeRate",
  w.fee_min as "feeMin", w.fee_max as "feeMax", w.fee, w.actual, w.value, w.created_at as "createdAt", w.status, w.approved_by::text as "approvedBy", w.hash, m.kind,
  m.network_id as "networkId", m.address, m.label, m.holder, m.last_four as "lastFour"`;
export const source = 'withdrawals w join withdrawal_methods m on m.id = w.method_id';

/** The withdrawal, locked until the transaction ends: cancelling and the operators' steps come one after the other. */
export async function lockWithdrawal(tx: Transaction, withdrawalNo: string): Promise<WithdrawalRow | undefined> {
  const [row] = await tx.query<WithdrawalRow>(`select ${columns} from ${source} where w.withdrawal_no = $1 for update of w`, [
    withdrawalNo,
  ]);
  return row;
}

/** Only its owner may lock it. */
export async function lockOwn(tx: Transaction, userId: string, withdrawalNo: string): Promise<WithdrawalRow | undefined> {
  const [row] = await tx.query<WithdrawalRow>(
    `select ${columns} from ${source} where w.withdrawal_no = $1 and w.user_id = $2 for update of w`,
    [withdrawalNo, userId],
  );
  return row;
}

/** One step of a withdrawal's way. `operatorId` is null where its owner takes it. */
export interface WithdrawalStep {
  readonly status: WithdrawalStatus;
  readonly reason: WithdrawalReason | null;
  readonly operatorId: string | null;
  /** Business time, epoch milliseconds. */
  readonly at: number;
  /** With the completion: the chain's transaction, or the bank's reference. */
  readonly hash?: string;
}

/** Writes a locked withdrawal's next step down. A step that its statuses do not know is our own mistake. */
export async function takeStep(tx: Transaction, row: WithdrawalRow, step: WithdrawalStep): Promise<WithdrawalRow> {
  if (!withdrawalMayBecome(row.status, step.status)) throw new Error(`${row.withdrawalNo} can't become ${step.status}`);
  const first = step.status === 'approved';
  const changed = await tx.query(
    `update withdrawals
     set status = $3, approved_by = coalesce(approved_by, $4), decided_by = $5, ended_at = $6, hash = $7
     where id = $1 and status = $2 returning id`,
    [
      row.id,
      row.status,
      step.status,
      first ? step.operatorId : null,
      first ? null : step.operatorId,
      first ? null : new Date(step.at),
      step.hash ?? null,
    ],
  );
  if (changed.length === 0) throw new Error(`${row.withdrawalNo} was ${row.status} under lock and is not any more`);
  await writeStep(tx, row.id, step);
  const approvedBy = first ? step.operatorId : row.approvedBy;
  return { ...row, status: step.status, approvedBy, hash: step.hash ?? null };
}

export async function writeStep(tx: Transaction, withdrawalId: number, step: WithdrawalStep): Promise<void> {
  await tx.query('insert into withdrawal_steps (withdrawal_id, status, reason, operator_id, at) values ($1, $2, $3, $4, $5)', [
    withdrawalId,
    step.status,
    step.reason,
    step.operatorId,
    new Date(step.at),
  ]);
}

export interface WithdrawalStepRow {
  readonly withdrawalId: number;
  readonly status: WithdrawalStatus;
  readonly reason: WithdrawalReason | null;
  readonly operatorId: string | null;
  readonly operatorName: string | null;
  readonly at: Date;
}

/** The steps of these withdrawals, oldest first. */
export function stepsOf(db: Queryable, withdrawalIds: readonly number[]): Promise<WithdrawalStepRow[]> {
  return db.query<WithdrawalStepRow>(
    `select s.withdrawal_id as "withdrawalId", s.status, s.reason, s.operator_id::text as "operatorId",
       o.name as "operatorName", s.at
     from withdrawal_steps s left join operators o on o.id = s.operator_id
     where s.withdrawal_id = any ($1) order by s.id`,
    [withdrawalIds],
  );
}
