import { type Amount } from '@assay/domain/money/amount.ts';
import { houseAccount, userAccount } from '../accounts.ts';
import { type Recipe, moves } from './recipe.ts';

/** A deposit that two operators have confirmed reaches its owner. */
export function depositCompleted(deposit: { userId: string; amount: Amount }): Recipe {
  return {
    reason: 'deposit.completed',
    transfers: moves(houseAccount('outside:deposits'), userAccount(deposit.userId, 'available'), deposit.amount),
  };
}
