import { draftOf, withPosting, withQuote } from '../dealing/draft.ts';
import { spotFilled } from '../ledger/recipes/spot.ts';
import type { Quote } from '../market/quote.ts';
import { amount } from '../money/amount.ts';
import { withdrawOrder } from './cancel-order.ts';
import { decideSpotFill } from './decide-fill.ts';
import { type SpotDesk, type SpotDraft, type SpotRow, dealt, filledRow, limitOf, termsOf } from './order.ts';
import { mayBecome } from './statuses.ts';

/**
 * Fills an order at the quote that reached its limit, at the limit or better. The row under its lock decides: null for an
 * order that has ended meanwhile, and for one that the quote does not reach.
 */
export function fillOrder(desk: SpotDesk, quote: Quote, row: SpotRow): SpotDraft | null {
  const { market, view } = desk;
  const terms = termsOf(row);
  const deal = row.status === 'open' ? decideSpotFill(terms, limitOf(row), quote) : null;
  if (deal === null) return null;
  // A buyer who has stopped trading meanwhile gets the money back, and no coins.
  if (row.side === 'buy' && view.mayOpen(row) !== undefined) return withdrawOrder(desk, row);
  const instrument = market.instrument(row.code);
  if (instrument === undefined) throw new Error(`spot order ${row.id} is on ${row.code}, which is not in the catalogue`);
  if (!mayBecome(row.status, 'filled')) throw new Error(`spot order ${row.id} is ${row.status} and can't be filled`);
  const recipe = spotFilled({ userId: row.userId, ...dealt(terms, deal), held: amount(row.hold) });
  const { row: filled, basis } = filledRow(desk, { ...row, quotedAt: quote.time }, terms, deal);
  const use = { moment: 'fill', instrument, quote, source: market.feedKind(instrument) };
  const draft = withQuote(withPosting(draftOf(row), view.now, recipe), use);
  return { ...draft, row: filled, basis };
}
