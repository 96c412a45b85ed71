import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { type LoanCase, type LoanCaseDetail, loanDeskCalls } from '@assay/contract/endpoints/console/loans.ts';
import { type OperatorRole, claimMs } from '@assay/contract/vocabulary/operators.ts';
import type { KycStatus } from '@assay/contract/vocabulary/statuses.ts';
import { interestToTerm, repaymentAmount } from '@assay/domain/loans/terms.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { houseBalance } from '../ledger/index.ts';
import {
  type Desk,
  type KnownCase,
  type Operator,
  type Queue,
  claimsOf,
  gateOf,
  notClaimed,
  takenOn,
} from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { book } from './context.ts';
import { eventsOf } from './events.ts';
import { type LoanRow, columns, rowId, termsOf, wireId } from './row.ts';

const money = (value: bigint) => formatAmount(amount(value), usdt);

/** A loan with what a desk shows of the people around it. */
interface CaseRow extends LoanRow {
  readonly userName: string;
  readonly kycStatus: KycStatus;
  readonly frozen: boolean;
  readonly approver: string | null;
  readonly dueAt: Date | null;
  readonly closed: boolean;
}

const cases = `
  select l.*, u.user_name as "userName", u.kyc_status as "kycStatus", u.frozen, u.closed_at is not null as closed, o.name as approver, d.due_at as "dueAt"
  from (select ${columns} from loans) l
  join loans d on d.id = l.id
  join users u on u.id = d.user_id
  left join operators o on o.id = d.approved_by`;

/** Loans of one status. What waits is listed oldest first: the next case is the first. The cursor is the id of the last seen. */
export async function listCases(
  { db, clock }: Desk,
  input: DeskInput<typeof loanDeskCalls.list>,
  self: Operator,
): Promise<DeskResult<typeof loanDeskCalls.list> | Refusal> {
  const { status, customerId, cursor, limit, from, to, by, mine, todo, amountFrom, amountTo } = input;
  const { approve, payOut } = loanDeskCalls;
  const may = (roles: 'public' | readonly OperatorRole[]) =>
    roles !== 'public' && roles.some((role) => self.roles.includes(role));
  const after = cursor === undefined ? null : rowId(cursor);
  if (after === 0) return refuse('400', { cursor: '400' });
  const [beyond, order] = status === 'pendingReview' ? ['>', 'asc'] : ['<', 'desc'];
  const rows = await db.query<CaseRow>(
    `${cases} where l.status = $1 and ($2::bigint is null or d.user_id = $2) and ($3::bigint is null or l.id ${beyond} $3)
       and ($5::timestamptz is null or d.created_at >= $5) and ($6::timestamptz is null or d.created_at < $6)
       and ($7::text is null or exists (
         select from operators p where p.name = $7 and p.id in (d.approved_by, d.paid_out_by, d.rejected_by)))
       and ($8::bigint is null or $8 in (d.approved_by, d.paid_out_by, d.rejected_by)
         or ${takenOn('loans', "('l' || d.id)", '$8', '$9')})
       and ($10::numeric is null or d.principal >= $10 * 1000000) and ($11::numeric is null or d.principal <= $11 * 1000000)
       and ($12::bigint is null or ${notClaimed('loans', "('l' || d.id)", '$12', '$9')} and case when d.approved_by is null then $13
         else $14 and d.approved_by <> $12 and not exists (
           select from case_seconds s where s.kind = 'loans' and s.case_id = d.id and s.operator_id = $12) end)
     order by l.id ${order} limit $4`,
    [
      status,
      customerId ?? null,
      after,
      limit + 1,
      from ?? null,
      to ?? null,
      by ?? null,
      mine === 'YES' ? self.id : null,
      new Date(clock.wall() - claimMs),
      amountFrom ?? null,
      amountTo ?? null,
      todo === 'YES' ? self.id : null,
      may(approve.roles),
      may(payOut.roles),
    ],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const claims = await claimsOf(
    db,
    clock.wall(),
    'loans',
    page.map(({ id }) => wireId(id)),
  );
  return {
    items: page.map((row) => caseOf(row, claims)),
    nextCursor: rows.length > limit && last !== undefined ? wireId(last.id) : null,
  };
}

function caseOf(row: CaseRow, claims: ReadonlyMap<string, LoanCase['claimedBy']>): LoanCase {
  const terms = termsOf(row);
  const { approvedBy, approver } = row;
  return {
    id: wireId(row.id),
    loanNo: row.loanNo,
    customer: { id: row.userId, userName: row.userName },
    amount: money(terms.principal),
    days: row.days,
    dailyRate: formatFixed(terms.dailyRate),
    freeDays: row.freeDays,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    approvedBy: approvedBy === null || approver === null ? null : { id: approvedBy, name: approver },
    outstanding: money(row.outstanding),
    dueAt: row.dueAt?.toISOString() ?? null,
    claimedBy: claims.get(wireId(row.id)) ?? null,
  };
}

/**
 * One loan with all that a decision looks at. 404 when there is none, and of a closed account, whose agreement names
 * its borrower, for operators who may not open retained data.
 */
export async function readCase(
  db: Queryable,
  now: number,
  id: string,
  { mayOpenKept }: { readonly mayOpenKept: boolean },
): Promise<LoanCaseDetail | Refusal> {
  const [row] = await db.query<CaseRow>(`${cases} where l.id = $1`, [rowId(id)]);
  if (row === undefined || (row.closed && !mayOpenKept)) return refuse('404', { id: '404' });
  const terms = termsOf(row);
  const events = (await eventsOf(db, [row.id])).get(row.id) ?? [];
  return {
    ...caseOf(row, await claimsOf(db, now, 'loans', [id])),
    ...(await gateOnWire(db, row)),
    totalInterest: money(interestToTerm(terms)),
    repaymentAmount: money(repaymentAmount(terms)),
    kycStatus: row.kycStatus,
    frozen: row.frozen,
    agreement: {
      ...row.agreement,
      figures: [...row.agreement.figures],
      clauses: row.agreement.clauses.map(({ title, paragraphs }) => ({ title, paragraphs: [...paragraphs] })),
      language: row.language,
    },
    signatureId: row.signatureId,
    rejection: row.rejection,
    record: await recordOf(db, row),
    lendingFree: formatAmount(await houseBalance(db, book, 'lending', usdt), usdt),
    history: events.map(({ kind, at, operator, reason, interest, principal }) => ({
      kind,
      at: at.toISOString(),
      by: operator,
      reason,
      interest: interest === null ? null : money(interest),
      principal: principal === null ? null : money(principal),
    })),
  };
}

/** What it asks for besides a second person. */
async function gateOnWire(db: Queryable, { id, principal }: LoanRow) {
  const { persons, secondedBy, readyAt } = await gateOf(db, { kind: 'loans', id }, amount(principal));
  return { persons, secondedBy, readyAt: readyAt?.toISOString() ?? null };
}

/** How the customer has dealt with other loans. */
async function recordOf(db: Queryable, { id, userId }: LoanRow): Promise<LoanCaseDetail['record']> {
  const [row] = await db.query<{ open: number; outstanding: bigint; repaid: number; everExpired: number }>(
    `select count(*) filter (where status in ('repaying', 'expired'))::integer as open,
       coalesce(sum(outstanding), 0) as outstanding, count(*) filter (where status = 'repaid')::integer as repaid,
       count(*) filter (where exists (select from loan_events e where e.loan_id = l.id and e.kind = 'expired'))::integer as "everExpired"
     from loans l where user_id = $1 and id <> $2`,
    [userId, id],
  );
  const { open = 0, outstanding = 0n, repaid = 0, everExpired = 0 } = row ?? {};
  return { open, outstanding: money(outstanding), repaid, everExpired };
}

/** What waits for a decision, and since when. */
export async function casesWaiting(db: Queryable): Promise<Queue> {
  const [row] = await db.query<{ waiting: number; oldestAt: Date | null }>(
    `select count(*)::integer as waiting, min(created_at) as "oldestAt" from loans where status = 'pendingReview'`,
  );
  return row ?? { waiting: 0, oldestAt: null };
}

/** Whether a case is still pending, and who has decided on it so far; undefined where there is none. */
export async function caseOpen(db: Queryable, id: string): Promise<KnownCase | undefined> {
  const [row] = await db.query<{ open: boolean; said: string[] }>(
    `select l.status = 'pendingReview' as open, array_remove(array[l.approved_by, s.operator_id], null)::text[] as said
     from loans l left join case_seconds s on s.kind = 'loans' and s.case_id = l.id where l.id = $1`,
    [rowId(id)],
  );
  return row;
}
