import type { Quote, Ticks } from '../market/quote.ts';
import { type Ratio, combined, inverse, ratio, same, scaledUnits } from '../money/ratio.ts';

/**
 * How a contract's units have changed: `ordered` since its terms were frozen, `opened` since its opening price was. They differ
 * where an order waited over a split. The terms themselves never change; they are read together with these.
 */
export interface Splits {
  readonly ordered: Ratio;
  readonly opened: Ratio;
}

export const unsplit: Splits = { ordered: same, opened: same };

/** A split that an order has lived through, as it is written down beside it. */
export interface LivedThrough {
  /** Number of the action. */
  readonly action: number;
  readonly to: string;
  readonly from: string;
  /** Whether it was open by then. */
  readonly opened: boolean;
  /** Time of the last price in old units. */
  readonly since: number;
}

/** How an order's units have changed by the time that a price was made: a price from before a split is in the old ones. */
export function splitsOf(lived: readonly LivedThrough[] | null, at = Infinity): Splits {
  return (lived ?? [])
    .filter(({ since }) => since < at)
    .reduce((splits, { to, from, opened }) => splitAgain(splits, ratio(BigInt(to), BigInt(from)), opened), unsplit);
}

/** True for a price from before the last split that an order has lived through: nothing may be decided by it any more. */
export function isOfOldUnits(lived: readonly LivedThrough[] | null, { time }: Pick<Quote, 'time'>): boolean {
  return (lived ?? []).some(({ since }) => time <= since);
}

/** The splits of an order with one more: what still waits has no opening price that it could be about. */
export function splitAgain({ ordered, opened }: Splits, split: Ratio, isOpen: boolean): Splits {
  return { ordered: combined(ordered, split), opened: isOpen ? combined(opened, split) : opened };
}

/** A level is reached `below` by prices at or below it, `above` by prices at or above it. */
export type ReachedFrom = 'above' | 'below';

/**
 * A level that waits for a price, after a split: the tick that is reached by exactly those prices which, in the old units,
 * would have reached the level. Null where no price above zero does.
 */
export function levelAfter(level: Ticks, split: Ratio, reached: ReachedFrom): Ticks | null {
  const ticks = Number(scaledUnits(BigInt(level), inverse(split), reached === 'below' ? 'down' : 'up'));
  if (!Number.isSafeInteger(ticks)) throw new Error(`${level} has no place after ${split.to} for ${split.from}`);
  return ticks > 0 ? ticks : null;
}

/** Whether a price of today lies below (−1), at (0) or above (1) a strike of before the splits: exact, without any rounding. */
export function comparedWithStrike(price: Ticks, strike: Ticks, { to, from }: Ratio): -1 | 0 | 1 {
  const [now, then] = [BigInt(price) * to, BigInt(strike) * from];
  return now < then ? -1 : now > then ? 1 : 0;
}
