import type { SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type SpotRow, limitOf, termsOf } from '@assay/domain/spot/order.ts';
import { dealAt, paidAsset, receivedAsset } from '@assay/domain/spot/terms.ts';
import { wireId } from './row.ts';

/** An order as the wire shows it; one that was not filled, at its limit. */
export function toWire(row: SpotRow): SpotOrder {
  const terms = termsOf(row);
  const price = (ticks: Ticks | null) => (ticks === null ? null : formatFixed(priceOf(ticks, row), row.priceScale));
  const { paid, received, fee } = dealAt(terms, row.filledPrice ?? limitOf(row));
  const ended = row.endedAt?.toISOString() ?? null;
  return {
    id: wireId(row.id),
    orderNo: row.orderNo,
    code: row.code,
    instrumentId: row.instrumentId,
    base: row.base,
    side: row.side,
    type: row.orderType,
    sizedBy: row.sizedBy,
    price: price(row.limitPrice),
    triggerPrice: price(row.triggerPrice),
    triggeredAt: row.triggeredAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    priceScale: row.priceScale,
    quantity: formatAmount(terms.quantity, terms.base),
    turnover: formatAmount(row.side === 'buy' ? paid : received, usdt),
    filledPrice: price(row.filledPrice),
    feeRate: formatFixed(terms.feeRate),
    fee: formatAmount(fee, receivedAsset(terms)),
    feeAsset: receivedAsset(terms).code,
    held: formatAmount(amount(row.hold), paidAsset(terms)),
    heldAsset: paidAsset(terms).code,
    profit: profitOf(row),
    createdAt: row.createdAt.toISOString(),
    filledAt: row.status === 'filled' ? ended : null,
    cancelledAt: row.status === 'cancelled' ? ended : null,
    status: row.status,
    reason: row.reason,
  };
}

/** Orders of a time in which the fee was left out have it taken off here. */
function profitOf({ profit, fee, withFees }: SpotRow): string | null {
  if (profit === null) return null;
  return formatAmount(amount(withFees ? profit : profit - (fee ?? 0n)), usdt);
}
