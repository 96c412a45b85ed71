import type { NftStatus } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, exact, minus, nothing, parseAmount, toDecimal } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { multiply, rescale, toFixed } from '../money/fixed.ts';
import { type Refused, refused } from '../positions/refused.ts';
import { statusAt } from './statuses.ts';

/** A bid with less time left than this moves the end, so that bidding last is no advantage. */
export const extensionMs = 15 * 60_000;

const step = toFixed('1.05');
const cent = 10_000n;

/** The public view of an auction, without its reserve. Money is USDT, times are epoch milliseconds. */
export interface Auction {
  readonly status: NftStatus;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly startPrice: Amount;
  /** Null where it is not offered. */
  readonly buyNowPrice: Amount | null;
  /** Null while there is no bid. */
  readonly currentBid: Amount | null;
}

export interface BidSituation {
  readonly auction: Auction;
  /** The business clock. */
  readonly now: number;
  /** What is held for the caller's own bid where that is the highest; nothing for other callers. */
  readonly held: Amount;
  /** For the preview; the booking leaves it out, because it only counts under its locks. */
  readonly available?: Amount;
}

export interface BidDecision {
  readonly amount: Amount;
  /** What is set aside now: all of it, or what an own highest bid does not hold already. */
  readonly hold: Amount;
  /** The end of the auction after the bid. */
  readonly endsAt: number;
}

/** The smallest bid that is taken: the start price, then the highest bid and 5%, rounded up to the cent. */
export function minimumBid({ startPrice, currentBid }: Pick<Auction, 'startPrice' | 'currentBid'>): Amount {
  return currentBid === null ? startPrice : exact(rescale(multiply(toDecimal(currentBid, usdt), step), 2, 'up'), usdt);
}

/** True while there is no bid and it is offered at all. */
export function mayBuyNow({ buyNowPrice, currentBid }: Pick<Auction, 'buyNowPrice' | 'currentBid'>): boolean {
  return buyNowPrice !== null && currentBid === null;
}

/**
 * Decides a bid: the server books what this returns, the form shows it.
 *
 * Refusals, in this order: 10020 not on sale at this moment, 10016 no amount in whole cents, 11085 below the smallest bid,
 * 11087 as much as the price of buying now or more, 10011 balance.
 */
export function decideBid(request: { readonly amount: string }, situation: BidSituation): BidDecision | Refused {
  const { auction, now, held, available } = situation;
  if (!isOnSale(auction, now)) return refused('10020');
  const bid = inCents(request.amount);
  if (bid === undefined) return refused('10016', 'amount');
  if (bid < minimumBid(auction)) return refused('11085', 'amount');
  // A bidder should not pay more for waiting than for buying at once.
  if (mayBuyNow(auction) && auction.buyNowPrice !== null && bid >= auction.buyNowPrice) return refused('11087', 'amount');
  const hold = minus(bid, held);
  if (available !== undefined && available < hold) return refused('10011', 'amount');
  return { amount: bid, hold, endsAt: Math.max(auction.endsAt, now + extensionMs) };
}

/**
 * Decides buying at once for the named price.
 *
 * Refusals, in this order: 10020 not on sale at this moment, 11086 not offered or there is a bid, 10016 another amount than the
 * price, 10011 balance.
 */
export function decideBuyNow(request: { readonly amount: string }, situation: BidSituation): Amount | Refused {
  const { auction, now, available } = situation;
  if (!isOnSale(auction, now)) return refused('10020');
  const { buyNowPrice } = auction;
  if (buyNowPrice === null || !mayBuyNow(auction)) return refused('11086');
  if (parseAmount(request.amount, usdt) !== buyNowPrice) return refused('10016', 'amount');
  return available !== undefined && available < buyNowPrice ? refused('10011', 'amount') : buyNowPrice;
}

/** True when the highest bid buys the piece at the end. Below the reserve it is given back and the piece stays unsold. */
export function meetsReserve(currentBid: Amount | null, reserve: Amount): boolean {
  return currentBid !== null && currentBid >= reserve;
}

/** Three bids to choose from: the smallest, and one and two steps above it; fewer where buying now would cost no more. */
export function suggestedBids(auction: Auction): Amount[] {
  const first = minimumBid(auction);
  const second = minimumBid({ ...auction, currentBid: first });
  const bids = [first, second, minimumBid({ ...auction, currentBid: second })];
  const ceiling = mayBuyNow(auction) ? auction.buyNowPrice : null;
  return bids.filter((bid) => ceiling === null || bid < ceiling);
}

function isOnSale({ status, startsAt, endsAt }: Auction, now: number): boolean {
  return statusAt(status, startsAt, now) === 'onSale' && now < endsAt;
}

function inCents(text: string): Amount | undefined {
  const value = parseAmount(text, usdt);
  return value === undefined || value <= nothing || value % cent !== 0n ? undefined : value;
}
