import type { LoanRejection } from '@assay/contract/vocabulary/loans.ts';
import type { KycStatus } from '@assay/contract/vocabulary/statuses.ts';
import { houseAccount, userAccount } from '@assay/domain/ledger/accounts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { dueAt, paidOut } from '@assay/domain/loans/debt.ts';
import { nextLookAt } from '@assay/domain/loans/schedule.ts';
import { amount, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { lockBalances, post, availableIn } from '../ledger/index.ts';
import { mayEnd, secondCase, weighCase } from '../operators/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { type LoansContext, book } from './context.ts';
import { record } from './events.ts';
import { announce } from './outcome.ts';
import { type LoanRow, change, lockRow, termsOf } from './row.ts';
import { tellStatus } from './tell.ts';

/** A request under review, locked. Refusals: 404 there is none, 11066 it is decided already. */
async function underReview(tx: Transaction, id: number): Promise<LoanRow | Refusal> {
  const row = await lockRow(tx, id);
  if (row === undefined) return refuse('404', { id: '404' });
  return row.status === 'pendingReview' ? row : refuse('11066');
}

const weighed = (id: number) => ({ kind: 'loans', id }) as const;

/**
 * The first of two persons approves, or the second of three seconds; nothing moves. Refusals: 404, 11066 it is decided or approved
 * already, those of `weighCase` and `secondCase`.
 */
export async function approveLoan(
  context: LoansContext,
  tx: Transaction,
  id: number,
  operatorId: string,
): Promise<LoanRow | Refusal> {
  const row = await underReview(tx, id);
  if (isRefusal(row)) return row;
  const word = { weight: amount(row.principal), operatorId, now: context.clock.wall() };
  if (row.approvedBy !== null) {
    const unneeded = row.approvedBy === operatorId ? refuse('11066') : await secondCase(tx, weighed(id), word);
    if (unneeded === undefined) return row;
    return unneeded.code === '11059' ? refuse('11066') : unneeded;
  }
  const now = context.clock.now();
  const approved = await change(tx, row, { status: 'pendingReview', approved: { by: operatorId, at: now } });
  const beyond = await weighCase(tx, weighed(id), word);
  if (beyond !== undefined) return beyond;
  await record(tx, id, { kind: 'approved', at: now, operatorId });
  await announce(context, tx, approved);
  return approved;
}

/**
 * The second person pays an approved loan out: from now on it is owed. Refusals: 404, 11066 it is decided, or not approved yet;
 * 11070 the same person did, or seconded it; those of `mayEnd`; 10019 or 10008 the customer is not verified any more, or
 * frozen; 11068 the lending funds do not cover it.
 */
export async function payOutLoan(
  context: LoansContext,
  tx: Transaction,
  id: number,
  operatorId: string,
): Promise<LoanRow | Refusal> {
  const row = await underReview(tx, id);
  if (isRefusal(row)) return row;
  if (row.approvedBy === null) return refuse('11066');
  if (row.approvedBy === operatorId) return refuse('11070');
  const { userId, approvedBy } = row;
  const word = { weight: amount(row.principal), operatorId, now: context.clock.wall() };
  const early = await mayEnd(tx, weighed(id), { ...word, approvedBy });
  if (early !== undefined) return early;
  // A freeze that is under way is waited for: what it is to stop is not paid out meanwhile.
  const [customer] = await tx.query<{ kycStatus: KycStatus; frozen: boolean }>(
    'select kyc_status as "kycStatus", frozen from users where id = $1 for share',
    [userId],
  );
  if (customer?.kycStatus !== 'verified') return refuse('10019');
  if (customer.frozen) return refuse('10008');

  const terms = termsOf(row);
  const accounts = [houseAccount('lending'), userAccount(userId, 'available'), userAccount(userId, 'loan')];
  const [lending = nothing] = await lockBalances(tx, book, usdt, accounts);
  if (lending < terms.principal) return refuse('11068');
  const at = context.clock.now();
  const recipe = recipes.loanPaidOut({ userId, principal: terms.principal });
  const posted = await post(tx, { book, reference: row.loanNo, at, ...recipe });
  if (isRefusal(posted)) throw new Error(`paying out loan ${id} was refused with ${posted.code}`);

  const debt = paidOut(terms, at);
  const paid = await change(tx, row, {
    status: 'repaying',
    paidOut: { by: operatorId, at, dueAt: dueAt(debt) },
    debt,
    nextLookAt: nextLookAt(debt, at),
  });
  await record(tx, id, { kind: 'paidOut', at, operatorId, principal: terms.principal });
  tellStatus(context, tx, paid, { loan: 'paidOut', at });
  await announce(context, tx, paid, availableIn(posted));
  return paid;
}

/** Turns a request down, also an approved one. Refusals: 404, 11066 it is decided already. */
export async function rejectLoan(
  context: LoansContext,
  tx: Transaction,
  id: number,
  { operatorId, reason }: { operatorId: string; reason: LoanRejection },
): Promise<LoanRow | Refusal> {
  const row = await underReview(tx, id);
  if (isRefusal(row)) return row;
  const now = context.clock.now();
  const rejected = await change(tx, row, { status: 'rejected', rejected: { by: operatorId, reason }, endedAt: now });
  await record(tx, id, { kind: 'rejected', at: now, operatorId, reason });
  tellStatus(context, tx, rejected, { loan: reason, at: now });
  await announce(context, tx, rejected);
  return rejected;
}
