import { type Quote, type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { Transaction } from '../platform/database.ts';
import type { AlertsContext } from './context.ts';
import { type AlertRow, toWire } from './row.ts';

/** True for a quote at the price or beyond it, unless the alert was set, or moved by a split, after that. */
export function isReached(row: AlertRow, quote: Quote): boolean {
  if (quote.time < row.quotedAt) return false;
  const price = priceReached(row, quote);
  return row.direction === 'above' ? price >= row.price : price <= row.price;
}

/** Deletes an alert whose lock is held, and notifies its owner of the quote that has reached it. */
export async function tell(
  { notify }: Pick<AlertsContext, 'notify'>,
  tx: Transaction,
  row: AlertRow,
  quote: Quote,
): Promise<void> {
  await tx.query('delete from price_alerts where id = $1', [row.id]);
  const { code, direction, price } = toWire(row);
  const reached = formatFixed(priceOf(priceReached(row, quote), row), row.priceScale);
  notify(tx, {
    kind: 'priceAlert',
    userId: row.userId,
    book: null,
    at: quote.time,
    values: { code, direction, price, reached },
  });
}

function priceReached({ direction }: AlertRow, quote: Quote): Ticks {
  return direction === 'above' ? quote.bid : quote.ask;
}
