import { houseAccount, userAccount } from '@assay/domain/ledger/accounts.ts';
import { type LoanDebt, dueAt, owedAt } from '@assay/domain/loans/debt.ts';
import { decideRepayment } from '@assay/domain/loans/decide-repayment.ts';
import { nextLookAt } from '@assay/domain/loans/schedule.ts';
import { isOwed } from '@assay/domain/loans/statuses.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { lockBalances, availableIn } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { type LoansContext, book } from './context.ts';
import { record } from './events.ts';
import { announce } from './outcome.ts';
import { bookRepayment, settle } from './repay-loan.ts';
import { type LoanRow, change, debtOf, lockRow, stateOf } from './row.ts';
import { tellDue, tellStatus } from './tell.ts';

/**
 * Does what is due about one loan: reminds its owner, or from the due date takes the balance if it suffices; if not, the loan
 * expires and the balance is tried again daily. Safe to run twice, in two processes, and after any pause.
 */
export async function handleDueLoan(context: LoansContext, id: number): Promise<void> {
  await context.db.transact(async (tx) => {
    const row = await lockRow(tx, id);
    const debt = row && debtOf(row);
    if (!row || !debt || !isOwed(row.status)) return;
    const now = context.clock.now();
    // The previous holder of the row lock may have done it already.
    const [due] = await tx.query('select from loans where id = $1 and next_look_at <= $2', [id, new Date(now)]);
    if (due === undefined) return;
    if (now < dueAt(debt)) await remind(context, tx, row, debt, now);
    else await collect(context, tx, row, debt, now);
  });
}

async function remind(context: LoansContext, tx: Transaction, row: LoanRow, debt: LoanDebt, now: number): Promise<void> {
  await change(tx, row, { status: row.status, nextLookAt: nextLookAt(debt, now) });
  tellDue(context, tx, row, { dueAt: dueAt(debt), total: owedAt(debt, dueAt(debt)).total, now });
}

/** All or nothing: a part of what is owed would leave the customer with neither. */
async function collect(context: LoansContext, tx: Transaction, row: LoanRow, debt: LoanDebt, now: number): Promise<void> {
  const { userId } = row;
  const accounts = [userAccount(userId, 'available'), userAccount(userId, 'loan'), houseAccount('lending')];
  const [available] = await lockBalances(tx, book, usdt, accounts);
  const repayment = decideRepayment(stateOf(row), now, {}, available);
  if (isRefused(repayment)) {
    if (repayment.refused !== '10011') throw new Error(`loan ${row.id} can't be collected: ${repayment.refused}`);
    const late = await change(tx, row, { status: 'expired', nextLookAt: nextLookAt(debt, now) });
    if (row.status === 'expired') return;
    await record(tx, row.id, { kind: 'expired', at: now });
    tellStatus(context, tx, late, { loan: 'expired', at: now });
    await announce(context, tx, late);
    return;
  }
  const posted = await bookRepayment(tx, row, repayment, now);
  if (isRefusal(posted)) throw new Error(`collecting loan ${row.id} was refused with ${posted.code}`);
  const collected = await settle(context, tx, row, { repayment, kind: 'collected', now });
  await announce(context, tx, collected, availableIn(posted));
}
