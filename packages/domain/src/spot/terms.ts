import type { Instrument } from '../market/instrument.ts';
import { type Quote, type Ticks, priceOf } from '../market/quote.ts';
import { type Amount, type Asset, charge, exact, minus, payout, toDecimal } from '../money/amount.ts';
import { assetOf, usdt } from '../money/assets.ts';
import { type Fixed, multiply } from '../money/fixed.ts';

/** Coins are bought with USDT and sold for USDT. */
export type SpotSide = 'buy' | 'sell';

/** What the rules of spot need to know of an instrument; the ticket in the browser knows no more. */
export type SpotTraded = Pick<Instrument, 'base' | 'priceScale' | 'spot'>;

/** What is frozen when a spot order is placed: nothing that happens to the instrument later changes it. */
export interface SpotTerms {
  readonly side: SpotSide;
  /** The coin. */
  readonly base: Asset;
  readonly quantity: Amount;
  readonly priceScale: number;
  /** Share of what is received. */
  readonly feeRate: Fixed;
}

/** What changes hands at a price. The two assets differ: a buyer pays USDT and receives coins, a seller the reverse. */
export interface Deal {
  readonly price: Ticks;
  readonly paid: Amount;
  /** Before the fee. */
  readonly received: Amount;
  /** In the asset received, rounded up. */
  readonly fee: Amount;
  /** received − fee: what the customer has more of. */
  readonly net: Amount;
}

export function paidAsset({ side, base }: Pick<SpotTerms, 'side' | 'base'>): Asset {
  return side === 'buy' ? usdt : base;
}

export function receivedAsset({ side, base }: Pick<SpotTerms, 'side' | 'base'>): Asset {
  return side === 'buy' ? base : usdt;
}

/** A buyer fills at the ask, a seller at the bid. */
export function fillPrice(side: SpotSide, quote: Pick<Quote, 'bid' | 'ask'>): Ticks {
  return side === 'buy' ? quote.ask : quote.bid;
}

/** A buyer's limit is reached at or below it, a seller's at or above it. */
export function reachesLimit(side: SpotSide, price: Ticks, limit: Ticks): boolean {
  return side === 'buy' ? price <= limit : price >= limit;
}

/** A buyer's trigger lies above the price and is reached at or above it, a seller's at or below it. */
export function reachesTrigger(side: SpotSide, price: Ticks, trigger: Ticks): boolean {
  return side === 'buy' ? price >= trigger : price <= trigger;
}

/** quantity × price, in USDT; not yet rounded. */
export function turnoverAt(
  { base, quantity, priceScale }: Pick<SpotTerms, 'base' | 'quantity' | 'priceScale'>,
  price: Ticks,
): Fixed {
  return multiply(toDecimal(quantity, base), priceOf(price, { priceScale }));
}

/**
 * The deal at a price. What is paid in USDT is rounded up and what is received in USDT down; coins change hands exactly, the
 * fee is rounded up.
 */
export function dealAt(terms: SpotTerms, price: Ticks): Deal {
  const turnover = turnoverAt(terms, price);
  const buys = terms.side === 'buy';
  const paid = buys ? charge(turnover, usdt) : terms.quantity;
  const received = buys ? terms.quantity : payout(turnover, usdt);
  const asset = receivedAsset(terms);
  const fee = charge(multiply(toDecimal(received, asset), terms.feeRate), asset);
  return { price, paid, received, fee, net: minus(received, fee) };
}

/** The terms of a quantity, which must have a place in the coin's smallest unit. */
export function termsFor(coin: string, priceScale: number, feeRate: Fixed, side: SpotSide, quantity: Fixed): SpotTerms {
  const base = assetOf(coin);
  return { side, base, quantity: exact(quantity, base), priceScale, feeRate };
}
