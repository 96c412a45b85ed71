import type { FundedAccount, TakenAccount } from '@assay/contract/vocabulary/operators.ts';
import type { Amount, Asset } from '../../money/amount.ts';
import { type Transfer, houseAccount } from '../accounts.ts';
import { type Recipe, moves } from './recipe.ts';

/** What two operators put right: the transfers that they agreed on, in their order. */
export function correctionBooked(transfers: readonly Transfer[]): Recipe {
  return { reason: 'correction.booked', transfers };
}

/** The owners add to one account of the house. */
export function houseAdded({ account, amount }: { account: FundedAccount; amount: Amount }): Recipe {
  return { reason: 'house.funded', transfers: moves(houseAccount('capital'), houseAccount(account), amount) };
}

/** The owners take from one account of the house. */
export function houseWithdrawn({ account, amount, asset }: { account: TakenAccount; amount: Amount; asset?: Asset }): Recipe {
  return { reason: 'house.withdrawn', transfers: moves(houseAccount(account), houseAccount('capital'), amount, asset) };
}
