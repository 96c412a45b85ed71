import { sameTransactionMax } from '@assay/contract/endpoints/console/deposits.ts';
import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type {
  WithdrawalCase,
  WithdrawalCaseDetail,
  withdrawalDeskCalls,
} from '@assay/contract/endpoints/console/withdrawals.ts';
import { withdrawalStatuses } from '@assay/contract/vocabulary/funds.ts';
import type { KycStatus } from '@assay/contract/vocabulary/statuses.ts';
import type { FeeTerms } from '@assay/domain/funds/decide-withdrawal.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { type KnownCase, type Operator, type Queue, claimsOf, gateOf } from '../../operators/index.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { pageOf } from '../page.ts';
import { payoutOf } from '../payouts/row.ts';
import { type WithdrawalRow, columns, source, stepsOf } from '../withdrawals/row.ts';
import { feeShown, levelOf, limitsOf } from '../withdrawals/terms.ts';
import { gateOnWire, operatorRef } from './decide.ts';
import { narrowing, orderOf, statusesOf } from './filters.ts';

type Endpoint = typeof withdrawalDeskCalls.list;
type Claims = Awaited<ReturnType<typeof claimsOf>>;

interface CaseRow extends WithdrawalRow {
  readonly userName: string;
  readonly approvedByName: string | null;
  readonly kycStatus: KycStatus;
  readonly frozen: boolean;
  readonly securityChangedAt: Date | null;
  readonly savedAt: Date;
  readonly decidedBy: string | null;
  readonly decidedByName: string | null;
  readonly endedAt: Date | null;
}

const select = `
  select ${columns}, u.user_name as "userName", u.kyc_status as "kycStatus", u.frozen,
    u.security_changed_at as "securityChangedAt", m.created_at as "savedAt", o.name as "approvedByName",
    w.decided_by::text as "decidedBy", e.name as "decidedByName", w.ended_at as "endedAt"
  from ${source} join users u on u.id = w.user_id left join operators o on o.id = w.approved_by
  left join operators e on e.id = w.decided_by`;

/** In the requested order. The cursor is the number of the last row seen. */
export async function listWithdrawalCases(
  db: Queryable,
  now: number,
  { status, sort, cursor, limit, ...filters }: DeskInput<Endpoint>,
  self: Operator,
): Promise<DeskResult<Endpoint>> {
  const order = orderOf('w', status, sort);
  const values: unknown[] = [statusesOf(status, withdrawalStatuses), limit + 1];
  const narrowed = await narrowing(db, 'w', filters, { self, now }, values);
  const behind = cursor === undefined ? 'true' : order.behind(`$${values.push(cursor)}`);
  const rows = await db.query<CaseRow>(
    `${select} where w.status = any($1) and ${narrowed} and ${behind} order by ${order.sql} limit $2`,
    values,
  );
  const { page, nextCursor } = pageOf(rows, limit, ({ withdrawalNo }) => withdrawalNo);
  const claims = await claimsOf(
    db,
    now,
    'withdrawals',
    page.map(({ withdrawalNo }) => withdrawalNo),
  );
  return { items: page.map((row) => toCase(row, claims)), nextCursor };
}

function toCase(row: CaseRow, claims: Claims): WithdrawalCase {
  const asset = assetOf(row.coin);
  return {
    id: row.withdrawalNo,
    customer: { id: row.userId, userName: row.userName },
    asset: row.coin,
    amount: formatAmount(amount(row.amount), asset),
    actualAmount: formatAmount(amount(row.actual), asset),
    valueUsdt: formatAmount(amount(row.value), usdt),
    method: row.kind,
    network: row.networkId,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    approvedBy: operatorRef(row.approvedBy, row.approvedByName),
    decidedBy: operatorRef(row.decidedBy, row.decidedByName),
    endedAt: row.endedAt?.toISOString() ?? null,
    fee: formatAmount(amount(row.fee), asset),
    sentTo: row.address ?? `•••• ${row.lastFour ?? ''}`,
    hash: row.hash,
    claimedBy: claims.get(row.withdrawalNo) ?? null,
  };
}

/** `now` is business time, by which the limits count; claims are of the wall clock. Refused with 404. */
export async function readWithdrawalCase(
  db: Queryable,
  clock: { now(): number; wall(): number },
  id: string,
): Promise<WithdrawalCaseDetail | Refusal> {
  const [row] = await db.query<CaseRow>(`${select} where w.withdrawal_no = $1`, [id]);
  if (row === undefined) return refuse('404', { id: '404' });
  const level = await levelOf(db, row.userId, clock.wall());
  const [gate, claims, steps, limits, [record], payout, sameTransaction] = await Promise.all([
    gateOf(db, { kind: 'withdrawals', id: row.id }, amount(row.value)),
    claimsOf(db, clock.wall(), 'withdrawals', [id]),
    stepsOf(db, [row.id]),
    limitsOf(db, row.userId, level, clock.now()),
    db.query<{ completed: number }>(
      `select count(*) as completed from withdrawals where user_id = $1 and status = 'completed'`,
      [row.userId],
    ),
    payoutOf(db, row.id),
    othersOf(db, row),
  ]);
  return {
    ...toCase(row, claims),
    feeTerms: feeShown(feeTermsOf(row), assetOf(row.coin)),
    ...gateOnWire(gate),
    destination: destinationOf(row),
    payout: payout === undefined ? null : { status: payout.status, hash: payout.hash, fault: payout.fault },
    sameTransaction,
    kycStatus: row.kycStatus,
    frozen: row.frozen,
    securityChangedAt: row.securityChangedAt?.toISOString() ?? null,
    record: {
      completed: record?.completed ?? 0,
      usedToday: formatAmount(limits.day.used, usdt),
      usedMonth: formatAmount(limits.month.used, usdt),
    },
    history: steps.map(({ status, at, reason, operatorId, operatorName }) => ({
      status,
      at: at.toISOString(),
      by: operatorRef(operatorId, operatorName),
      reason,
    })),
  };
}

/**
 * Other withdrawals reported with the same transaction, oldest first: where a chain is not watched, only people notice that.
 */
async function othersOf(db: Queryable, { id, hash }: CaseRow): Promise<WithdrawalCaseDetail['sameTransaction']> {
  if (hash === null) return [];
  const rows = await db.query<Pick<CaseRow, 'withdrawalNo' | 'userId' | 'userName' | 'status'>>(
    `select w.withdrawal_no as "withdrawalNo", w.user_id::text as "userId", u.user_name as "userName", w.status
     from withdrawals w join users u on u.id = w.user_id
     where w.hash is not null and lower(w.hash) = lower($1) and w.id <> $2 order by w.id limit $3`,
    [hash, id, sameTransactionMax],
  );
  return rows.map(({ withdrawalNo, userId, userName, status }) => ({
    id: withdrawalNo,
    customer: { id: userId, userName },
    status,
  }));
}

function feeTermsOf({ feeRate, feeMin, feeMax }: CaseRow): FeeTerms {
  return { rate: toFixed(feeRate), min: amount(feeMin), max: feeMax === null ? null : amount(feeMax) };
}

function destinationOf({ withdrawalNo, address, label, holder, lastFour, savedAt }: CaseRow) {
  const saved = { savedAt: savedAt.toISOString() };
  if (address !== null) return { kind: 'coin', address, label, ...saved } as const;
  if (holder === null || lastFour === null) throw new Error(`${withdrawalNo} goes nowhere`);
  return { kind: 'card', holder, bankName: label, lastFour, ...saved } as const;
}

export async function withdrawalsWaiting(db: Queryable): Promise<Queue> {
  const [queue] = await db.query<Queue>(
    `select count(*) as waiting, min(created_at) as "oldestAt" from withdrawals where status in ('pendingReview', 'approved')`,
  );
  return queue ?? { waiting: 0, oldestAt: null };
}

/** Whether a case is still pending, and who has decided on it so far; undefined where there is none. */
export async function withdrawalOpen(db: Queryable, id: string): Promise<KnownCase | undefined> {
  const [row] = await db.query<{ open: boolean; said: string[] }>(
    `select c.status in ('pendingReview', 'approved') as open, array_remove(array[c.approved_by, s.operator_id], null)::text[] as said
     from withdrawals c left join case_seconds s on s.kind = 'withdrawals' and s.case_id = c.id where c.withdrawal_no = $1`,
    [id],
  );
  return row;
}
