import type { Ticks } from '../market/quote.ts';
import { type Fixed, add, formatFixed, toFixed, zero } from '../money/fixed.ts';
import type { Ratio } from '../money/ratio.ts';
import type { Stops, Trailing } from '../positions/stops.ts';
import { trailingPrice } from '../positions/stops.ts';
import type { Target } from '../positions/targets/targets.ts';
import type { Side } from '../positions/terms.ts';
import { levelAfter, type ReachedFrom } from './split.ts';

/** A long is stopped by prices at or below its stop and takes its profit at or above; a short the reverse. */
const stopped: Readonly<Record<Side, ReachedFrom>> = { long: 'below', short: 'above' };
const gained: Readonly<Record<Side, ReachedFrom>> = { long: 'above', short: 'below' };

/** A long fills at or below its limit, a short at or above it. Null where no price can fill it any more. */
export function limitAfter(side: Side, limit: Ticks, split: Ratio): Ticks | null {
  return levelAfter(limit, split, stopped[side]);
}

/** A stop entry waits for a price on the other side: a long's above the market, a short's below it. */
export function triggerAfter(side: Side, trigger: Ticks, split: Ratio): Ticks | null {
  return levelAfter(trigger, split, gained[side]);
}

/** Stops after a split, each reached exactly when it would have been; one that no price above zero reaches is gone. */
export function stopsAfter(side: Side, { stopLoss, takeProfit, trailing }: Stops, split: Ratio): Stops {
  return {
    stopLoss: stopLoss === null ? null : levelAfter(stopLoss, split, stopped[side]),
    takeProfit: takeProfit === null ? null : levelAfter(takeProfit, split, gained[side]),
    trailing: trailing === null ? null : trailingAfter(side, trailing, split),
  };
}

/**
 * Targets after a split: their lots are those of the order, which stay as they were agreed; one that no price reaches is gone. Those that
 * meet on one tick are one, of the lots of all; what meets the take-profit, as it is after the split, is closed by that.
 */
export function targetsAfter(
  side: Side,
  targets: readonly Target[],
  takeProfit: Ticks | null,
  split: Ratio,
): readonly Target[] {
  const met = new Map<Ticks, Fixed>();
  for (const { price, lots } of targets) {
    const after = levelAfter(price, split, gained[side]);
    if (after === null || after === takeProfit) continue;
    met.set(after, add(met.get(after) ?? zero, toFixed(lots)));
  }
  return Array.from(met, ([price, lots]) => ({ price, lots: formatFixed(lots) }));
}

/**
 * The stop stays where it is, as a stop-loss does; the distance is rounded up, in favour of the holder, to a tick at least. The
 * best price is what follows from both.
 */
function trailingAfter(side: Side, trailing: Trailing, split: Ratio): Trailing {
  const distance = levelAfter(trailing.distance, split, 'above') ?? 1;
  const stop = trailingPrice(side, trailing);
  if (stop === null) return { distance, best: null };
  const after = levelAfter(stop, split, stopped[side]) ?? 0;
  return { distance, best: side === 'long' ? after + distance : Math.max(1, after - distance) };
}
