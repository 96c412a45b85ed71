import type { Quote, Ticks } from '../market/quote.ts';
import { type Deal, type SpotTerms, dealAt, fillPrice, reachesLimit } from './terms.ts';

/** Fills a waiting order at the quote that reached it, at its limit or better; null while it waits on. */
export function decideSpotFill(terms: SpotTerms, limit: Ticks, quote: Quote): Deal | null {
  const price = fillPrice(terms.side, quote);
  return reachesLimit(terms.side, price, limit) ? dealAt(terms, price) : null;
}
