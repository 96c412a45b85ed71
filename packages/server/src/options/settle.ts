import type { VoidReason } from '@assay/contract/vocabulary/statuses.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Recipe } from '@assay/domain/ledger/recipes/recipe.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { type OptionSettlement, settleOption, voidOption } from '@assay/domain/options/settle.ts';
import { mayBecome } from '@assay/domain/options/statuses.ts';
import { type Draft, draftOf, withPosting, withQuote } from '../dealing/index.ts';
import type { Desk } from './buy.ts';
import type { Resetting, Settling } from './commands.ts';
import { type OptionRow, termsOf } from './row.ts';

/**
 * Ends an option: settled by the quote that decides, or void because its demo account is reset. Null for one that has ended
 * already: of two that settle it, the second finds nothing to do.
 */
export function settle(desk: Desk, command: Settling | Resetting, row: OptionRow): Draft<OptionRow> | null {
  if (row.status !== 'open') return null;
  if (command.kind === 'reset') return end(desk, row, voidOption(termsOf(row)), 'reset');
  const { quote } = command;
  const settlement = settleOption(termsOf(row), quote);
  const ended = end(desk, row, settlement, settlement.outcome === 'void' ? 'stale' : null);
  const instrument = desk.market.instrument(row.code);
  if (quote === undefined || instrument === undefined) return ended;
  return withQuote(ended, { moment: 'settle', instrument, quote, source: row.source });
}

function end({ view: { now } }: Desk, row: OptionRow, settlement: OptionSettlement, voidReason: VoidReason | null) {
  const { outcome, price, profit } = settlement;
  if (!mayBecome(row.status, outcome)) throw new Error(`option ${row.id} is ${row.status} and can't become ${outcome}`);
  const ended: OptionRow = { ...row, status: outcome, voidReason, settlement: price, profit, settledAt: new Date(now) };
  return { ...withPosting(draftOf(row), now, recipeFor(row, settlement)), row: ended };
}

function recipeFor(row: OptionRow, { outcome, profit }: OptionSettlement): Recipe {
  const option = { userId: row.userId, stake: amount(row.stake) };
  if (outcome === 'won') return recipes.optionWon({ ...option, profit });
  return outcome === 'lost' ? recipes.optionLost(option) : recipes.optionRefunded({ ...option, outcome });
}
