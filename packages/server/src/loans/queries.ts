import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { loanCalls } from '@assay/contract/endpoints/loans.ts';
import type { Images } from '../platform/images/images.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { Download } from '../platform/reply.ts';
import { agreementPage } from './agreements.ts';
import type { LoansContext } from './context.ts';
import { eventsOf } from './events.ts';
import { type LoanRow, columns, findOwn, rowId, wireId } from './row.ts';
import { toWire } from './wire.ts';

/** The user's loans, newest first. The cursor is the id of the last one seen. */
export async function listLoans(
  { db, clock }: LoansContext,
  userId: string,
  { cursor, limit, status }: InputOf<typeof loanCalls.listLoanRecord>,
): Promise<ResultOf<typeof loanCalls.listLoanRecord> | Refusal> {
  const before = cursor === undefined ? null : rowId(cursor);
  if (before === 0) return refuse('400', { cursor: '400' });
  const rows = await db.query<LoanRow>(
    `select ${columns} from loans
     where user_id = $1 and ($2::bigint is null or id < $2) and ($3::text is null or status = $3)
     order by id desc limit $4`,
    [userId, before, status ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const ids = page.map(({ id }) => id);
  const events = await eventsOf(db, ids);
  return {
    items: page.map((row) => toWire(row, events.get(row.id) ?? [], clock.now())),
    nextCursor: rows.length > limit && last !== undefined ? wireId(last.id) : null,
  };
}

/** The agreement as its owner signed it. 404 when it is not theirs. */
export async function downloadAgreement(
  { db }: LoansContext,
  images: Pick<Images, 'readOwn'>,
  userId: string,
  { id }: InputOf<typeof loanCalls.loanAgreement>,
): Promise<Download | Refusal> {
  const row = await findOwn(db, userId, id);
  if (row === undefined) return refuse('404', { id: '404' });
  const signature = await images.readOwn(row.signatureId, userId);
  if (isRefusal(signature)) return signature;
  const { language, loanNo, createdAt } = row;
  const page = agreementPage(row.agreement, { language, loanNo, at: createdAt, signature });
  return new Download(`loan-agreement-${loanNo}.html`, 'text/html; charset=utf-8', Buffer.from(page));
}
