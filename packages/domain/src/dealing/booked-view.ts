import { type AccountRef, accountName } from '../ledger/accounts.ts';
import type { Posting } from '../ledger/recipes/recipe.ts';
import { amount } from '../money/amount.ts';
import type { View } from './desk.ts';
import type { Taking } from './house.ts';

/** What one command has booked so far, about several orders one after the other; summed up, so that a long one costs no more by the order. */
export interface Booked {
  readonly postings: readonly Posting[];
  readonly moved: ReadonlyMap<string, bigint>;
}

export const nothingBooked: Booked = { postings: [], moved: new Map() };

export function bookedToo({ postings, moved }: Booked, more: readonly Posting[]): Booked {
  const sums = new Map(moved);
  const move = (name: string, size: bigint) => sums.set(name, (sums.get(name) ?? 0n) + size);
  for (const { book, transfers } of more) {
    for (const { from, to, asset, amount: size } of transfers) {
      move(nameIn(book, from, asset.code), -size);
      move(nameIn(book, to, asset.code), size);
    }
  }
  return { postings: [...postings, ...more], moved: sums };
}

const nameIn = (book: string, account: AccountRef, asset: string): string =>
  `${book} ${account.owner} ${accountName(account)} ${asset}`;

/** Accounts as they are once that is booked, and what it has cost counted. */
export function viewAfter(view: View, { postings, moved }: Booked): View {
  return {
    ...view,
    mayOpen: (owner, before = []) => view.mayOpen(owner, [...postings, ...before]),
    balanceOf: (book, account, asset) =>
      amount(view.balanceOf(book, account, asset) + (moved.get(nameIn(book, account, asset.code)) ?? 0n)),
  };
}

export const afterPostings = (view: View, postings: readonly Posting[]): View =>
  viewAfter(view, bookedToo(nothingBooked, postings));

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
