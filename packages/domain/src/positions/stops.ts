import type { Ticks } from '../market/quote.ts';
import { divideInteger, fixed, formatFixed } from '../money/fixed.ts';
import { type Refused, refused } from './refused.ts';
import { type Side, readTicks } from './terms.ts';

/** A stop that follows the best closing price at a fixed distance. `best` is null until the position opens. */
export interface Trailing {
  readonly distance: Ticks;
  readonly best: Ticks | null;
}

export interface Stops {
  readonly stopLoss: Ticks | null;
  readonly takeProfit: Ticks | null;
  readonly trailing: Trailing | null;
}

/** True when `price` is worse than `than` for the holder: lower for a long, higher for a short. */
export function isWorse(side: Side, price: Ticks, than: Ticks): boolean {
  return side === 'long' ? price < than : price > than;
}

export function better(side: Side, a: Ticks, b: Ticks): Ticks {
  return isWorse(side, a, b) ? b : a;
}

/** The price of a trailing stop: best price less the distance for a long, plus it for a short. */
export function trailingPrice(side: Side, trailing: Trailing): Ticks | null {
  if (trailing.best === null) return null;
  return side === 'long' ? trailing.best - trailing.distance : trailing.best + trailing.distance;
}

/**
 * A stop-loss lies beyond the reference on the losing side and before the liquidation price, a take-profit beyond it on
 * the winning side; otherwise 11005. The reference is the current closing price, or the limit of an order that waits.
 */
export function checkStops(
  side: Side,
  reference: Ticks,
  liquidation: Ticks | null,
  stops: Pick<Stops, 'stopLoss' | 'takeProfit'>,
): Refused | null {
  const { stopLoss, takeProfit } = stops;
  if (stopLoss !== null) {
    if (!isWorse(side, stopLoss, reference)) return refused('11005', 'stopLoss');
    if (liquidation !== null && !isWorse(side, liquidation, stopLoss)) return refused('11005', 'stopLoss');
  }
  if (takeProfit !== null && !isWorse(side, reference, takeProfit)) return refused('11005', 'takeProfit');
  return null;
}

/** Reads an optional stop of a request: null when absent. */
export function readStop(
  field: 'stopLoss' | 'takeProfit',
  text: string | null | undefined,
  priceScale: number,
): Ticks | null | Refused {
  if (text === null || text === undefined) return null;
  return readTicks(text, priceScale) ?? refused('11005', field);
}

/** A share of a price, in hundredths of a percent, as a distance in whole ticks: rounded up, and one at least. */
export function shareOfPrice(price: Ticks, bps: number, priceScale: number): string {
  return formatFixed(fixed(BigInt(ticksOfShare(price, bps)), priceScale));
}

function ticksOfShare(price: Ticks, bps: number): Ticks {
  return Math.max(1, Number(divideInteger(BigInt(price) * BigInt(bps), 10_000n, 'up')));
}

/**
 * The distance that is a share of the price at which a position opens. Where a long's stop would be zero or less, it is one
 * tick.
 */
export function distanceFrom(side: Side, opening: Ticks, bps: number, closing: Ticks): Ticks {
  const distance = ticksOfShare(opening, bps);
  return side === 'long' ? Math.max(1, Math.min(distance, closing - 1)) : distance;
}

/** Reads a trailing distance; a long's must leave the stop above zero (11016). */
export function readDistance(side: Side, text: string, priceScale: number, reference: Ticks): Ticks | Refused {
  const distance = readTicks(text, priceScale);
  if (distance === undefined || (side === 'long' && distance >= reference)) return refused('11016', 'trailingStop');
  return Number.isSafeInteger(reference + distance) ? distance : refused('11016', 'trailingStop');
}
