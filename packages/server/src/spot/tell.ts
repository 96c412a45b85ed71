import { priceOf } from '@assay/domain/market/quote.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { Transaction } from '../platform/database.ts';
import type { SpotContext } from './context.ts';
import { type SpotRow, wireId } from './row.ts';

/** A market order is the customer's own doing, a limit that was reached is news. */
export function tellFilled({ notify, clock }: SpotContext, tx: Transaction, row: SpotRow): void {
  const { userId, book, code, side, base, filledPrice } = row;
  if (filledPrice === null) throw new Error(`spot order ${row.id} is filled without a price`);
  const values = {
    orderId: wireId(row.id),
    code,
    side,
    base,
    quantity: formatAmount(amount(row.quantity), assetOf(base)),
    price: formatFixed(priceOf(filledPrice, row), row.priceScale),
  };
  notify(tx, { kind: 'spotFilled', userId, book, values, at: clock.now(), own: row.orderType === 'market' });
}
