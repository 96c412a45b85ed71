import { type Amount, type Asset } from '../../money/amount.ts';
import { houseAccount, userAccount } from '../accounts.ts';
import { type Recipe, moves } from './recipe.ts';

/** A deposit that two operators have confirmed reaches its owner. USDT unless another coin is named. */
export function depositCompleted({ userId, amount, asset }: { userId: string; amount: Amount; asset?: Asset }): Recipe {
  return {
    reason: 'deposit.completed',
    transfers: moves(houseAccount('outside:deposits'), userAccount(userId, 'available'), amount, asset),
  };
}

/** A requested withdrawal: its whole amount is set aside, including the fee. */
export function withdrawalRequested({ userId, asset, amount }: { userId: string; asset: Asset; amount: Amount }): Recipe {
  return {
    reason: 'withdrawal.requested',
    transfers: moves(userAccount(userId, 'available'), userAccount(userId, 'withdrawal'), amount, asset),
  };
}

/** A withdrawal that was paid out: what arrives leaves the books, the fee is the house's. */
export function withdrawalCompleted(paid: { userId: string; asset: Asset; actual: Amount; fee: Amount }): Recipe {
  const held = userAccount(paid.userId, 'withdrawal');
  return {
    reason: 'withdrawal.completed',
    transfers: [
      ...moves(held, houseAccount('outside:withdrawals'), paid.actual, paid.asset),
      ...moves(held, houseAccount('fees'), paid.fee, paid.asset),
    ],
  };
}

/** A withdrawal that was cancelled, rejected or failed: its whole amount returns. */
export function withdrawalReturned({ userId, asset, amount }: { userId: string; asset: Asset; amount: Amount }): Recipe {
  return {
    reason: 'withdrawal.returned',
    transfers: moves(userAccount(userId, 'withdrawal'), userAccount(userId, 'available'), amount, asset),
  };
}
