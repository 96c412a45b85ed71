import { priceOf } from '@assay/domain/market/quote.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { SpotRow } from '@assay/domain/spot/order.ts';
import type { NewNotification } from '../notifications/index.ts';
import { wireId } from './row.ts';

/** A market order is the customer's own doing, a limit that was reached is news. None for one that is not filled. */
export function filledNotices(row: SpotRow): NewNotification[] {
  const { userId, book, code, side, base, filledPrice, endedAt } = row;
  if (filledPrice === null || endedAt === null) return [];
  const values = {
    orderId: wireId(row.id),
    code,
    side,
    base,
    quantity: formatAmount(amount(row.quantity), assetOf(base)),
    price: formatFixed(priceOf(filledPrice, row), row.priceScale),
  };
  return [{ kind: 'spotFilled', userId, book, values, at: endedAt.getTime(), own: row.orderType === 'market' }];
}
