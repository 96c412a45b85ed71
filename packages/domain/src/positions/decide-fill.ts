import type { Quote, Ticks } from '../market/quote.ts';
import { type Amount, least, minus, sum } from '../money/amount.ts';
import type { Fixed } from '../money/fixed.ts';
import { reachesLimit, reachesTrigger } from './decide-open.ts';
import { liquidates, liquidationPrice } from './liquidation.ts';
import { type Stops, distanceFrom } from './stops.ts';
import { type Opening, type Terms, closingPrice, openingAt, openingPrice } from './terms.ts';

export interface WaitingOrder {
  readonly terms: Terms;
  /** Null for a stop order, which opens at the market. */
  readonly limit: Ticks | null;
  /** Null where none is waited for, or not any more. */
  readonly trigger: Ticks | null;
  /** What the order account holds for it: margin + fee at the limit, of a stop order at the trigger. */
  readonly hold: Amount;
  readonly stops: Stops;
  /** Of a trailing stop that is a share of the price at which it opens, in hundredths of a percent; null for any other. */
  readonly trailingBps: number | null;
}

export interface Fill {
  readonly kind: 'fill';
  readonly terms: Terms;
  readonly opening: Opening;
  /** What of the hold goes back to available; below zero what a stop order takes beyond it. */
  readonly released: Amount;
  readonly liquidation: Ticks | null;
  readonly stops: Stops;
}

/** A stop-limit order rests at its limit from now on. */
interface Rest {
  readonly kind: 'rest';
}
/** The trigger was reached where the account can't pay for the position, or the very quote would liquidate it. */
interface Uncovered {
  readonly kind: 'uncovered';
}

/**
 * What a quote makes of an order that waits; null while it waits on. The conversion is the one of this moment.
 *
 * A limit order is filled at its limit or better. The hold pays margin and fee and nothing else does: where a short fills above
 * its limit or the conversion rose, the margin is what the hold leaves after the fee. An order that the same quote would
 * liquidate waits.
 *
 * A stop order is what an order at the market would be at the quote that crossed its trigger: what the hold lacks by then comes
 * out of `available`.
 */
export function decideFill(
  order: WaitingOrder,
  quote: Quote,
  conversion: Fixed,
  available: Amount,
): Fill | Rest | Uncovered | null {
  const { limit, trigger } = order;
  const { side } = order.terms;
  const price = openingPrice(side, quote);
  if (trigger !== null && !reachesTrigger(side, price, trigger)) return null;
  const terms = { ...order.terms, conversion };
  const full = openingAt(terms, price);
  const waits = trigger === null ? null : ({ kind: 'rest' } as const);
  if (limit === null) {
    const covers = sum(full.margin, full.fee) <= sum(order.hold, available);
    return (covers ? fillOf(order, terms, full, quote) : null) ?? { kind: 'uncovered' };
  }
  if (!reachesLimit(side, price, limit) || full.fee >= order.hold) return waits;
  const opening = { ...full, margin: least(full.margin, minus(order.hold, full.fee)) };
  return fillOf(order, terms, opening, quote) ?? waits;
}

/** Null where the same quote would liquidate it. */
function fillOf({ stops, hold, trailingBps }: WaitingOrder, terms: Terms, opening: Opening, quote: Quote): Fill | null {
  const cover = { openPrice: opening.price, margin: opening.margin, maintenance: opening.maintenance };
  const closing = closingPrice(terms.side, quote);
  if (liquidates(terms, cover, closing)) return null;
  const { side } = terms;
  const distance = trailingBps === null ? stops.trailing?.distance : distanceFrom(side, opening.price, trailingBps, closing);
  return {
    kind: 'fill',
    terms,
    opening,
    released: minus(minus(hold, opening.margin), opening.fee),
    liquidation: liquidationPrice(terms, cover),
    stops: { ...stops, trailing: distance === undefined ? null : { distance, best: closing } },
  };
}
