import { draftOf, withPosting, withQuote } from '@assay/domain/dealing/draft.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { decideSpotFill } from '@assay/domain/spot/decide-fill.ts';
import { mayBecome } from '@assay/domain/spot/statuses.ts';
import { withdraw } from './cancel.ts';
import type { Filling } from './commands.ts';
import { type Desk, type Draft, dealt, filledRow } from './draft.ts';
import { type SpotRow, limitOf, termsOf } from './row.ts';

/**
 * Fills an order at the quote that reached its limit, at the limit or better. The row under its lock decides: null for an
 * order that has ended meanwhile, and for one that the quote does not reach.
 */
export function fill(desk: Desk, { quote, owner }: Filling, row: SpotRow): Draft | null {
  const { market, view } = desk;
  const terms = termsOf(row);
  const deal = row.status === 'open' ? decideSpotFill(terms, limitOf(row), quote) : null;
  if (deal === null) return null;
  // A buyer who has stopped trading meanwhile gets the money back, and no coins.
  if (row.side === 'buy' && view.mayOpen(owner) !== undefined) return withdraw(desk, row);
  const instrument = market.instrument(row.code);
  if (instrument === undefined) throw new Error(`spot order ${row.id} is on ${row.code}, which is not in the catalogue`);
  if (!mayBecome(row.status, 'filled')) throw new Error(`spot order ${row.id} is ${row.status} and can't be filled`);
  const recipe = recipes.spotFilled({ userId: row.userId, ...dealt(terms, deal), held: amount(row.hold) });
  const { row: filled, basis } = filledRow(desk, { ...row, quotedAt: quote.time }, terms, deal);
  const use = { moment: 'fill', instrument, quote, source: market.feedKind(instrument) };
  const draft = withQuote(withPosting(draftOf(row), view.now, recipe), use);
  return { ...draft, row: filled, basis };
}
