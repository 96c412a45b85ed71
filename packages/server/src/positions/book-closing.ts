import type { CloseReason } from '@assay/contract/vocabulary/statuses.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { type Amount, minus, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { decideClose } from '@assay/domain/positions/settle.ts';
import { mayBecome, statusAfter } from '@assay/domain/positions/statuses.ts';
import { houseAccount, lockBalances, recipes, userAccount } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import type { PositionsContext } from './context.ts';
import { postFor } from './outcome.ts';
import { recordQuote } from './quotes-used.ts';
import { type PositionRow, columns, marginLeft, openPositionOf } from './row.ts';
import { tellClosed } from './tell.ts';

/**
 * Settles a locked, open position at a quote: money, row and quote together. By hand and by trigger alike. The best price that
 * a trailing stop has followed is written down with it, so that the receipt can show what was reached.
 */
export async function bookClosing(
  context: PositionsContext,
  tx: Transaction,
  row: PositionRow,
  quote: Quote,
  reason: CloseReason,
): Promise<{ row: PositionRow; available: Amount | undefined }> {
  const status = statusAfter(reason);
  const instrument = context.market.instrument(row.code);
  if (!mayBecome(row.status, status)) throw new Error(`position ${row.id} is ${row.status} and can't become ${status}`);
  if (instrument === undefined) throw new Error(`position ${row.id} is on ${row.code}, which is not in the catalogue`);
  const { userId } = row;
  const settlement = decideClose(openPositionOf(row), quote);
  const { profit, fee, gap } = settlement;
  const now = context.clock.now();
  const insurance = gap > 0n ? await lockInsurance(tx, row) : undefined;
  const recipe = recipes.contractClosed({
    userId,
    margin: marginLeft(row),
    profit: minus(profit, gap),
    fee,
    liquidated: reason === 'liquidation',
    ...(insurance === undefined ? {} : { insurance }),
  });
  // Sent together and done in this order.
  const [available, [closed]] = await Promise.all([
    postFor(tx, row, now, recipe),
    tx.query<PositionRow>(
      `update positions set status = $2, close_reason = $3, close_price = $4, closed_at = $5, close_fee = $6, profit = $7, gap = $8,
       quoted_at = $9, trailing_best = $10
     where id = $1 and status = 'open' returning ${columns}`,
      [row.id, status, reason, settlement.closePrice, new Date(now), fee, profit, gap, quote.time, row.trailingBest],
    ),
    recordQuote(context, tx, row.orderNo, 'close', instrument, quote),
  ]);
  if (closed === undefined) throw new Error(`position ${row.id} was open under lock and is not any more`);
  tellClosed(context, tx, closed);
  return { row: closed, available };
}

/** All locks of the posting at once, in the ledger's own order, so that two liquidations do not wait for each other. */
async function lockInsurance(tx: Transaction, { userId, book }: PositionRow): Promise<Amount> {
  const accounts = [houseAccount('insurance'), userAccount(userId, 'available'), userAccount(userId, 'margin')];
  const [insurance = nothing] = await lockBalances(tx, book, usdt, accounts);
  return insurance;
}
