import { type Amount } from '../../money/amount.ts';
import { houseAccount, userAccount } from '../accounts.ts';
import { type Recipe, moves } from './recipe.ts';

/** An option bought: the stake is set aside until it is settled. */
export function optionBought(option: { userId: string; stake: Amount }): Recipe {
  const { userId, stake } = option;
  return { reason: 'option.bought', transfers: moves(userAccount(userId, 'available'), userAccount(userId, 'order'), stake) };
}

/** An option won: the stake returns, and `trading` pays the profit on top. */
export function optionWon(option: { userId: string; stake: Amount; profit: Amount }): Recipe {
  const available = userAccount(option.userId, 'available');
  return {
    reason: 'option.won',
    transfers: [
      ...moves(userAccount(option.userId, 'order'), available, option.stake),
      ...moves(houseAccount('trading'), available, option.profit),
    ],
  };
}

/** An option lost: the stake is the house's. */
export function optionLost(option: { userId: string; stake: Amount }): Recipe {
  return {
    reason: 'option.lost',
    transfers: moves(userAccount(option.userId, 'order'), houseAccount('trading'), option.stake),
  };
}

/** An option that ended at its strike, or that no price could settle: the stake returns. */
export function optionRefunded(option: { userId: string; stake: Amount; outcome: 'tie' | 'void' }): Recipe {
  return {
    reason: option.outcome === 'tie' ? 'option.tied' : 'option.voided',
    transfers: moves(userAccount(option.userId, 'order'), userAccount(option.userId, 'available'), option.stake),
  };
}
