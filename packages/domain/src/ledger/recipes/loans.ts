import type { Amount } from '../../money/amount.ts';
import { houseAccount, userAccount } from '../accounts.ts';
import { type Recipe, moves } from './recipe.ts';

/**
 * A loan paid out by the second operator: the money comes from what can be lent, and `loan` says what is owed. That `lending`
 * suffices is looked at under lock before (`lockBalances`); what it can't cover is not lent.
 */
export function loanPaidOut(loan: { userId: string; principal: Amount }): Recipe {
  return {
    reason: 'loan.disbursed',
    transfers: [
      ...moves(houseAccount('lending'), userAccount(loan.userId, 'available'), loan.principal),
      ...moves(houseAccount('receivable'), userAccount(loan.userId, 'loan'), loan.principal),
    ],
  };
}

/** A repayment, in part or whole: interest first, then principal, and as much less is owed. */
export function loanRepaid(payment: { userId: string; interest: Amount; principal: Amount }): Recipe {
  const available = userAccount(payment.userId, 'available');
  return {
    reason: 'loan.repaid',
    transfers: [
      ...moves(available, houseAccount('fees'), payment.interest),
      ...moves(available, houseAccount('lending'), payment.principal),
      ...moves(userAccount(payment.userId, 'loan'), houseAccount('receivable'), payment.principal),
    ],
  };
}
