import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { loanCalls } from '@assay/contract/endpoints/loans.ts';
import type { KycStatus } from '@assay/contract/vocabulary/statuses.ts';
import { type Agreement, agreementOf } from '@assay/domain/loans/agreement.ts';
import { type Borrower, type LoanDecision, decideLoan } from '@assay/domain/loans/decide-loan.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import type { Transaction } from '../platform/database.ts';
import type { TakenImage } from '../platform/images/images.ts';
import { newOrderNo } from '../platform/order-number.ts';
import { type Refusal, isRefusal, refuse, refusalOf } from '../platform/refusal.ts';
import type { SignedInUser } from '../platform/signed-in-user.ts';
import { agreementText } from './agreements.ts';
import { type LoansContext, book } from './context.ts';
import { record } from './events.ts';
import { lentNow, limitsOf } from './offers.ts';
import { announce } from './outcome.ts';
import { type LoanRow, columns, wireId } from './row.ts';

type Input = InputOf<typeof loanCalls.loan>;

/**
 * Asks for a loan with the signed agreement; no money moves. Refusals: those of `mayOpen`, 11060 the text has changed since
 * it was shown, then those of `decideLoan` in its order.
 */
export async function requestLoan(
  context: LoansContext,
  tx: Transaction,
  { user, input, signature }: { user: SignedInUser; input: Input; signature: TakenImage },
): Promise<ResultOf<typeof loanCalls.loan> | Refusal> {
  const stopped = await context.mayOpen(tx, user.id, book);
  if (stopped !== undefined) return stopped;
  const now = context.clock.now();
  const text = agreementText(input.language);
  if (text.version !== input.agreementVersion) return refuse('11060', { agreementVersion: '11060' });
  const limits = await limitsOf(tx);
  if (isRefusal(limits)) return limits;
  const [offer] = await lentNow(tx, context, input.termId);
  const borrower = await borrowerOf(tx, user.id);
  const decision = decideLoan(input, { offer, limits, borrower });
  if (isRefused(decision)) return refusalOf(decision);

  const signatureId = await signature.keep(tx, { ownerId: user.id, purpose: 'loan' });
  const agreement = agreementOf(text, input.language, user.userName, decision.terms);
  const row = await insert(tx, user.id, { input, decision, agreement, signatureId, now });
  if (row === undefined) return refuse('11062');
  await record(tx, row.id, { kind: 'submitted', at: now });
  await announce(context, tx, row);
  return { notice: '20001', id: wireId(row.id) };
}

/**
 * The customer's standing, read in one statement: a request that is being paid out this moment counts as pending or as open,
 * never as neither.
 */
async function borrowerOf(tx: Transaction, userId: string): Promise<Borrower> {
  const [row] = await tx.query<{ kycStatus: KycStatus; pending: boolean; open: number; overdue: boolean; outstanding: bigint }>(
    `select u.kyc_status as "kycStatus", coalesce(bool_or(l.status = 'pendingReview'), false) as pending,
       count(*) filter (where l.status in ('repaying', 'expired'))::integer as open,
       coalesce(bool_or(l.status = 'expired'), false) as overdue,
       coalesce(sum(l.outstanding), 0) as outstanding
     from users u left join loans l on l.user_id = u.id and l.status in ('pendingReview', 'repaying', 'expired')
     where u.id = $1 group by u.id`,
    [userId],
  );
  if (row === undefined) throw new Error(`user ${userId} asks for a loan and is not there`);
  return { ...row, outstanding: amount(row.outstanding) };
}

interface NewLoan {
  readonly input: Input;
  readonly decision: LoanDecision;
  readonly agreement: Agreement;
  readonly signatureId: string;
  readonly now: number;
}

/** Writes the request down, unless its owner has one under review: the index that knows makes a parallel request wait. */
async function insert(tx: Transaction, userId: string, request: NewLoan): Promise<LoanRow | undefined> {
  const { input, decision, agreement, signatureId, now } = request;
  const { terms } = decision;
  const [row] = await tx.query<LoanRow>(
    `insert into loans (
       loan_no, user_id, term_id, principal, days, daily_rate, free_days, total_interest, language, agreement_version,
       agreement, signature_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (user_id) where status = 'pendingReview' do nothing
     returning ${columns}`,
    [
      newOrderNo('L', now),
      userId,
      input.termId,
      terms.principal,
      terms.days,
      formatFixed(terms.dailyRate),
      terms.freeDays,
      decision.totalInterest,
      input.language,
      agreement.version,
      JSON.stringify(agreement),
      signatureId,
      new Date(now),
    ],
  );
  return row;
}
