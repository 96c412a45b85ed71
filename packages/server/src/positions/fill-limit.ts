import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { Fill } from '@assay/domain/positions/decide-fill.ts';
import { recipes } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { announce } from './announce.ts';
import type { PositionsContext } from './context.ts';
import { postFor } from './outcome.ts';
import { type Conversion, recordConversion, recordQuote } from './quotes-used.ts';
import { type PositionRow, columns } from './row.ts';
import { tellOpened } from './tell.ts';

interface Filling {
  readonly instrument: Instrument;
  readonly conversion: Conversion;
  readonly fill: Fill;
}

/** Opens a locked limit order at the quote that reached it; the money comes out of what it held. */
export async function bookFill(
  context: PositionsContext,
  tx: Transaction,
  row: PositionRow,
  quote: Quote,
  { instrument, conversion, fill }: Filling,
): Promise<PositionRow> {
  const { opening, stops } = fill;
  const now = new Date(context.clock.now());
  const held = { userId: row.userId, held: amount(row.hold) };
  const recipe = recipes.limitFilled({ ...held, margin: opening.margin, fee: opening.fee });
  const available = await postFor(tx, row, now.getTime(), recipe);
  const [filled] = await tx.query<PositionRow>(
    `update positions set status = 'open', hold = 0, conversion = $2, open_price = $3, opened_at = $4, financed_until = $4,
       margin = $5, maintenance = $6, open_fee = $7, liquidation_price = $8, trailing_best = $9, quoted_at = $10
     where id = $1 and status = 'awaiting' returning ${columns}`,
    [
      row.id,
      formatFixed(fill.terms.conversion),
      opening.price,
      now,
      opening.margin,
      opening.maintenance,
      opening.fee,
      fill.liquidation,
      stops.trailing?.best ?? null,
      quote.time,
    ],
  );
  if (filled === undefined) throw new Error(`order ${row.id} awaited opening under lock and does not any more`);
  await recordConversion(context, tx, row.orderNo, conversion);
  await recordQuote(context, tx, row.orderNo, 'open', instrument, quote);
  tellOpened(context, tx, filled);
  announce(context, tx, filled, available);
  return filled;
}
