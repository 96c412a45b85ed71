import {
  type DepositCase,
  type DepositCaseDetail,
  type depositDeskCalls,
  sameTransactionMax,
} from '@assay/contract/endpoints/console/deposits.ts';
import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { depositStatuses } from '@assay/contract/vocabulary/funds.ts';
import type { KycStatus } from '@assay/contract/vocabulary/statuses.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { type KnownCase, type Operator, type Queue, claimsOf, gateOf } from '../../operators/index.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { FundsContext } from '../context.ts';
import { type DepositRow, columns, stepsOf } from '../deposits/row.ts';
import { pageOf } from '../page.ts';
import { gateOnWire, operatorRef } from './decide.ts';
import { narrowing, orderOf, statusesOf } from './filters.ts';
import { isShown, weightOf } from './weight.ts';

type Endpoint = typeof depositDeskCalls.list;
type Claims = Awaited<ReturnType<typeof claimsOf>>;

interface CaseRow extends DepositRow {
  readonly userName: string;
  readonly approvedByName: string | null;
  readonly kycStatus: KycStatus;
  readonly frozen: boolean;
  readonly confirmationsNeeded: number;
  readonly decidedBy: string | null;
  readonly decidedByName: string | null;
  readonly endedAt: Date | null;
}

const select = `
  select ${columns}, u.user_name as "userName", u.kyc_status as "kycStatus", u.frozen, o.name as "approvedByName",
    n.confirmations as "confirmationsNeeded", d.decided_by::text as "decidedBy", e.name as "decidedByName", d.ended_at as "endedAt"
  from deposits d join users u on u.id = d.user_id join networks n on n.id = d.network_id
  left join operators o on o.id = d.approved_by left join operators e on e.id = d.decided_by`;

/** In the requested order. The cursor is the number of the last row seen. */
export async function listDepositCases(
  db: Queryable,
  now: number,
  { status, sort, cursor, limit, ...filters }: DeskInput<Endpoint>,
  self: Operator,
): Promise<DeskResult<Endpoint>> {
  const order = orderOf('d', status, sort);
  const values: unknown[] = [statusesOf(status, depositStatuses), limit + 1];
  const narrowed = await narrowing(db, 'd', filters, { self, now }, values);
  const behind = cursor === undefined ? 'true' : order.behind(`$${values.push(cursor)}`);
  const rows = await db.query<CaseRow>(
    `${select} where d.status = any($1) and ${narrowed} and ${behind} order by ${order.sql} limit $2`,
    values,
  );
  const { page, nextCursor } = pageOf(rows, limit, ({ depositNo }) => depositNo);
  const claims = await claimsOf(
    db,
    now,
    'deposits',
    page.map(({ depositNo }) => depositNo),
  );
  return { items: page.map((row) => toCase(row, claims)), nextCursor };
}

function toCase(row: CaseRow, claims: Claims): DepositCase {
  return {
    id: row.depositNo,
    customer: { id: row.userId, userName: row.userName },
    coin: row.coin,
    network: row.networkId,
    amount: formatAmount(amount(row.amount), assetOf(row.coin)),
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    approvedBy: operatorRef(row.approvedBy, row.approvedByName),
    decidedBy: operatorRef(row.decidedBy, row.decidedByName),
    endedAt: row.endedAt?.toISOString() ?? null,
    address: row.address,
    hash: row.hash,
    claimedBy: claims.get(row.depositNo) ?? null,
  };
}

export async function findDeposit(db: Queryable, id: string): Promise<DepositRow | undefined> {
  const [row] = await db.query<DepositRow>(`select ${columns} from deposits d where d.deposit_no = $1`, [id]);
  return row;
}

/** Refused with 404 when there is no such deposit. */
export async function readDepositCase(
  context: Pick<FundsContext, 'clock' | 'market'>,
  db: Queryable,
  id: string,
): Promise<DepositCaseDetail | Refusal> {
  const [row] = await db.query<CaseRow>(`${select} where d.deposit_no = $1`, [id]);
  if (row === undefined) return refuse('404', { id: '404' });
  const shown = await isShown(db, row.id);
  const [gate, claims, steps, sameTransaction, [record]] = await Promise.all([
    gateOf(db, { kind: 'deposits', id: row.id }, shown ? null : weightOf(context, row)),
    claimsOf(db, context.clock.wall(), 'deposits', [id]),
    stepsOf(db, [row.id]),
    othersOf(db, row),
    db.query<DepositCaseDetail['record']>(
      `select count(*) filter (where status = 'completed') as completed,
         count(*) filter (where status in ('rejected', 'failed')) as rejected,
         count(*) filter (where status in ('pendingReview', 'approved')) as waiting
       from deposits where user_id = $1`,
      [row.userId],
    ),
  ]);
  return {
    ...toCase(row, claims),
    ...gateOnWire(gate),
    chain: row.chain,
    proofId: row.proofId,
    confirmationsNeeded: row.confirmationsNeeded,
    sameTransaction,
    kycStatus: row.kycStatus,
    frozen: row.frozen,
    record: record ?? { completed: 0, rejected: 0, waiting: 0 },
    history: steps.map(({ status, at, reason, operatorId, operatorName }) => ({
      status,
      at: at.toISOString(),
      by: operatorRef(operatorId, operatorName),
      reason,
    })),
  };
}

/** What other customers report of the same transaction, oldest first. */
async function othersOf(db: Queryable, { id, chain, hash, userId }: CaseRow): Promise<DepositCaseDetail['sameTransaction']> {
  const rows = await db.query<Pick<CaseRow, 'depositNo' | 'userId' | 'userName' | 'status'>>(
    `select d.deposit_no as "depositNo", d.user_id::text as "userId", u.user_name as "userName", d.status
     from deposits d join users u on u.id = d.user_id
     where d.chain = $1 and d.hash = $2 and d.user_id <> $3 and d.id <> $4 order by d.id limit $5`,
    [chain, hash, userId, id, sameTransactionMax],
  );
  return rows.map(({ depositNo, userId: owner, userName, status }) => ({
    id: depositNo,
    customer: { id: owner, userName },
    status,
  }));
}

export async function depositsWaiting(db: Queryable): Promise<Queue> {
  const [queue] = await db.query<Queue>(
    `select count(*) as waiting, min(created_at) as "oldestAt" from deposits where status in ('pendingReview', 'approved')`,
  );
  return queue ?? { waiting: 0, oldestAt: null };
}

/** Whether a case is still pending, and who has decided on it so far; undefined where there is none. */
export async function depositOpen(db: Queryable, id: string): Promise<KnownCase | undefined> {
  const [row] = await db.query<{ open: boolean; said: string[] }>(
    `select c.status in ('pendingReview', 'approved') as open, array_remove(array[c.approved_by, s.operator_id], null)::text[] as said
     from deposits c left join case_seconds s on s.kind = 'deposits' and s.case_id = c.id where c.deposit_no = $1`,
    [id],
  );
  return row;
}
