import type { DealLimits } from '../dealing/house.ts';
import type { Quote, Ticks } from '../market/quote.ts';
import { type Amount, payout, sum } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, compare, parseFixed } from '../money/fixed.ts';
import { financingFor } from './financing.ts';
import { liquidates, liquidationPrice } from './liquidation.ts';
import { type Refused, isRefused, refused } from './refused.ts';
import { isWholeSteps } from './shares.ts';
import { type SeenPrice, checkSlippage } from './slippage.ts';
import { type Stops, checkStops, readStop } from './stops.ts';
import {
  type Contracted,
  type Opening,
  type Side,
  type Terms,
  closingPrice,
  openingAt,
  openingPrice,
  profitAt,
  readTicks,
  termsFor,
} from './terms.ts';

/** Positions and waiting orders that one account may have at a time; beyond it 11010. */
export const openOrdersMax = 200;

/** What the customer asks for, as it stands on the wire. */
export interface OpenRequest extends SeenPrice {
  readonly side: Side;
  readonly type: 'market' | 'limit';
  readonly lots: string;
  readonly leverage: number;
  readonly price?: string | undefined;
  readonly stopLoss?: string | undefined;
  readonly takeProfit?: string | undefined;
}

export interface OpenSituation {
  readonly instrument: Contracted;
  /** The last good quote. */
  readonly quote: Quote;
  /** Within trading hours and not suspended. */
  readonly tradable: boolean;
  /** A real account must not trade on simulated prices when the deployment is live. */
  readonly pricesAllowed: boolean;
  /** USDT for one unit of the quote currency, now. */
  readonly conversion: Fixed;
  /** For the preview; whoever books leaves these two out, because they only count under the lock of the booking. */
  readonly available?: Amount;
  readonly openOrders?: number;
  /** What one new order may be; left out where the house asks nothing. */
  readonly limits?: DealLimits | undefined;
}

/** Everything about an order that is shown before it is confirmed and frozen once it is. */
export interface OpenDecision {
  /** `open` takes effect at once at `opening.price`; `await` holds `hold` until the quote reaches the limit. */
  readonly kind: 'open' | 'await';
  readonly terms: Terms;
  /** At the quote, or at the limit for an order that waits. */
  readonly opening: Opening;
  readonly limit: Ticks | null;
  readonly liquidation: Ticks | null;
  readonly stops: Stops;
  /** margin + fee: what leaves the available balance. */
  readonly hold: Amount;
  /** The most that the position itself can lose: margin + opening fee. Overnight financing is shown apart. */
  readonly worstCase: Amount;
  /** Per day; positive is paid. */
  readonly financing: Amount;
  /** Profit at the take-profit and (negative) at the stop-loss, fees apart; null without one. */
  readonly profitAtTakeProfit: Amount | null;
  readonly profitAtStopLoss: Amount | null;
}

/**
 * Decides an order for a leveraged contract: the server books what this returns, the ticket shows it.
 *
 * Refusals, in this order: 11011 simulated prices, 10015 not tradable, 11007 lots, 11006 leverage (not offered, or the
 * position would be liquidated by the very quote that opens it), 11215 leverage so near to a close, 11012 limit price, 11004 price
 * moved, 11213 larger than the price is good for, 11005 stops, 11010 too many orders, 10011 balance. A limit order that the quote already satisfies fills at once, at the quote: at
 * its limit or better; its stops are then compared with the current price like those of a market order.
 */
export function decideOpen(request: OpenRequest, situation: OpenSituation): OpenDecision | Refused {
  const { instrument, quote } = situation;
  const { side } = request;
  if (!situation.pricesAllowed) return refused('11011');
  if (!situation.tradable) return refused('10015');
  const lots = readLots(request.lots, instrument);
  if (lots === undefined) return refused('11007', 'lots');
  if (!instrument.contract.leverages.includes(request.leverage)) return refused('11006', 'leverage');
  const { dealMax = null, leverageMax = null } = situation.limits ?? {};
  if (leverageMax !== null && request.leverage > leverageMax) return refused('11215', 'leverage');
  const limit = readLimit(request, instrument.priceScale);
  if (isRefused(limit)) return limit;
  const market = openingPrice(side, quote);
  const fills = limit === null || reachesLimit(side, market, limit);
  const moved = limit === null ? checkSlippage(request, market, instrument, side === 'long' ? 'higher' : 'lower') : null;
  if (moved !== null) return moved;

  const terms = termsFor(instrument, side, request.leverage, lots, situation.conversion);
  const opening = openingAt(terms, fills ? market : limit);
  if (dealMax !== null && payout(opening.notional, usdt) > dealMax) return refused('11213', 'lots');
  const cover = { openPrice: opening.price, margin: opening.margin, maintenance: opening.maintenance };
  const reference = fills ? closingPrice(side, quote) : limit;
  if (liquidates(terms, cover, reference)) return refused('11006', 'leverage');
  const liquidation = liquidationPrice(terms, cover);
  const stops = readStops(request, side, instrument.priceScale, reference, liquidation);
  if (isRefused(stops)) return stops;

  const hold = sum(opening.margin, opening.fee);
  if (situation.openOrders !== undefined && situation.openOrders >= openOrdersMax) return refused('11010');
  if (situation.available !== undefined && situation.available < hold) return refused('10011', 'lots');
  const profitAtStop = (stop: Ticks | null) => (stop === null ? null : profitAt(terms, opening.price, stop));
  return {
    kind: fills ? 'open' : 'await',
    terms,
    opening,
    limit,
    liquidation,
    stops,
    hold,
    worstCase: hold,
    financing: financingFor(terms, opening.price, 1),
    profitAtTakeProfit: profitAtStop(stops.takeProfit),
    profitAtStopLoss: profitAtStop(stops.stopLoss),
  };
}

/** A long's limit is reached at or below it, a short's at or above it. */
export function reachesLimit(side: Side, market: Ticks, limit: Ticks): boolean {
  return side === 'long' ? market <= limit : market >= limit;
}

/** Lots within the instrument's range and a whole number of its steps. */
function readLots(text: string, instrument: Contracted): Fixed | undefined {
  const { lotStep, lotsMin, lotsMax } = instrument.contract;
  const lots = parseFixed(text);
  if (lots === undefined || compare(lots, lotsMin) < 0 || compare(lots, lotsMax) > 0) return undefined;
  return isWholeSteps(lots, lotStep) ? lots : undefined;
}

/** A limit order names its price, a market order none: a price on it shows that the customer meant something else. */
function readLimit(request: OpenRequest, priceScale: number): Ticks | null | Refused {
  const { type, price } = request;
  if (type === 'market') return price === undefined ? null : refused('11012', 'price');
  return (price === undefined ? undefined : readTicks(price, priceScale)) ?? refused('11012', 'price');
}

function readStops(
  request: OpenRequest,
  side: Side,
  priceScale: number,
  reference: Ticks,
  liquidation: Ticks | null,
): Stops | Refused {
  const stopLoss = readStop('stopLoss', request.stopLoss, priceScale);
  if (isRefused(stopLoss)) return stopLoss;
  const takeProfit = readStop('takeProfit', request.takeProfit, priceScale);
  if (isRefused(takeProfit)) return takeProfit;
  return checkStops(side, reference, liquidation, { stopLoss, takeProfit }) ?? { stopLoss, takeProfit, trailing: null };
}
