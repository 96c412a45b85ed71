import { type Amount, sum } from '../../money/amount.ts';
import { type Balances, heldKinds, houseAccount, userAccount } from '../accounts.ts';
import { type Recipe, moves } from './recipe.ts';

/** Money of the house for one book, in USDT. */
export interface HouseFunds {
  readonly treasury: Amount;
  readonly insurance: Amount;
  readonly lending: Amount;
  readonly trading: Amount;
}

/** The house puts its own money in. `capital` goes negative by it: the books owe that to the owners. */
export function houseFunded(funds: HouseFunds): Recipe {
  const capital = houseAccount('capital');
  return {
    reason: 'house.funded',
    transfers: [
      ...moves(capital, houseAccount('treasury'), funds.treasury),
      ...moves(capital, houseAccount('insurance'), funds.insurance),
      ...moves(capital, houseAccount('lending'), funds.lending),
      ...moves(capital, houseAccount('trading'), funds.trading),
    ],
  };
}

/** A demo account's first balance. It is issued, not deposited: `issuance` says how much play money there is. */
export function demoOpened(demo: { userId: string; amount: Amount }): Recipe {
  return {
    reason: 'demo.opened',
    transfers: moves(houseAccount('issuance'), userAccount(demo.userId, 'available'), demo.amount),
  };
}

/** A demo account started afresh: what is held is released, all of it is taken back, and the first balance is issued again. */
export function demoReset(demo: { userId: string; amount: Amount; balances: readonly Balances[] }): Recipe {
  const available = userAccount(demo.userId, 'available');
  const issuance = houseAccount('issuance');
  const takenBack = demo.balances.flatMap((own) => [
    ...heldKinds.flatMap((kind) => moves(userAccount(demo.userId, kind), available, own[kind], own.asset)),
    ...moves(available, issuance, sum(own.available, ...heldKinds.map((kind) => own[kind])), own.asset),
  ]);
  return { reason: 'demo.reset', transfers: [...takenBack, ...moves(issuance, available, demo.amount)] };
}
