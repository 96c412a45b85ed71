import type { SpotOrderType } from '@assay/contract/vocabulary/statuses.ts';
import type { DealLimits } from '../dealing/house.ts';
import { readUntil } from '../dealing/validity.ts';
import { type Quote, type Ticks, priceOf } from '../market/quote.ts';
import { type Amount, payout } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, compare, divide, fitsDecimals, parseFixed, toFixed } from '../money/fixed.ts';
import { type Refused, isRefused, refused } from '../positions/refused.ts';
import { type SeenPrice, checkSlippage } from '../positions/slippage.ts';
import { readTicks } from '../positions/terms.ts';
import {
  type Deal,
  type SpotSide,
  type SpotTerms,
  type SpotTraded,
  dealAt,
  fillPrice,
  reachesLimit,
  reachesTrigger,
  termsFor,
  turnoverAt,
} from './terms.ts';

/** Orders that one account may have waiting at a time; beyond it 11010. */
export const openSpotOrdersMax = 200;
/** Turnover in USDT between which an order must lie; otherwise 10016. */
export const smallestTurnover: Fixed = toFixed('1');
export const largestTurnover: Fixed = toFixed('10000000');

/** The customer's request, as on the wire: the quantity of coins, or the turnover in USDT. */
export interface SpotRequest extends SeenPrice {
  readonly side: SpotSide;
  readonly type: SpotOrderType;
  /** The limit; of `oco` the take-profit. */
  readonly price?: string | undefined;
  /** What a stop-limit order begins at; of `oco` the stop-loss. */
  readonly trigger?: string | undefined;
  /** Until when it waits: a moment, or `day` for the end of this UTC day; till it is withdrawn where left out. */
  readonly until?: string | null | undefined;
  readonly quantity?: string | undefined;
  readonly turnover?: string | undefined;
}

export interface SpotSituation {
  readonly instrument: SpotTraded;
  /** The last good quote. */
  readonly quote: Quote;
  /** Business time, epoch milliseconds. */
  readonly now: number;
  /** Within trading hours and not suspended. */
  readonly tradable: boolean;
  /** A real account must not trade on simulated prices when the deployment is live. */
  readonly pricesAllowed: boolean;
  /** For the preview; the booking leaves these two out, because they only count under its lock. */
  readonly available?: Amount;
  readonly openOrders?: number;
  /** What one new order may be; left out where the house asks nothing. */
  readonly limits?: DealLimits | undefined;
}

/** Everything about an order that is shown before it is confirmed and frozen once it is. */
export interface SpotDecision {
  /** `fill` takes effect at once at `deal.price`; `await` holds `deal.paid` until the quote reaches the limit. */
  readonly kind: 'fill' | 'await';
  readonly terms: SpotTerms;
  /** At the quote, or at the limit for an order that waits. */
  readonly deal: Deal;
  readonly limit: Ticks | null;
  readonly trigger: Ticks | null;
  /** When it ends by itself, epoch milliseconds; null for never. */
  readonly expiresAt: number | null;
  /** Which of the two was given. A turnover decides the quantity once, when the order is placed. */
  readonly sizedBy: 'quantity' | 'turnover';
}

/**
 * Decides a spot order: the server books what this returns, the ticket shows it. A turnover buys or sells as many coins as
 * it is worth at the limit, or at the quote for a market order, rounded down to the instrument's quantity scale. A limit
 * order that the quote already satisfies fills at once, at the quote: at its limit or better. A stop-limit order and a pair of
 * take-profit and stop-loss always wait: what they wait for must not have happened yet.
 *
 * Refusals, in this order: 11009 no spot trading, 11218 a coin that is not sold, 11011 simulated prices, 10015 not tradable, 11012 limit price, 11004 price
 * of a market order moved, 11321 trigger price, 11322 take-profit and stop-loss, 11305 until when, 10016 not exactly one of
 * quantity and turnover, too many decimals, too small or too large, 11213 larger than the price is good for, 11010 too many
 * orders, 10011 and 11013 balance of USDT and of a coin.
 */
export function decideSubmit(request: SpotRequest, situation: SpotSituation): SpotDecision | Refused {
  const { instrument, quote } = situation;
  const { side } = request;
  const { spot } = instrument;
  if (spot === null) return refused('11009', 'code');
  if (side === 'buy' && situation.limits?.coins === 'closed') return refused('11218', 'code');
  if (!situation.pricesAllowed) return refused('11011');
  if (!situation.tradable) return refused('10015');
  const limit = readLimit(request, instrument.priceScale);
  if (isRefused(limit)) return limit;
  const market = fillPrice(side, quote);
  const moved = limit === null ? checkSlippage(request, market, instrument, side === 'buy' ? 'higher' : 'lower') : null;
  if (moved !== null) return moved;
  const trigger = readTrigger(request, { limit, market, priceScale: instrument.priceScale });
  if (isRefused(trigger)) return trigger;
  const expiresAt =
    limit === null && request.until !== undefined ? refused('11305', 'until') : readUntil(request.until, situation.now);
  if (isRefused(expiresAt)) return expiresAt;
  const size = readSize(request, spot.quantityScale, priceOf(limit ?? market, instrument));
  if (isRefused(size)) return size;

  const fills = limit === null || (trigger === null && reachesLimit(side, market, limit));
  const terms = termsFor(instrument.base, instrument.priceScale, spot.feeRate, side, size.quantity);
  const turnover = turnoverAt(terms, limit ?? market);
  if (compare(turnover, smallestTurnover) < 0 || compare(turnover, largestTurnover) > 0) return refused('10016', size.by);
  const { dealMax = null } = situation.limits ?? {};
  if (dealMax !== null && payout(turnover, usdt) > dealMax) return refused('11213', size.by);
  const deal = dealAt(terms, fills ? market : limit);
  if (!fills && situation.openOrders !== undefined && situation.openOrders >= openSpotOrdersMax) return refused('11010');
  if (situation.available !== undefined && situation.available < deal.paid) {
    return refused(side === 'buy' ? '10011' : '11013', size.by);
  }
  return { kind: fills ? 'fill' : 'await', terms, deal, limit, trigger, expiresAt, sizedBy: size.by };
}

/** All but a market order name a price: one on that shows that the customer meant something else. */
function readLimit({ type, price }: SpotRequest, priceScale: number): Ticks | null | Refused {
  if (type === 'market') return price === undefined ? null : refused('11012', 'price');
  return (price === undefined ? undefined : readTicks(price, priceScale)) ?? refused('11012', 'price');
}

interface Seen {
  readonly limit: Ticks | null;
  /** What the order would fill at now. */
  readonly market: Ticks;
  readonly priceScale: number;
}

/** A trigger lies beyond the price of the moment; a take-profit and a stop-loss of coins have it between them. */
function readTrigger({ type, side, trigger: text }: SpotRequest, { limit, market, priceScale }: Seen): Ticks | null | Refused {
  if (type === 'market' || type === 'limit') return text === undefined ? null : refused('11321', 'trigger');
  const code = type === 'oco' ? '11322' : '11321';
  const trigger = text === undefined ? undefined : readTicks(text, priceScale);
  if (trigger === undefined || reachesTrigger(side, market, trigger)) return refused(code, 'trigger');
  if (type === 'stopLimit') return trigger;
  if (side === 'buy') return refused(code, 'side');
  return limit !== null && reachesLimit(side, market, limit) ? refused(code, 'price') : trigger;
}

interface Size {
  readonly by: 'quantity' | 'turnover';
  readonly quantity: Fixed;
}

function readSize({ quantity, turnover }: SpotRequest, quantityScale: number, price: Fixed): Size | Refused {
  if (turnover === undefined) {
    const coins = readPositive(quantity, quantityScale);
    return coins === undefined ? refused('10016', 'quantity') : { by: 'quantity', quantity: coins };
  }
  const money = quantity === undefined ? readPositive(turnover, usdt.scale) : undefined;
  if (money === undefined) return refused('10016', 'turnover');
  return { by: 'turnover', quantity: divide(money, price, quantityScale, 'down') };
}

function readPositive(text: string | undefined, decimals: number): Fixed | undefined {
  const value = text === undefined ? undefined : parseFixed(text);
  return value !== undefined && value.units > 0n && fitsDecimals(value, decimals) ? value : undefined;
}
