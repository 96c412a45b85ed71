import { priceOf } from '@assay/domain/market/quote.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { SpotRow } from '@assay/domain/spot/order.ts';
import type { NewNotification } from '../notifications/index.ts';
import { wireId } from './row.ts';

/** What was done at once is the customer's own doing; a price that was reached is news, and so is a time that has run out. */
export function noticesOf(row: SpotRow): NewNotification[] {
  const { userId, book, code, side, base, filledPrice, endedAt, limitPrice } = row;
  if (endedAt === null) return [];
  const at = endedAt.getTime();
  const quantity = formatAmount(amount(row.quantity), assetOf(base));
  const order = { orderId: wireId(row.id), code, side, base, quantity };
  if (row.reason === 'expired') return [{ kind: 'spotExpired', userId, book, values: order, at }];
  if (filledPrice === null) return [];
  const values = { ...order, price: formatFixed(priceOf(filledPrice, row), row.priceScale) };
  return [{ kind: 'spotFilled', userId, book, values, at, own: limitPrice === null }];
}
