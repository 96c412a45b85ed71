import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { KycCase, KycCaseDetail, kycDeskCalls } from '@assay/contract/endpoints/console/kyc.ts';
import { claimMs } from '@assay/contract/vocabulary/operators.ts';
import { type Desk, type Queue, claimsOf, cursorOf, notClaimed, takenOn } from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import type { KycContext } from './context.ts';
import { alikeSql, likenessesOf } from './persons.ts';
import { type KycRow, columns, personOf } from './row.ts';

interface CaseRow extends KycRow {
  readonly userName: string;
  readonly number: number;
  readonly decider: string | null;
  readonly alike: KycCase['alike'];
  /** What is kept of a closed account is no work of this desk. */
  readonly closed: boolean;
  readonly accountCountry: string | null;
  readonly countsFrom: Date | null;
  readonly lookedBy: string | null;
  readonly looker: string | null;
  readonly objected: boolean | null;
}

const casesOf = (of = '') => `
  select c.*, u.user_name as "userName", o.name as decider, u.closed_at is not null as closed, u.country as "accountCountry", ${alikeSql} as alike,
    l.counts_from as "countsFrom", l.looked_by::text as "lookedBy", second.name as looker, l.objected,
    (select count(*)::integer from kyc_cases earlier where earlier.user_id = u.id and earlier.id <= c.id) as number
  from (select ${columns} from kyc_cases ${of}) c
  join users u on u.id = c."userId"::bigint
  left join operators o on o.id = c."decidedBy"::bigint
  left join identity_second_looks l on l.case_id = c.id and c.status = 'verified'
  left join operators second on second.id = l.looked_by`;

/** No second review yet while an objection is still possible, or a reviewer has objected. */
const wantsSecondLook = '(l.objected or (l.looked_by is null and l.counts_from > $4))';

/** Cases of one status, or those that want a second look. What waits is listed oldest first, which is also what is due first. */
export async function listCases(
  { db, clock }: Desk,
  { status, limit, cursor, from, to, by, mine, todo }: DeskInput<typeof kycDeskCalls.list>,
  self: string,
): Promise<DeskResult<typeof kycDeskCalls.list> | Refusal> {
  const after = cursorOf(cursor);
  if (isRefusal(after)) return after;
  const waits = status === 'pendingReview' || status === 'secondLook';
  const [beyond, order] = waits ? ['>', 'asc'] : ['<', 'desc'];
  const wanted = status === 'secondLook' ? wantsSecondLook : '$4::timestamptz is not null';
  const rows = await db.query<CaseRow>(
    `${casesOf()} where c.status = $1 and ${wanted} and u.closed_at is null and ($2::bigint is null or c.id ${beyond} $2)
       and ($5::timestamptz is null or c."submittedAt" >= $5) and ($6::timestamptz is null or c."submittedAt" < $6)
       and ($7::text is null or o.name = $7)
       and ($8::bigint is null or c."decidedBy"::bigint = $8 or ${takenOn('kyc', 'c.id::text', '$8', '$9')})
       and ($10::bigint is null or ${notClaimed('kyc', 'c.id::text', '$10', '$9')})
     order by c.id ${order} limit $3`,
    [
      status === 'secondLook' ? 'verified' : status,
      after,
      limit + 1,
      new Date(clock.wall()),
      from ?? null,
      to ?? null,
      by ?? null,
      mine === 'YES' ? self : null,
      new Date(clock.wall() - claimMs),
      todo === 'YES' ? self : null,
    ],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const claims = await claimsOf(
    db,
    clock.wall(),
    'kyc',
    page.map(({ id }) => String(id)),
  );
  return {
    items: page.map((row) => caseOf(row, claims, clock.wall())),
    nextCursor: rows.length > limit && last !== undefined ? String(last.id) : null,
  };
}

/**
 * One case with all that a decision looks at. 404 when there is none, and of a closed account for operators who may not open
 * retained data.
 */
export async function readCase(
  { db, clock, secret }: KycContext,
  id: string,
  { mayOpenKept }: { readonly mayOpenKept: boolean },
  now = clock.wall(),
): Promise<KycCaseDetail | Refusal> {
  const [row] = await db.query<CaseRow>(`${casesOf()} where c.id = $1`, [id]);
  // Once what was kept is erased there is nothing left to look at.
  if (row === undefined || row.sealedPerson.length === 0 || (row.closed && !mayOpenKept)) return refuse('404', { id: '404' });
  const earlier = await db.query<CaseRow>(`${casesOf('where user_id = $1')} where c.id < $2 order by c.id desc limit 20`, [
    row.userId,
    row.id,
  ]);
  return {
    ...caseOf(row, await claimsOf(db, now, 'kyc', [id]), now),
    person: { documentNumber: null, documentExpiry: null, ...personOf(secret, row) },
    accountCountry: row.accountCountry,
    images: row.images,
    kept: [...row.kept],
    likenesses: await likenessesOf(db, id),
    earlier: earlier.map((one) => ({
      id: String(one.id),
      caseNo: one.caseNo,
      status: one.status,
      createdAt: one.submittedAt.toISOString(),
      rejected: [...one.rejected],
      decidedBy: deciderOf(one),
    })),
  };
}

function caseOf(row: CaseRow, claims: ReadonlyMap<string, KycCase['claimedBy']>, now: number): KycCase {
  return {
    id: String(row.id),
    caseNo: row.caseNo,
    customer: { id: row.userId, userName: row.userName },
    documentType: row.documentType,
    alike: row.alike,
    number: row.number,
    status: row.status,
    createdAt: row.submittedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    overdue: row.status === 'pendingReview' && row.dueAt.getTime() < now,
    rejected: [...row.rejected],
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: deciderOf(row),
    claimedBy: claims.get(String(row.id)) ?? null,
    secondLook: secondLookOf(row, now),
  };
}

function secondLookOf({ countsFrom, lookedBy, looker, objected }: CaseRow, now: number): KycCase['secondLook'] {
  if (countsFrom === null) return null;
  const open = lookedBy === null && countsFrom.getTime() > now;
  return {
    state: objected === true ? 'held' : open ? 'waiting' : 'count',
    countsFrom: countsFrom.toISOString(),
    lookedBy: lookedBy === null || looker === null ? null : { id: lookedBy, name: looker },
  };
}

function deciderOf({ decidedBy, decider }: CaseRow): KycCase['decidedBy'] {
  return decidedBy === null || decider === null ? null : { id: decidedBy, name: decider };
}

/** What waits for a decision, and since when. */
export async function casesWaiting(db: Queryable): Promise<Queue> {
  const [row] = await db.query<{ waiting: number; oldestAt: Date | null }>(
    `select count(*)::integer as waiting, min(submitted_at) as "oldestAt" from kyc_cases where status = 'pendingReview'`,
  );
  return row ?? { waiting: 0, oldestAt: null };
}

/** Whether a case is still pending; undefined where there is none. */
export async function caseOpen(db: Queryable, id: string): Promise<{ readonly open: boolean } | undefined> {
  if (isRefusal(cursorOf(id))) return undefined;
  const [row] = await db.query<{ open: boolean }>(`select status = 'pendingReview' as open from kyc_cases where id = $1`, [id]);
  return row;
}
