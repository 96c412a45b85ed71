import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import type { Transaction } from '../platform/database.ts';
import type { PositionsContext } from './context.ts';
import type { PositionRow } from './row.ts';

/** A market order is the holder's own doing, a limit that was reached is news. */
export function tellOpened({ notify, clock }: PositionsContext, tx: Transaction, row: PositionRow): void {
  const told = { kind: 'positionOpened', values: facts(row, row.openPrice) } as const;
  notify(tx, { ...told, ...ownerOf(row), at: clock.now(), own: row.orderType === 'market' });
}

export function tellClosed({ notify, clock }: PositionsContext, tx: Transaction, row: PositionRow): void {
  const to = { ...ownerOf(row), at: clock.now() };
  const values = { ...facts(row, row.closePrice), profit: formatAmount(amount(row.profit ?? 0n), usdt) };
  const { closeReason: reason } = row;
  if (reason === 'liquidation') notify(tx, { ...to, kind: 'positionLiquidated', values });
  if (reason === 'stopLoss' || reason === 'takeProfit' || reason === 'trailingStop' || reason === 'manual') {
    notify(tx, { ...to, kind: 'positionClosed', values: { ...values, reason }, own: reason === 'manual' });
  }
}

/** `price` is the closing price at which the margin had come down so far. */
export function tellLittleMargin({ notify, clock }: PositionsContext, tx: Transaction, row: PositionRow, price: Ticks): void {
  const values = { ...facts(row, price), liquidationPrice: priceText(row, row.liquidationPrice) };
  notify(tx, { ...ownerOf(row), kind: 'marginWarning', values, at: clock.now() });
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
