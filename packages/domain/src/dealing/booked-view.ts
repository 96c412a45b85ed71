import { accountName } from '../ledger/accounts.ts';
import type { Posting } from '../ledger/recipes/recipe.ts';
import { amount } from '../money/amount.ts';
import type { View } from './desk.ts';

/** Accounts as they are once these postings are booked: what one command decides about several orders, one after the other. */
export function afterPostings(view: View, postings: readonly Posting[]): View {
  return {
    ...view,
    balanceOf: (book, account, asset) => {
      const isIt = (other: typeof account) => accountName(other) === accountName(account) && other.owner === account.owner;
      const moved = postings
        .filter((posting) => posting.book === book)
        .flatMap(({ transfers }) => transfers)
        .filter((transfer) => transfer.asset.code === asset.code)
        .reduce((sum, { from, to, amount: size }) => sum + (isIt(to) ? size : 0n) - (isIt(from) ? size : 0n), 0n);
      return amount(view.balanceOf(book, account, asset) + moved);
    },
  };
}
