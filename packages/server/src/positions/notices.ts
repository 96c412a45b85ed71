import { type Quote, type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, amount, formatAmount, minus, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { resultOf } from '@assay/domain/positions/costs.ts';
import type { Adjustment, PositionRow } from '@assay/domain/positions/position.ts';
import { closingPrice } from '@assay/domain/positions/terms.ts';
import type { Change } from '../dealing/index.ts';
import type { NewNotification } from '../notifications/index.ts';

/** What a change of an order means to its holder; `quote` is the one that brought it about, null where none did. */
export function noticesOf({ before, row }: Change<PositionRow>, quote: Quote | null, now: number): NewNotification[] {
  if (row.closedAt !== null) return before?.closedAt === null ? endedNotices(row, row.closedAt.getTime()) : [];
  if (row.openedAt !== null && (before === null || before.openedAt === null))
    return [openedNotice(row, row.openedAt.getTime())];
  if (quote === null || !row.marginWarned || before?.marginWarned === true) return [];
  return [littleMarginNotice(row, closingPrice(row.side, quote), now)];
}

/** A market order is the holder's own doing, a price that was reached is news. */
function openedNotice(row: PositionRow, at: number): NewNotification {
  const own = row.orderType === 'market';
  return { kind: 'positionOpened', values: facts(row, row.openPrice), ...ownerOf(row), at, own };
}

/** None for a position that ended without a price, and for an order that its holder withdrew. */
function endedNotices(row: PositionRow, at: number): NewNotification[] {
  const to = { ...ownerOf(row), at };
  const { closeReason: ending } = row;
  if (ending === 'expired' || ending === 'uncovered') {
    const waitedFor = row.limitPrice ?? row.triggerPrice;
    return [{ ...to, kind: 'orderEnded', values: { ...facts(row, waitedFor), ending } }];
  }
  return row.closePrice === null ? [] : closedNotices(row, to);
}

function closedNotices(row: PositionRow, to: ReturnType<typeof ownerOf> & { readonly at: number }): NewNotification[] {
  const values = { ...facts(row, row.closePrice), profit: formatAmount(endedNet(row), usdt) };
  const { closeReason: reason } = row;
  if (reason === 'liquidation') return [{ ...to, kind: 'positionLiquidated', values }];
  if (reason === 'stopLoss' || reason === 'takeProfit' || reason === 'trailingStop' || reason === 'manual') {
    const kind = row.partOf === null ? 'positionClosed' : 'positionParted';
    return [{ ...to, kind, values: { ...values, reason }, own: reason === 'manual' }];
  }
  return [];
}

/** The net result, after every cost. */
function endedNet({ profit, closeFee, openFee, financing }: PositionRow): Amount {
  const paid = { openFee: amount(openFee), financing: amount(financing) };
  return resultOf(amount(profit ?? 0n), amount(closeFee ?? 0n), paid).net;
}

/** What a corporate action has made of an order; nothing of who was too poor to be charged. */
export function adjustedNotices(row: PositionRow, adjustment: Adjustment | null, at: number): NewNotification[] {
  if (adjustment === null) return [];
  const { id, code, side } = row;
  const to = { ...ownerOf(row), at };
  const lived = row.splits?.find(({ action }) => action === adjustment.action);
  if (lived !== undefined) {
    return [{ ...to, kind: 'shareSplit', values: { orderId: String(id), code, oldUnits: lived.from, newUnits: lived.to } }];
  }
  if (adjustment.amount === nothing) return [];
  const profit = formatAmount(minus(nothing, adjustment.amount), usdt);
  return [
    { ...to, kind: 'dividend', values: { orderId: String(id), code, side, lots: formatFixed(toFixed(row.lots)), profit } },
  ];
}

/** `price` is the closing price at which the margin had come down so far. */
function littleMarginNotice(row: PositionRow, price: Ticks, at: number): NewNotification {
  const values = { ...facts(row, price), liquidationPrice: priceText(row, row.liquidationPrice) };
  return { ...ownerOf(row), kind: 'marginWarning', values, at };
}

const ownerOf = ({ userId, book }: PositionRow) => ({ userId, book });

function facts(row: PositionRow, price: Ticks | null) {
  const { id, code, side } = row;
  return { orderId: String(id), code, side, lots: formatFixed(toFixed(row.lots)), price: priceText(row, price) };
}

function priceText(row: PositionRow, price: Ticks | null): string {
  if (price === null) throw new Error(`position ${row.id} has no such price`);
  return formatFixed(priceOf(price, row), row.priceScale);
}
