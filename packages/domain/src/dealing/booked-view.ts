import { accountName } from '../ledger/accounts.ts';
import type { Posting } from '../ledger/recipes/recipe.ts';
import { amount } from '../money/amount.ts';
import type { View } from './desk.ts';
import type { Taking } from './house.ts';

/**
 * Accounts as they are once these postings are booked, and what they have cost counted: what one command decides about several
 * orders, one after the other.
 */
export function afterPostings(view: View, postings: readonly Posting[]): View {
  return {
    ...view,
    mayOpen: (owner, before = []) => view.mayOpen(owner, [...postings, ...before]),
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

/** The house as it is once this is given up. */
export function afterGiving(view: View, given: Taking): View {
  const { house } = view;
  if (house === undefined) return view;
  return {
    ...view,
    house: {
      limitsOf: (instrument) => house.limitsOf(instrument),
      refuses: (taking, before = []) => house.refuses(taking, [given, ...before]),
    },
  };
}
