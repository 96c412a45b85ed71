import type { Quote } from '../market/quote.ts';
import { decideSpotStep } from './decide-fill.ts';
import { fillOrder } from './fill-order.ts';
import { type SpotDesk, type SpotDraft, type SpotRow, followedBy, hasExpired, termsOf, waitsFor } from './order.ts';

/**
 * What these quotes, in their order, make of an order that waits: the result is the same for every caller. A stop-limit order
 * may begin at one and fill at a later one. Only those after the quote that last decided about it count. `deskAt` is what was
 * to be seen when a quote was made. Null when none did anything.
 */
export function fillOnTape(deskAt: (quote: Quote) => SpotDesk, row: SpotRow, quotes: readonly Quote[]): SpotDraft | null {
  let draft: SpotDraft | null = null;
  for (const quote of quotes) {
    const now: SpotRow = draft?.row ?? row;
    if (!isNews(now, quote)) continue;
    const next = fillOrder(deskAt(quote), quote, now);
    if (next !== null) draft = followedBy(draft, next);
    if (next !== null && next.row.status !== 'open') return draft;
  }
  return draft;
}

const isNews = (row: SpotRow, quote: Quote) => quote.code === row.code && quote.time > row.quotedAt;

/** Whether any of these quotes would begin or fill an order that waits, or was made when its time had run out. */
export function isReached(row: SpotRow, quotes: readonly Quote[]): boolean {
  return quotes
    .filter((quote) => isNews(row, quote))
    .some((quote) => hasExpired(row, quote.time) || decideSpotStep(termsOf(row), waitsFor(row), quote) !== null);
}
