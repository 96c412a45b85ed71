import type { Chain, DepositReason, DepositStatus } from '@assay/contract/vocabulary/funds.ts';
import { depositMayBecome } from '@assay/domain/funds/statuses.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';

/** A row of `deposits` as `columns` reads it. */
export interface DepositRow {
  readonly id: number;
  readonly depositNo: string;
  readonly userId: string;
  readonly coin: string;
  readonly networkId: string;
  readonly chain: Chain;
  readonly address: string;
  readonly amount: bigint;
  readonly hash: string;
  /** Null where no customer has reported it: it was found on the chain. */
  readonly proofId: string | null;
  readonly createdAt: Date;
  readonly status: DepositStatus;
  readonly approvedBy: string | null;
}

export const columns = `
  d.id, d.deposit_no as "depositNo", d.user_id::text as "userId", d.coin, d.network_id as "networkId", d.chain, d.address,
  d.amount, d.hash, d.proof_id::text as "proofId", d.created_at as "createdAt", d.status, d.approved_by::text as "approvedBy"`;

/** The deposit, locked until the transaction ends: of two operators who decide at once one goes first. */
export async function lockDeposit(tx: Transaction, depositNo: string): Promise<DepositRow | undefined> {
  const [row] = await tx.query<DepositRow>(`select ${columns} from deposits d where d.deposit_no = $1 for update`, [depositNo]);
  return row;
}

/** One step of a deposit's way. `operatorId` is null where its owner takes it. */
export interface DepositStep {
  readonly status: DepositStatus;
  readonly reason: DepositReason | null;
  readonly operatorId: string | null;
  /** Business time, epoch milliseconds. */
  readonly at: number;
}

/** Writes a locked deposit's next step down. A step that its statuses do not know is our own mistake. */
export async function takeStep(tx: Transaction, row: DepositRow, step: DepositStep): Promise<DepositRow> {
  if (!depositMayBecome(row.status, step.status)) throw new Error(`${row.depositNo} can't become ${step.status}`);
  const first = step.status === 'approved';
  const [changed] = await tx.query<DepositRow>(
    `update deposits d set status = $3, approved_by = coalesce(d.approved_by, $4), decided_by = $5, ended_at = $6
     where d.id = $1 and d.status = $2 returning ${columns}`,
    [
      row.id,
      row.status,
      step.status,
      first ? step.operatorId : null,
      first ? null : step.operatorId,
      first ? null : new Date(step.at),
    ],
  );
  if (changed === undefined) throw new Error(`${row.depositNo} was ${row.status} under lock and is not any more`);
  await writeStep(tx, row.id, step);
  return changed;
}

export async function writeStep(tx: Transaction, depositId: number, step: DepositStep): Promise<void> {
  await tx.query('insert into deposit_steps (deposit_id, status, reason, operator_id, at) values ($1, $2, $3, $4, $5)', [
    depositId,
    step.status,
    step.reason,
    step.operatorId,
    new Date(step.at),
  ]);
}

export interface DepositStepRow {
  readonly depositId: number;
  readonly status: DepositStatus;
  readonly reason: DepositReason | null;
  readonly operatorId: string | null;
  readonly operatorName: string | null;
  readonly at: Date;
}

/** The steps of these deposits, oldest first. */
export function stepsOf(db: Queryable, depositIds: readonly number[]): Promise<DepositStepRow[]> {
  return db.query<DepositStepRow>(
    `select s.deposit_id as "depositId", s.status, s.reason, s.operator_id::text as "operatorId", o.name as "operatorName", s.at
     from deposit_steps s left join operators o on o.id = s.operator_id
     where s.deposit_id = any ($1) order by s.id`,
    [depositIds],
  );
}
