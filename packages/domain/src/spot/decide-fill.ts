import type { SpotOrderType } from '@assay/contract/vocabulary/statuses.ts';
import type { Quote, Ticks } from '../market/quote.ts';
import { type Deal, type SpotTerms, dealAt, fillPrice, reachesLimit, reachesTrigger } from './terms.ts';

/** What an order waits for. */
export interface Waits {
  readonly type: Exclude<SpotOrderType, 'market'>;
  /** Where a buyer or seller fills; of `oco` the take-profit. */
  readonly limit: Ticks;
  /** What a stop-limit order begins at, and the stop-loss of `oco`. Null for a plain limit. */
  readonly trigger: Ticks | null;
  /** A stop-limit order that its trigger has begun rests at its limit, as any other. */
  readonly triggered: boolean;
}

/** What a quote makes of a waiting order. `begins` is true of a stop-limit order whose trigger this quote reached. */
export type SpotStep = { readonly kind: 'fill'; readonly deal: Deal; readonly begins: boolean } | { readonly kind: 'begin' };

/**
 * Fills a waiting order at the quote that reached its limit, at the limit or better, or its stop-loss, at whatever that quote
 * says. A stop-limit order begins at its trigger: it fills at that same quote where this has its limit too, and rests otherwise.
 * Null while it waits on.
 */
export function decideSpotStep(terms: SpotTerms, waits: Waits, quote: Quote): SpotStep | null {
  const price = fillPrice(terms.side, quote);
  const atLimit = reachesLimit(terms.side, price, waits.limit);
  const atTrigger = waits.trigger !== null && reachesTrigger(terms.side, price, waits.trigger);
  const fill = (begins: boolean): SpotStep => ({ kind: 'fill', deal: dealAt(terms, price), begins });
  if (waits.type === 'oco') return atLimit || atTrigger ? fill(false) : null;
  if (waits.type === 'limit' || waits.triggered) return atLimit ? fill(false) : null;
  if (!atTrigger) return null;
  return atLimit ? fill(true) : { kind: 'begin' };
}
