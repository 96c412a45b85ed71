import { type Quote, priceOf } from '../market/quote.ts';
import { type Amount, formatAmount, nothing, sum, toDecimal } from '../money/amount.ts';
import { assetOf, usdt } from '../money/assets.ts';
import { compare, fixed, multiply, parseFixed, subtract, toFixed } from '../money/fixed.ts';
import { type Refused, refused } from '../positions/refused.ts';
import { smallestTurnover } from './decide-submit.ts';
import type { SpotTraded, SpotTerms, Deal } from './terms.ts';
import { dealAt, fillPrice, termsFor } from './terms.ts';

/** Coins that are converted at once at most. */
export const dustCoinsMax = 40;

const dayMs = 86_400_000;

/** What is left of a coin, as far as it says whether it is dust. */
export interface Leftover {
  readonly instrument: SpotTraded;
  /** What is free of it: what orders hold is no dust. */
  readonly available: Amount;
  /** The last good quote; undefined where there is none. */
  readonly quote: Quote | undefined;
  /** Within trading hours, not suspended, with a recent price, and of a source that the account may trade on. */
  readonly tradable: boolean;
}

/** A coin that is sold to the last unit, without regard to the smallest order and its steps. */
export interface DustDeal {
  readonly terms: SpotTerms;
  readonly deal: Deal;
}

/**
 * Sells what is left of a coin at its bid, for the ordinary fee. Null for what is no dust: nothing, as much as the smallest order
 * or more, no price, or so little that nothing would be received.
 */
export function dustOf({ instrument, available, quote, tradable }: Leftover): DustDeal | null {
  const { spot, base, priceScale } = instrument;
  if (spot === null || quote === undefined || !tradable || available <= 0n) return null;
  const asset = assetOf(base);
  const quantity = toDecimal(available, asset);
  if (compare(multiply(quantity, priceOf(quote.bid, instrument)), smallestTurnover) >= 0) return null;
  const terms = termsFor(base, priceScale, spot.feeRate, 'sell', toFixed(formatAmount(available, asset)));
  const deal = dealAt(terms, fillPrice('sell', quote));
  return deal.net > nothing ? { terms, deal } : null;
}

/** The slippage that a customer accepts on prices, as on the wire. */
export interface SeenReceived {
  /** What all of it together would have brought, net, when they saw it. Without it any prices are taken. */
  readonly seenReceived?: string | undefined;
  /** How much less it may be; 0 when left out. */
  readonly maxSlippageBps?: number | undefined;
}

/** 11004 where all of it together brings less than was seen, by more than was accepted; more is the customer's. */
export function checkReceived(deals: readonly DustDeal[], { seenReceived, maxSlippageBps }: SeenReceived): Refused | null {
  if (seenReceived === undefined) return maxSlippageBps === undefined ? null : refused('11004', 'seenReceived');
  const seen = parseFixed(seenReceived);
  if (seen === undefined) return refused('11004', 'seenReceived');
  const least = subtract(seen, multiply(seen, fixed(BigInt(maxSlippageBps ?? 0), 4)));
  const received = toDecimal(sum(...deals.map(({ deal }) => deal.net)), usdt);
  return compare(received, least) >= 0 ? null : refused('11004', 'seenReceived');
}

/** Whether an account's dust may be converted: once in a UTC day. Refusals: 11323 done today, 11324 there is none. */
export function mayConvert(deals: readonly DustDeal[], lastAt: number | null, now: number): Refused | null {
  if (lastAt !== null && Math.floor(lastAt / dayMs) === Math.floor(now / dayMs)) return refused('11323');
  return deals.length === 0 ? refused('11324') : null;
}
