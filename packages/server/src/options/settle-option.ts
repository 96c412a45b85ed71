import type { VoidReason } from '@assay/contract/vocabulary/statuses.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type OptionSettlement, isSettleable, settleOption } from '@assay/domain/options/settle.ts';
import { mayBecome } from '@assay/domain/options/statuses.ts';
import { type Recipe, post, recipes } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { announce } from './announce.ts';
import type { OptionsContext } from './context.ts';
import { type OptionRow, columns, lockRow, termsOf, wireId } from './row.ts';

/** What must be known of an option to tell whether it may be settled; frozen, so it is read without a lock. */
export type DueOption = Pick<OptionRow, 'id' | 'code' | 'source' | 'staleAfterMs' | 'expiresAt'>;

/** A quote that is too old to settle is shown on the receipt when it is not older than this. */
const evidenceMsMax = 600_000;

/**
 * Settles an option by what was recorded, once nothing more is awaited; safe to run twice, in two processes, and after any
 * restart: the row under its lock says whether it is still open. Answers false when it has to wait.
 */
export async function settleDue(context: OptionsContext, due: DueOption): Promise<boolean> {
  const { db, market, clock } = context;
  const expiresAt = due.expiresAt.getTime();
  const after = { quotedAt: market.quote(due.code)?.time, heldSince: market.heldSince(due.code) };
  if (!isSettleable({ expiresAt, now: clock.now(), ...after })) return false;
  const quote = await quoteAtExpiry(context, due, expiresAt);
  await db.transact(async (tx) => {
    const row = await lockRow(tx, due.id);
    if (row?.status === 'open') await bookSettlement(context, tx, row, quote);
  });
  return true;
}

/** The quote that decides or, where there is none, the one that was too old; none from elsewhere than the strike. */
async function quoteAtExpiry({ market }: OptionsContext, due: DueOption, expiresAt: number): Promise<Quote | undefined> {
  const instrument = market.instrument(due.code);
  if (instrument === undefined || market.feedKind(instrument) !== due.source) return undefined;
  // The short look first: a long one reads much of the record.
  return (await market.quoteAt(due.code, expiresAt, due.staleAfterMs)) ?? market.quoteAt(due.code, expiresAt, evidenceMsMax);
}

async function bookSettlement(
  context: OptionsContext,
  tx: Transaction,
  row: OptionRow,
  quote: Quote | undefined,
): Promise<void> {
  const { market } = context;
  const settlement = settleOption(termsOf(row), quote);
  await bookEnd(context, tx, row, settlement, settlement.outcome === 'void' ? 'stale' : null);
  const instrument = market.instrument(row.code);
  if (quote === undefined || instrument === undefined) return;
  await market.recordUsedQuote(tx, { reference: row.orderNo, moment: 'settle', instrument, quote, source: row.source });
}

/** Ends a locked, open option: money and row together. */
export async function bookEnd(
  context: OptionsContext,
  tx: Transaction,
  row: OptionRow,
  settlement: OptionSettlement,
  voidReason: VoidReason | null,
): Promise<void> {
  const { outcome, price, profit } = settlement;
  if (!mayBecome(row.status, outcome)) throw new Error(`option ${row.id} is ${row.status} and can't become ${outcome}`);
  const now = context.clock.now();
  const recipe = recipeFor(row, settlement);
  const posted = await post(tx, { book: row.book, reference: row.orderNo, at: now, ...recipe });
  if (isRefusal(posted)) throw new Error(`${recipe.reason} of ${row.orderNo} was refused with ${posted.code}`);
  const [settled] = await tx.query<OptionRow>(
    `update options set status = $2, void_reason = $3, settlement = $4, profit = $5, settled_at = $6
     where id = $1 and status = 'open' returning ${columns}`,
    [row.id, outcome, voidReason, price, profit, new Date(now)],
  );
  if (settled === undefined) throw new Error(`option ${row.id} was open under lock and is not any more`);
  if (voidReason !== 'reset') tellSettled(context, tx, settled, outcome);
  announce(context, tx, settled, posted);
}

function tellSettled(context: OptionsContext, tx: Transaction, row: OptionRow, outcome: OptionSettlement['outcome']): void {
  const { userId, book, code, direction } = row;
  const stake = formatAmount(amount(row.stake), usdt);
  const profit = formatAmount(amount(row.profit ?? 0n), usdt);
  const values = { orderId: wireId(row.id), code, direction, stake, outcome, profit };
  context.notify(tx, { kind: 'optionSettled', userId, book, at: context.clock.now(), values });
}

function recipeFor(row: OptionRow, { outcome, profit }: OptionSettlement): Recipe {
  const option = { userId: row.userId, stake: amount(row.stake) };
  if (outcome === 'won') return recipes.optionWon({ ...option, profit });
  return outcome === 'lost' ? recipes.optionLost(option) : recipes.optionRefunded({ ...option, outcome });
}
