import type { Quote } from '../market/quote.ts';
import { fillOrder } from './fill-order.ts';
import type { SpotDesk, SpotDraft, SpotRow } from './order.ts';

/**
 * What the first of these quotes, in their order, makes of an order that waits and whose limit it has reached: that is done,
 * whoever touches it first. Only those after the quote that last decided about it count. `deskAt` is what was to be seen when a
 * quote was made. Null when none did.
 */
export function fillOnTape(deskAt: (quote: Quote) => SpotDesk, row: SpotRow, quotes: readonly Quote[]): SpotDraft | null {
  for (const quote of quotes) {
    if (quote.code !== row.code || quote.time <= row.quotedAt) continue;
    const draft = fillOrder(deskAt(quote), quote, row);
    if (draft !== null) return draft;
  }
  return null;
}
