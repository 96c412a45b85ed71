import type { Quote, Ticks } from '../market/quote.ts';
import { actOnQuote } from './act-on-quote.ts';
import { decideTrigger } from './decide-trigger.ts';
import { type ContractDesk, type ContractDraft, type PositionRow, openPositionOf } from './position.ts';
import { better } from './stops.ts';
import { closingPrice } from './terms.ts';

/** What the tape has brought about for an order, and the quote that did. */
export interface Reached {
  readonly draft: ContractDraft;
  readonly quote: Quote;
}

/**
 * The first of these quotes, in their order, that closes an open position: it ends there, whoever touches it first. Only those
 * after the quote that last decided about it count. `deskAt` is what was to be seen when a quote was made. Null when none did.
 */
export function actOnTape(deskAt: (quote: Quote) => ContractDesk, row: PositionRow, quotes: readonly Quote[]): Reached | null {
  if (row.status !== 'open') return null;
  let best: Ticks | null = row.trailingBest;
  for (const quote of quotes) {
    if (quote.code !== row.code || quote.time <= row.quotedAt) continue;
    const verdict = decideTrigger(openPositionOf(row), { warned: row.marginWarned, followed: best }, quote);
    if (verdict?.kind === 'close') {
      const followed = best === null ? null : { version: row.version, best };
      const draft = actOnQuote(deskAt(quote), { quote, followed }, row);
      if (draft !== null) return { draft, quote };
    }
    if (best !== null) best = better(row.side, best, closingPrice(row.side, quote));
  }
  return null;
}
