import { draftOf, withPosting, withQuote } from '../dealing/draft.ts';
import { spotFilled } from '../ledger/recipes/spot.ts';
import type { Quote } from '../market/quote.ts';
import { amount } from '../money/amount.ts';
import { expireOrder, withdrawOrder } from './cancel-order.ts';
import { decideSpotStep } from './decide-fill.ts';
import { type SpotDesk, type SpotDraft, type SpotRow, dealt, filledRow, hasExpired, termsOf, waitsFor } from './order.ts';
import { mayBecome } from './statuses.ts';
import type { Deal } from './terms.ts';

/**
 * What a quote makes of an order: it begins, fills, or ends because its time had run out before. The row under its lock decides:
 * null for an order that has ended meanwhile, and for one that the quote does not reach.
 */
export function fillOrder(desk: SpotDesk, quote: Quote, row: SpotRow): SpotDraft | null {
  if (row.status !== 'open') return null;
  if (hasExpired(row, quote.time)) return expireOrder(row);
  const step = decideSpotStep(termsOf(row), waitsFor(row), quote);
  if (step === null) return null;
  // A buyer who has stopped trading meanwhile gets the money back, and no coins.
  if (row.side === 'buy' && desk.view.mayOpen(row) !== undefined) return withdrawOrder(row, 'stopped', desk.view.now);
  const begun = step.kind === 'begin' || step.begins ? begin(desk, quote, row) : null;
  return step.kind === 'begin' ? begun : filled(desk, quote, begun ?? { ...draftOf(row), basis: null }, step.deal);
}

/** A stop-limit order whose trigger was reached: from now on it rests at its limit. Nothing is booked. */
function begin({ market }: SpotDesk, quote: Quote, row: SpotRow): SpotDraft {
  const instrument = instrumentOf(market, row);
  const begun: SpotRow = { ...row, triggeredAt: new Date(quote.time), quotedAt: quote.time };
  const use = { moment: 'trigger', instrument, quote, source: market.feedKind(instrument) };
  return { ...withQuote(draftOf(row), use), row: begun, basis: null };
}

function filled(desk: SpotDesk, quote: Quote, draft: SpotDraft, deal: Deal): SpotDraft {
  const { market, view } = desk;
  const { row } = draft;
  const terms = termsOf(row);
  const instrument = instrumentOf(market, row);
  if (!mayBecome(row.status, 'filled')) throw new Error(`spot order ${row.id} is ${row.status} and can't be filled`);
  const recipe = spotFilled({ userId: row.userId, ...dealt(terms, deal), held: amount(row.hold) });
  const { row: after, basis } = filledRow(desk, { ...row, quotedAt: quote.time }, terms, deal);
  const use = { moment: 'fill', instrument, quote, source: market.feedKind(instrument) };
  return { ...withQuote(withPosting(draft, view.now, recipe), use), row: after, basis };
}

function instrumentOf(market: SpotDesk['market'], { id, code }: SpotRow) {
  const instrument = market.instrument(code);
  if (instrument === undefined) throw new Error(`spot order ${id} is on ${code}, which is not in the catalogue`);
  return instrument;
}
