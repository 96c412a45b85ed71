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
  /** Little margin is left, or there is enough again: the holder is told of the first, once until it recovers. */
  | { readonly kind: 'warn' | 'recovered' };

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
  const written = stops.trailing?.best ?? null;
  const best = written === null || followed === null ? written : better(terms.side, written, followed);
  const trailing = stops.trailing === null ? null : { ...stops.trailing, best };
  const reason = triggerAt({ ...position, stops: { ...stops, trailing } }, quote);
  if (reason !== null) return { kind: 'close', reason, trailingBest: best };
  const price = closingPrice(terms.side, quote);
  if (targetsReached(targets, terms.side, price).length > 0) {
    return { kind: 'targets', trailingBest: best === null ? null : better(terms.side, best, price) };
  }
  const verdict = judgeMargin(terms, cover, warned, quote);
  return verdict === null ? null : { kind: verdict };
}
