import type { Quote, Ticks } from '../market/quote.ts';
import { type Amount, least, minus } from '../money/amount.ts';
import type { Fixed } from '../money/fixed.ts';
import { reachesLimit } from './decide-open.ts';
import { liquidates, liquidationPrice } from './liquidation.ts';
import type { Stops } from './stops.ts';
import { type Opening, type Terms, closingPrice, openingAt, openingPrice } from './terms.ts';

export interface WaitingOrder {
  readonly terms: Terms;
  readonly limit: Ticks;
  /** What the order account holds for it: margin + fee at the limit. */
  readonly hold: Amount;
  readonly stops: Stops;
}

export interface Fill {
  readonly terms: Terms;
  readonly opening: Opening;
  /** What of the hold goes back to available. */
  readonly released: Amount;
  readonly liquidation: Ticks | null;
  readonly stops: Stops;
}

/**
 * Fills a limit order at the quote that reached it, at its limit or better; null while it waits on. The conversion is
 * the one of this moment. The hold pays margin and fee and nothing else does: where a short fills above its limit or
 * the conversion rose, the margin is what the hold leaves after the fee. An order that the same quote would liquidate
 * waits.
 */
export function decideFill(order: WaitingOrder, quote: Quote, conversion: Fixed): Fill | null {
  const { side } = order.terms;
  const price = openingPrice(side, quote);
  if (!reachesLimit(side, price, order.limit)) return null;
  const terms = { ...order.terms, conversion };
  const full = openingAt(terms, price);
  if (full.fee >= order.hold) return null;
  const opening = { ...full, margin: least(full.margin, minus(order.hold, full.fee)) };
  const cover = { openPrice: price, margin: opening.margin, maintenance: opening.maintenance };
  const closing = closingPrice(side, quote);
  if (liquidates(terms, cover, closing)) return null;
  const { trailing } = order.stops;
  return {
    terms,
    opening,
    released: minus(minus(order.hold, opening.margin), opening.fee),
    liquidation: liquidationPrice(terms, cover),
    stops: { ...order.stops, trailing: trailing === null ? null : { ...trailing, best: closing } },
  };
}
