import type { VoidReason } from '@assay/contract/vocabulary/statuses.ts';
import type { Desk } from '../dealing/desk.ts';
import { type Draft, draftOf, withPosting, withQuote } from '../dealing/draft.ts';
import { optionLost, optionRefunded, optionWon } from '../ledger/recipes/options.ts';
import type { Recipe } from '../ledger/recipes/recipe.ts';
import type { Quote } from '../market/quote.ts';
import { amount } from '../money/amount.ts';
import { type OptionRow, termsOf } from './option.ts';
import { type OptionSettlement, settleOption, voidOption } from './settle.ts';
import { mayBecome } from './statuses.ts';

/** Settled by what was recorded of its expiry: the last quote before it, if there was one; or its demo account is reset. */
export type Ending = { readonly kind: 'settle'; readonly quote: Quote | undefined } | { readonly kind: 'reset' };

/**
 * Ends an option: settled by the quote that decides, or void because its demo account is reset. Null for one that has ended
 * already: of two that settle it, the second finds nothing to do.
 */
export function endOption({ market, view }: Desk, ending: Ending, row: OptionRow): Draft<OptionRow> | null {
  if (row.status !== 'open') return null;
  if (ending.kind === 'reset') return end(row, view.now, voidOption(termsOf(row)), 'reset');
  const { quote } = ending;
  const settlement = settleOption(termsOf(row, quote?.time), quote);
  const ended = end(row, view.now, settlement, settlement.outcome === 'void' ? 'stale' : null);
  const instrument = market.instrument(row.code);
  if (quote === undefined || instrument === undefined) return ended;
  return withQuote(ended, { moment: 'settle', instrument, quote, source: row.source });
}

function end(row: OptionRow, now: number, settlement: OptionSettlement, voidReason: VoidReason | null): Draft<OptionRow> {
  const { outcome, price, profit } = settlement;
  if (!mayBecome(row.status, outcome)) throw new Error(`option ${row.id} is ${row.status} and can't become ${outcome}`);
  const ended: OptionRow = { ...row, status: outcome, voidReason, settlement: price, profit, settledAt: new Date(now) };
  return { ...withPosting(draftOf(row), now, recipeFor(row, settlement)), row: ended };
}

function recipeFor(row: OptionRow, { outcome, profit }: OptionSettlement): Recipe {
  const option = { userId: row.userId, stake: amount(row.stake) };
  if (outcome === 'won') return optionWon({ ...option, profit });
  return outcome === 'lost' ? optionLost(option) : optionRefunded({ ...option, outcome });
}
