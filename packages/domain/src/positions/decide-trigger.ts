import type { Quote, Ticks } from '../market/quote.ts';
import { judgeMargin } from './margin-warning.ts';
import { type OpenPosition, type TriggerReason, triggerAt } from './settle.ts';
import { better } from './stops.ts';
import { targetsReached } from './targets/targets.ts';
import { closingPrice } from './terms.ts';

/** What a quote brings about for an open position. */
export type Triggered =
  | { readonly kind: 'close'; readonly reason: TriggerReason; readonly trailingBest: Ticks | null }
  /** Targets are reached and nothing that ends all of it: their shares take their profit. */
  | { readonly kind: 'targets'; readonly trailingBest: Ticks | null }
  /** Little margin is left, or there is enough again: the holder is notified of the first, once until it recovers. */
  | { readonly kind: 'warn' | 'recovered' };

/** The best price that a trailing stop has seen by what is written down and what was followed since; null where there is no such stop. */
function bestOf({ terms, stops }: OpenPosition, followed: Ticks | null): Ticks | null {
  const written = stops.trailing?.best ?? null;
  return written === null || followed === null ? written : better(terms.side, written, followed);
}

/** The same once a quote has been looked at: recording that it was must keep how far the stop had come. */
export function bestAfter(position: OpenPosition, followed: Ticks | null, quote: Quote): Ticks | null {
  const best = bestOf(position, followed);
  const { side } = position.terms;
  return best === null ? null : better(side, best, closingPrice(side, quote));
}

/**
 * Decides about an open position at a quote. `followed` is the best price that a trailing stop has seen since the position's
 * own was written down; null where there is none, or where it belongs to other stops. Null when nothing follows.
 */
export function decideTrigger(
  position: OpenPosition,
  { warned, followed }: { readonly warned: boolean; readonly followed: Ticks | null },
  quote: Quote,
): Triggered | null {
  const { terms, cover, stops, targets = [] } = position;
  const best = bestOf(position, followed);
  const trailing = stops.trailing === null ? null : { ...stops.trailing, best };
  const reason = triggerAt({ ...position, stops: { ...stops, trailing } }, quote);
  if (reason !== null) return { kind: 'close', reason, trailingBest: best };
  const price = closingPrice(terms.side, quote);
  if (targetsReached(targets, terms.side, price).length > 0) {
    return { kind: 'targets', trailingBest: bestAfter(position, followed, quote) };
  }
  const verdict = judgeMargin(terms, cover, warned, quote);
  return verdict === null ? null : { kind: verdict };
}
