import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Loan, loanCalls } from '@assay/contract/endpoints/loans.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { type Repayment, decideRepayment } from '@assay/domain/loans/decide-repayment.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { type Posted, post, availableIn } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse, refusalOf } from '../platform/refusal.ts';
import { type LoansContext, book } from './context.ts';
import { record } from './events.ts';
import { announce } from './outcome.ts';
import { type LoanRow, change, lockOwn, stateOf } from './row.ts';
import { tellStatus } from './tell.ts';

/** Repays a loan in part or whole. Refusals: 404 not yours, then those of `decideRepayment`, 10011 by the books. */
export async function repayLoan(
  context: LoansContext,
  tx: Transaction,
  userId: string,
  { id, ...request }: InputOf<typeof loanCalls.repayLoan>,
): Promise<Loan | Refusal> {
  const row = await lockOwn(tx, userId, id);
  if (row === undefined) return refuse('404', { id: '404' });
  const now = context.clock.now();
  const decision = decideRepayment(stateOf(row), now, request);
  if (isRefused(decision)) return refusalOf(decision);
  const posted = await bookRepayment(tx, row, decision, now);
  if (isRefusal(posted)) return posted;
  const repaid = await settle(context, tx, row, { repayment: decision, kind: 'repayment', now });
  return announce(context, tx, repaid, availableIn(posted));
}

/** Books a repayment of a locked loan. Refused with 10011 when the available balance does not suffice. */
export async function bookRepayment(
  tx: Transaction,
  row: LoanRow,
  repayment: Repayment,
  at: number,
): Promise<Posted | Refusal> {
  const { interest, principal } = repayment;
  return post(tx, { book, reference: row.loanNo, at, ...recipes.loanRepaid({ userId: row.userId, interest, principal }) });
}

/** Records the loan after a booked repayment, and notifies its owner when nothing is owed any more. */
export async function settle(
  context: LoansContext,
  tx: Transaction,
  row: LoanRow,
  { repayment, kind, now }: { repayment: Repayment; kind: 'repayment' | 'collected'; now: number },
): Promise<LoanRow> {
  const { after, status, interest, principal } = repayment;
  const ends = status === 'repaid' ? { nextLookAt: null, endedAt: now } : {};
  const settled = await change(tx, row, { status, debt: after, ...ends });
  await record(tx, row.id, { kind, at: now, interest, principal });
  if (status === 'repaid') tellStatus(context, tx, settled, { loan: 'repaid', at: now });
  return settled;
}
