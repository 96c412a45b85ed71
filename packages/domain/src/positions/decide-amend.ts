import type { Ticks } from '../market/quote.ts';
import { type Refused, isRefused } from './refused.ts';
import { type Stops, type Trailing, checkStops, readDistance, readStop } from './stops.ts';
import type { TargetRequest } from './targets/targets.ts';
import type { Side } from './terms.ts';
import type { WaitingChange } from './waiting/decide-waiting.ts';

/** A field left out stays as it is, null removes it. */
export interface AmendRequest extends WaitingChange {
  readonly stopLoss?: string | null | undefined;
  readonly takeProfit?: string | null | undefined;
  /** All of them anew, in any order. */
  readonly targets?: readonly TargetRequest[] | null | undefined;
  readonly trailingStop?: string | null | undefined;
  /** Until when an order waits; see `readUntil`. */
  readonly until?: string | null | undefined;
}

export interface AmendSituation {
  readonly side: Side;
  readonly priceScale: number;
  /** Current closing price of an open position, limit of an order that waits. */
  readonly reference: Ticks;
  readonly liquidation: Ticks | null;
  readonly stops: Stops;
  /** A trailing stop starts from the reference of an open position; that of a waiting order starts when it fills. */
  readonly open: boolean;
}

/**
 * Decides the stops that an order has after an amendment. Only what the request names is checked: a stop that stays
 * was reasonable when it was set. Refusals: 11005 stops, 11016 trailing distance.
 */
export function decideAmend(request: AmendRequest, situation: AmendSituation): Stops | Refused {
  const { side, priceScale, reference, stops } = situation;
  const stopLoss = request.stopLoss === undefined ? null : readStop('stopLoss', request.stopLoss, priceScale);
  if (isRefused(stopLoss)) return stopLoss;
  const takeProfit = request.takeProfit === undefined ? null : readStop('takeProfit', request.takeProfit, priceScale);
  if (isRefused(takeProfit)) return takeProfit;
  const wrong = checkStops(side, reference, situation.liquidation, { stopLoss, takeProfit });
  if (wrong !== null) return wrong;
  const trailing = amendTrailing(request.trailingStop, situation);
  if (isRefused(trailing)) return trailing;
  return {
    stopLoss: request.stopLoss === undefined ? stops.stopLoss : stopLoss,
    takeProfit: request.takeProfit === undefined ? stops.takeProfit : takeProfit,
    trailing,
  };
}

/** The same distance again keeps the best price that was reached; another one starts anew. */
function amendTrailing(text: string | null | undefined, situation: AmendSituation): Trailing | null | Refused {
  const { side, priceScale, reference, stops, open } = situation;
  if (text === undefined) return stops.trailing;
  if (text === null) return null;
  const distance = readDistance(side, text, priceScale, reference);
  if (isRefused(distance)) return distance;
  if (stops.trailing?.distance === distance) return stops.trailing;
  return { distance, best: open ? reference : null };
}
