import { loanDeskCalls } from '@assay/contract/endpoints/console/loans.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import {
  type Audit,
  type Desk,
  type OperatorCall,
  looked,
  mayOpenKept,
  propose,
  serveDesk,
  serveDeskMove,
  soughtIn,
  takeInHand,
} from '../operators/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import { caseOpen, casesWaiting, listCases, readCase } from './cases.ts';
import type { LoansContext } from './context.ts';
import { approveLoan, payOutLoan, rejectLoan } from './review-loan.ts';
import { type LoanRow, rowId } from './row.ts';
import { allTerms, offerTermAct, withdrawTermAct } from './term-acts.ts';

/** The loan desk: requests with their age and claim, the two decisions that a payout needs, and the terms on offer. */
export function serveLoansDesk(desk: Desk, context: LoansContext): void {
  const { db } = desk;
  serveDesk(
    desk,
    loanDeskCalls.list,
    ({ operator }, input) => listCases(desk, input, operator),
    ({ customerId }, { items }) =>
      customerId === undefined
        ? undefined
        : soughtIn(
            loanDeskCalls.list.path,
            items.map(({ customer }) => customer.id),
          ),
  );
  serveDesk(
    desk,
    loanDeskCalls.detail,
    ({ operator }, { id }) => readCase(db, desk.clock.wall(), id, { mayOpenKept: mayOpenKept(operator) }),
    (_, { customer }) => looked(customer.id, 'loan'),
  );
  serveDesk(desk, loanDeskCalls.terms, () => allTerms(db));

  /** A decision about one case, written to the log; refused with 11072 while another operator works on it. */
  const decided = async (
    { call, tx, audit, id, action }: { call: OperatorCall; tx: Transaction; audit: Audit; id: string; action: string },
    decide: (loanId: number, operatorId: string) => Promise<LoanRow | Refusal>,
  ) => {
    const held = await takeInHand(tx, desk.clock.wall(), call, 'loans', id);
    if (held !== undefined) return held;
    const row = await decide(rowId(id), call.operator.id);
    if (isRefusal(row)) return row;
    const { loanNo, userId, rejection } = row;
    const details = {
      customer: userId,
      amount: formatAmount(amount(row.principal), usdt),
      ...(rejection !== null && { reason: rejection }),
    };
    const subject = `loan:${loanNo}`;
    // Approved already, by another operator: of three this was the second.
    if (action === 'loan.approved' && row.approvedBy !== call.operator.id) audit({ action: 'loan.seconded', subject, details });
    else audit({ action, subject, details });
    return readCase(tx, desk.clock.wall(), id, { mayOpenKept: false });
  };
  serveDeskMove(desk, loanDeskCalls.approve, (call, { id }, tx, audit) =>
    decided({ call, tx, audit, id, action: 'loan.approved' }, (loan, operator) => approveLoan(context, tx, loan, operator)),
  );
  serveDeskMove(desk, loanDeskCalls.payOut, (call, { id }, tx, audit) =>
    decided({ call, tx, audit, id, action: 'loan.paidOut' }, (loan, operator) => payOutLoan(context, tx, loan, operator)),
  );
  serveDeskMove(desk, loanDeskCalls.reject, (call, { id, reason }, tx, audit) =>
    decided({ call, tx, audit, id, action: 'loan.rejected' }, (loan, operatorId) =>
      rejectLoan(context, tx, loan, { operatorId, reason }),
    ),
  );

  desk.act(offerTermAct);
  desk.act(withdrawTermAct);
  serveDeskMove(desk, loanDeskCalls.offerTerm, (call, { reason, ...payload }, tx, audit) =>
    propose(desk, call, tx, audit, { kind: offerTermAct.kind, subject: `loanTerm:${payload.days}`, payload, reason }),
  );
  serveDeskMove(desk, loanDeskCalls.withdrawTerm, (call, { id, reason }, tx, audit) =>
    propose(desk, call, tx, audit, { kind: withdrawTermAct.kind, subject: `loanTerm:${id}`, payload: { id }, reason }),
  );
  desk.queue('loans', casesWaiting);
  desk.casesOf('loans', caseOpen);
}
