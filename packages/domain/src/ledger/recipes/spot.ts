import { type Amount, type Asset, minus, nothing } from '../../money/amount.ts';
import { houseAccount, userAccount } from '../accounts.ts';
import { type Recipe, moves } from './recipe.ts';

/** A limit order of spot placed: what it would pay at its limit is held, USDT of a buyer and coins of a seller. */
export function spotPlaced(order: { userId: string; asset: Asset; held: Amount }): Recipe {
  const { userId, asset, held } = order;
  return {
    reason: 'spot.placed',
    transfers: moves(userAccount(userId, 'available'), userAccount(userId, 'order'), held, asset),
  };
}

export interface FilledSpot {
  readonly userId: string;
  readonly paid: { readonly asset: Asset; readonly amount: Amount };
  /** Before the fee, which is taken from it. */
  readonly received: { readonly asset: Asset; readonly amount: Amount };
  readonly fee: Amount;
  /** What `spotPlaced` has set aside; null for a market order, which pays from available. */
  readonly held: Amount | null;
}

/**
 * A spot order filled: `trading` takes what is paid and gives what is received. What a better price leaves of the held amount
 * returns. Paying more than was held is our own mistake: a limit is never filled beyond it.
 */
export function spotFilled({ userId, paid, received, fee, held }: FilledSpot): Recipe {
  const available = userAccount(userId, 'available');
  const payer = held === null ? available : userAccount(userId, 'order');
  return {
    reason: 'spot.filled',
    transfers: [
      ...moves(payer, houseAccount('trading'), paid.amount, paid.asset),
      ...moves(houseAccount('trading'), available, received.amount, received.asset),
      ...moves(available, houseAccount('fees'), fee, received.asset),
      ...moves(payer, available, held === null ? nothing : minus(held, paid.amount), paid.asset),
    ],
  };
}

/** A waiting spot order amended: what it holds becomes more out of what is available, or less. */
export function spotAmended(order: { userId: string; asset: Asset; held: Amount; becomes: Amount }): Recipe {
  const { userId, asset, held, becomes } = order;
  const [available, holding] = [userAccount(userId, 'available'), userAccount(userId, 'order')];
  const transfers =
    becomes > held
      ? moves(available, holding, minus(becomes, held), asset)
      : moves(holding, available, minus(held, becomes), asset);
  return { reason: 'spot.amended', transfers };
}

/** A spot order withdrawn before it was filled: all that it held returns. */
export function spotCancelled(order: { userId: string; asset: Asset; held: Amount }): Recipe {
  const { userId, asset, held } = order;
  return {
    reason: 'spot.cancelled',
    transfers: moves(userAccount(userId, 'order'), userAccount(userId, 'available'), held, asset),
  };
}
