import { type Amount, minus } from '../../money/amount.ts';
import { houseAccount, userAccount } from '../accounts.ts';
import { type Recipe, moves } from './recipe.ts';

/**
 * A yield plan bought: the principal is set aside, and the treasury sets aside the whole income to the end. A treasury that
 * can't is our own mistake: it is read under lock before (`lockBalances`), and what it can't cover is not sold.
 */
export function planOpened(plan: { userId: string; principal: Amount; wholeIncome: Amount }): Recipe {
  return {
    reason: 'plan.opened',
    transfers: [
      ...moves(userAccount(plan.userId, 'available'), userAccount(plan.userId, 'plan'), plan.principal),
      ...moves(houseAccount('treasury'), houseAccount('committed'), plan.wholeIncome),
    ],
  };
}

/** One day's income of a plan, paid from what was set aside for it. */
export function planIncome(plan: { userId: string; income: Amount }): Recipe {
  return {
    reason: 'plan.income',
    transfers: moves(houseAccount('committed'), userAccount(plan.userId, 'available'), plan.income),
  };
}

/** A plan kept to its end: the principal returns with the last income. */
export function planMatured(plan: { userId: string; principal: Amount }): Recipe {
  return {
    reason: 'plan.matured',
    transfers: moves(userAccount(plan.userId, 'plan'), userAccount(plan.userId, 'available'), plan.principal),
  };
}

/** A plan left early: what it forfeits goes to the treasury, the rest returns, and so does the income that is not paid. */
export function planLeft(plan: { userId: string; principal: Amount; forfeited: Amount; incomeNotPaid: Amount }): Recipe {
  const own = userAccount(plan.userId, 'plan');
  const treasury = houseAccount('treasury');
  return {
    reason: 'plan.left',
    transfers: [
      ...moves(own, treasury, plan.forfeited),
      ...moves(own, userAccount(plan.userId, 'available'), minus(plan.principal, plan.forfeited)),
      ...moves(houseAccount('committed'), treasury, plan.incomeNotPaid),
    ],
  };
}

/** A plan that never opened: everything goes back to where it came from. */
export function planExpired(plan: { userId: string; principal: Amount; wholeIncome: Amount }): Recipe {
  return {
    reason: 'plan.expired',
    transfers: [
      ...moves(userAccount(plan.userId, 'plan'), userAccount(plan.userId, 'available'), plan.principal),
      ...moves(houseAccount('committed'), houseAccount('treasury'), plan.wholeIncome),
    ],
  };
}
