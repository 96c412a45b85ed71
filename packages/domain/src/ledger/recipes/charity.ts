import type { Amount } from '../../money/amount.ts';
import { houseAccount, userAccount } from '../accounts.ts';
import { type Recipe, moves } from './recipe.ts';

/** A bid placed: it is set aside. A bidder who raises an own highest bid sets the difference aside. */
export function bidPlaced(bid: { userId: string; hold: Amount }): Recipe {
  const { userId, hold } = bid;
  return { reason: 'bid.placed', transfers: moves(userAccount(userId, 'available'), userAccount(userId, 'bid'), hold) };
}

/** A highest bid that was outbid, or that stayed below the reserve: all of it returns. */
export function bidReleased(bid: { userId: string; held: Amount }): Recipe {
  const { userId, held } = bid;
  return { reason: 'bid.released', transfers: moves(userAccount(userId, 'bid'), userAccount(userId, 'available'), held) };
}

/** An auction won: the whole bid goes to the charity, without a fee. */
export function nftWon(sale: { userId: string; price: Amount }): Recipe {
  return { reason: 'nft.won', transfers: moves(userAccount(sale.userId, 'bid'), houseAccount('charity'), sale.price) };
}

/** A piece bought at once for its named price. */
export function nftBought(sale: { userId: string; price: Amount }): Recipe {
  return { reason: 'nft.bought', transfers: moves(userAccount(sale.userId, 'available'), houseAccount('charity'), sale.price) };
}

/** What a charity is owed leaves for its own account. */
export function charityPaid(payout: { amount: Amount }): Recipe {
  return { reason: 'charity.paid', transfers: moves(houseAccount('charity'), houseAccount('outside:charity'), payout.amount) };
}
