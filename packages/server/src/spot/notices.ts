import { priceOf } from '@assay/domain/market/quote.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { NewNotification } from '../notifications/index.ts';
import { type SpotRow, wireId } from './row.ts';

/** A market order is the customer's own doing, a limit that was reached is news. */
export function filledNotice(row: SpotRow, at: number): NewNotification {
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
  return { kind: 'spotFilled', userId, book, values, at, own: row.orderType === 'market' };
}
