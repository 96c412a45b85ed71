import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';

/** A `live` deployment lets a real account trade on live prices only; a sandbox knows no real money. */
export function pricesAllowed(mode: 'sandbox' | 'live', book: Book, feed: FeedKind): boolean {
  return mode === 'sandbox' || book === 'demo' || feed === 'live';
}
