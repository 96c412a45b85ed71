import type { DealLimits } from '../dealing/house.ts';
import { readUntil } from '../dealing/validity.ts';
import type { Quote, Ticks } from '../market/quote.ts';
import { type Amount, payout, sum } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, compare, parseFixed } from '../money/fixed.ts';
import { financingFor } from './financing.ts';
import { liquidates, liquidationPrice } from './liquidation.ts';
import { isWholeSteps } from './parts/shares.ts';
import { type Refused, isRefused, refused } from './refused.ts';
import { type SeenPrice, checkSlippage } from './slippage.ts';
import { type Stops, type Trailing, checkStops, readDistance, readStop, shareOfPrice } from './stops.ts';
import { type Target, type TargetRequest, profitAtTakeProfit, readTargets } from './targets/targets.ts';
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

/** A stop order opens at the market once a price is reached, a stop-limit order then rests at its limit. */
export type OrderType = 'market' | 'limit' | 'stop' | 'stopLimit';

/** The customer's request, as on the wire. */
export interface OpenRequest extends SeenPrice {
  readonly side: Side;
  readonly type: OrderType;
  readonly lots: string;
  readonly leverage: number;
  /** Limit of a limit or stop-limit order. */
  readonly price?: string | undefined;
  /** Of a stop or stop-limit order: above the market for a long, below it for a short. */
  readonly trigger?: string | undefined;
  /** Until when it waits: a time, or `day` for the end of this one; left out for good till cancelled. */
  readonly until?: string | undefined;
  readonly stopLoss?: string | undefined;
  readonly takeProfit?: string | undefined;
  /** Its targets, in any order. */
  readonly targets?: readonly TargetRequest[] | undefined;
  /** Distance of a trailing stop: in price, or in hundredths of a percent of the opening price. */
  readonly trailingStop?: string | undefined;
  readonly trailingBps?: number | undefined;
}

export interface OpenSituation {
  readonly instrument: Contracted;
  /** The last good quote. */
  readonly quote: Quote;
  /** Business time. */
  readonly now: number;
  /** True of one that waits already and is given other terms: a limit that is reached is filled at the next quote. */
  readonly rests?: boolean;
  /** Within trading hours and not suspended. */
  readonly tradable: boolean;
  /** A real account must not trade on simulated prices when the deployment is live. */
  readonly pricesAllowed: boolean;
  /** USDT for one unit of the quote currency, now. */
  readonly conversion: Fixed;
  /** For the preview; the booking leaves these two out, because they only count under its lock. */
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
  /** At the quote, or where it waits at the limit, of a stop order at the trigger. */
  readonly opening: Opening;
  readonly limit: Ticks | null;
  readonly trigger: Ticks | null;
  /** Epoch milliseconds; null for one that opens at once, and for good till cancelled. */
  readonly until: number | null;
  readonly liquidation: Ticks | null;
  readonly stops: Stops;
  /** Nearest first. */
  readonly targets: readonly Target[];
  /** margin + fee: what leaves the available balance. */
  readonly hold: Amount;
  /** The most that the position itself can lose: margin + opening fee. Overnight financing is shown apart. */
  readonly worstCase: Amount;
  /** Per day; positive is paid. */
  readonly financing: Amount;
  /** Profit at the take-profit, of what targets have left, and (negative) at the stop-loss of all; fees apart; null without one. */
  readonly profitAtTakeProfit: Amount | null;
  readonly profitAtStopLoss: Amount | null;
}

/**
 * Decides an order for a leveraged contract: the server books what this returns, the ticket shows it.
 *
 * Refusals, in this order: 11011 simulated prices, 10015 not tradable, 11007 lots, 11006 leverage (not offered, or the
 * position would be liquidated by the very quote that opens it), 11215 leverage so near to a close, 11012 limit price, 11304 trigger,
 * 11305 until when, 11004 price moved, 11213 larger than the price is good for, 11005 stops, 11016 trailing distance, 11005 and
 * 11300 targets, 11010 too many orders, 10011 balance. A limit order that the quote already satisfies fills at once, at the quote: at its limit or better;
 * its stops are then compared with the current price like those of a market order.
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
  const market = openingPrice(side, quote);
  const entry = readEntry(request, instrument.priceScale, market);
  if (isRefused(entry)) return entry;
  const { limit, trigger } = entry;
  const waitsAt = waitingPrice(entry, side, situation.rests === true ? null : market);
  const fills = waitsAt === null;
  const until =
    request.type === 'market' && request.until !== undefined
      ? refused('11305', 'until')
      : readUntil(request.until, situation.now);
  if (isRefused(until)) return until;
  const moved =
    request.type === 'market' ? checkSlippage(request, market, instrument, side === 'long' ? 'higher' : 'lower') : null;
  if (moved !== null) return moved;

  const terms = termsFor(instrument, side, request.leverage, lots, situation.conversion);
  const opening = openingAt(terms, waitsAt ?? market);
  if (dealMax !== null && payout(opening.notional, usdt) > dealMax) return refused('11213', 'lots');
  const cover = { openPrice: opening.price, margin: opening.margin, maintenance: opening.maintenance };
  const reference = waitsAt ?? closingPrice(side, quote);
  if (liquidates(terms, cover, reference)) return refused('11006', 'leverage');
  const liquidation = liquidationPrice(terms, cover);
  const stops = readStops(request, { side, priceScale: instrument.priceScale, reference, opening, liquidation, fills });
  if (isRefused(stops)) return stops;
  const { takeProfit } = stops;
  const entire = { side, priceScale: instrument.priceScale, reference, takeProfit, lots, parts: 0, steps: instrument.contract };
  const targets = readTargets(request.targets ?? [], entire);
  if (isRefused(targets)) return targets;

  const hold = sum(opening.margin, opening.fee);
  if (situation.openOrders !== undefined && situation.openOrders >= openOrdersMax) return refused('11010');
  if (situation.available !== undefined && situation.available < hold) return refused('10011', 'lots');
  return {
    kind: fills ? 'open' : 'await',
    terms,
    opening,
    limit,
    trigger,
    until: fills ? null : until,
    liquidation,
    stops,
    targets,
    hold,
    worstCase: hold,
    financing: financingFor(terms, opening.price, 1),
    profitAtTakeProfit: takeProfit === null ? null : profitAtTakeProfit(terms, opening.price, takeProfit, targets),
    profitAtStopLoss: stops.stopLoss === null ? null : profitAt(terms, opening.price, stops.stopLoss),
  };
}

/** A long's limit is reached at or below it, a short's at or above it. */
export function reachesLimit(side: Side, market: Ticks, limit: Ticks): boolean {
  return side === 'long' ? market <= limit : market >= limit;
}

/** A stop entry lies beyond the market: a long's is reached at or above it, a short's at or below it. */
export function reachesTrigger(side: Side, market: Ticks, trigger: Ticks): boolean {
  return side === 'long' ? market >= trigger : market <= trigger;
}

interface Entry {
  readonly limit: Ticks | null;
  readonly trigger: Ticks | null;
}

/** The price that it waits for and is held for; null where it opens at once, at this price of the market. */
function waitingPrice({ limit, trigger }: Entry, side: Side, market: Ticks | null): Ticks | null {
  if (trigger !== null) return limit ?? trigger;
  return limit === null || (market !== null && reachesLimit(side, market, limit)) ? null : limit;
}

/** Lots within the instrument's range and a whole number of its steps. */
function readLots(text: string, instrument: Contracted): Fixed | undefined {
  const { lotStep, lotsMin, lotsMax } = instrument.contract;
  const lots = parseFixed(text);
  if (lots === undefined || compare(lots, lotsMin) < 0 || compare(lots, lotsMax) > 0) return undefined;
  return isWholeSteps(lots, lotStep) ? lots : undefined;
}

/** A price that an order of this type has none of shows that the customer meant something else. */
function readEntry(request: OpenRequest, priceScale: number, market: Ticks): Entry | Refused {
  const { type, side, price } = request;
  const hasLimit = type === 'limit' || type === 'stopLimit';
  const hasTrigger = type === 'stop' || type === 'stopLimit';
  const limit = price === undefined ? null : (readTicks(price, priceScale) ?? null);
  const trigger = request.trigger === undefined ? null : (readTicks(request.trigger, priceScale) ?? null);
  if (hasLimit !== (limit !== null) || (price === undefined) === hasLimit) return refused('11012', 'price');
  if (hasTrigger !== (trigger !== null) || (request.trigger === undefined) === hasTrigger) return refused('11304', 'trigger');
  if (trigger !== null && reachesTrigger(side, market, trigger)) return refused('11304', 'trigger');
  return { limit, trigger };
}

interface StopSituation {
  readonly side: Side;
  readonly priceScale: number;
  readonly reference: Ticks;
  readonly opening: Opening;
  readonly liquidation: Ticks | null;
  readonly fills: boolean;
}

function readStops(request: OpenRequest, situation: StopSituation): Stops | Refused {
  const { side, priceScale, reference, liquidation } = situation;
  const stopLoss = readStop('stopLoss', request.stopLoss, priceScale);
  if (isRefused(stopLoss)) return stopLoss;
  const takeProfit = readStop('takeProfit', request.takeProfit, priceScale);
  if (isRefused(takeProfit)) return takeProfit;
  const wrong = checkStops(side, reference, liquidation, { stopLoss, takeProfit });
  if (wrong !== null) return wrong;
  const trailing = readTrailing(request, situation);
  return isRefused(trailing) ? trailing : { stopLoss, takeProfit, trailing };
}

/** It follows from the moment on at which the position opens. */
function readTrailing(
  request: OpenRequest,
  { side, priceScale, reference, opening, fills }: StopSituation,
): Trailing | null | Refused {
  const { trailingStop, trailingBps } = request;
  if (trailingStop === undefined && trailingBps === undefined) return null;
  if (trailingStop !== undefined && trailingBps !== undefined) return refused('11016', 'trailingStop');
  const text = trailingStop ?? shareOfPrice(opening.price, trailingBps ?? 0, priceScale);
  const distance = readDistance(side, text, priceScale, reference);
  return isRefused(distance) ? distance : { distance, best: fills ? reference : null };
}
