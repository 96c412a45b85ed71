import type { Quote } from '@assay/domain/market/quote.ts';
import { judgeMargin } from '@assay/domain/positions/margin-warning.ts';
import { closingPrice } from '@assay/domain/positions/terms.ts';
import type { Transaction } from '../platform/database.ts';
import type { PositionsContext } from './context.ts';
import { type PositionRow, columns, openPositionOf } from './row.ts';
import { tellLittleMargin } from './tell.ts';

/**
 * Warns the holder of a locked, open position whose margin a quote has brought down to the line, once until it recovers: the
 * row remembers. Answers the row as it is now.
 */
export async function watchMargin(
  context: PositionsContext,
  tx: Transaction,
  row: PositionRow,
  quote: Quote,
): Promise<PositionRow> {
  const { terms, cover } = openPositionOf(row);
  const verdict = judgeMargin(terms, cover, row.marginWarned, quote);
  if (verdict === null) return row;
  const [judged] = await tx.query<PositionRow>(
    `update positions set margin_warned = $2, quoted_at = $3 where id = $1 returning ${columns}`,
    [row.id, verdict === 'warn', quote.time],
  );
  if (judged === undefined) throw new Error(`position ${row.id} was locked and is gone`);
  if (verdict === 'warn') tellLittleMargin(context, tx, judged, closingPrice(judged.side, quote));
  return judged;
}
