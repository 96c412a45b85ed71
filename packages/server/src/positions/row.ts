import type { Book, CloseReason, PositionStatus } from '@assay/contract/vocabulary/statuses.ts';
import type { Owner } from '@assay/domain/dealing/draft.ts';
import type { Ticks } from '@assay/domain/market/quote.ts';
import { type Amount, amount, minus } from '@assay/domain/money/amount.ts';
import { multiply, toFixed } from '@assay/domain/money/fixed.ts';
import type { WaitingOrder } from '@assay/domain/positions/decide-fill.ts';
import type { OpenPosition } from '@assay/domain/positions/settle.ts';
import type { Stops } from '@assay/domain/positions/stops.ts';
import type { Side, Terms } from '@assay/domain/positions/terms.ts';
import type { Queryable } from '../platform/database.ts';

/** A row of `positions` as `columns` reads it. Prices are ticks, money is micro-USDT, rates are decimals as text. */
export interface PositionRow {
  readonly id: number;
  readonly orderNo: string;
  readonly userId: string;
  readonly book: Book;
  readonly instrumentId: string;
  readonly code: string;
  readonly orderType: 'market' | 'limit';
  readonly side: Side;
  readonly leverage: number;
  readonly lots: string;
  readonly lotSize: string;
  readonly priceScale: number;
  readonly feeRate: string;
  readonly maintenanceRate: string;
  readonly financingRate: string;
  readonly limitPrice: Ticks | null;
  readonly createdAt: Date;
  readonly conversion: string;
  readonly openPrice: Ticks | null;
  readonly openedAt: Date | null;
  readonly margin: bigint;
  readonly maintenance: bigint;
  readonly openFee: bigint;
  readonly status: PositionStatus;
  readonly hold: bigint;
  readonly marginTaken: bigint;
  readonly financing: bigint;
  readonly financedUntil: Date | null;
  readonly liquidationPrice: Ticks | null;
  readonly stopLoss: Ticks | null;
  readonly takeProfit: Ticks | null;
  readonly trailingDistance: Ticks | null;
  readonly trailingBest: Ticks | null;
  readonly quotedAt: number;
  readonly closeReason: CloseReason | null;
  readonly closePrice: Ticks | null;
  readonly closedAt: Date | null;
  readonly closeFee: bigint | null;
  readonly profit: bigint | null;
  readonly gap: bigint;
  /** The holder has been told that little margin is left, and the position has not recovered since. */
  readonly marginWarned: boolean;
  readonly version: number;
}

export const columns = `
  id, order_no as "orderNo", user_id::text as "userId", book, instrument_id as "instrumentId", code, order_type as "orderType",
  side, leverage, lots::text, lot_size::text as "lotSize", price_scale as "priceScale", fee_rate::text as "feeRate",
  maintenance_rate::text as "maintenanceRate", financing_rate::text as "financingRate", limit_price as "limitPrice",
  created_at as "createdAt", conversion::text, open_price as "openPrice", opened_at as "openedAt", margin, maintenance,
  open_fee as "openFee", status, hold, margin_taken as "marginTaken", financing, financed_until as "financedUntil",
  liquidation_price as "liquidationPrice", stop_loss as "stopLoss", take_profit as "takeProfit",
  trailing_distance as "trailingDistance", trailing_best as "trailingBest", quoted_at as "quotedAt",
  close_reason as "closeReason", close_price as "closePrice", closed_at as "closedAt", close_fee as "closeFee", profit, gap,
  margin_warned as "marginWarned", version`;

export function termsOf(row: PositionRow): Terms {
  const lots = toFixed(row.lots);
  const lotSize = toFixed(row.lotSize);
  return {
    side: row.side,
    leverage: row.leverage,
    lots,
    lotSize,
    quantity: multiply(lots, lotSize),
    priceScale: row.priceScale,
    conversion: toFixed(row.conversion),
    feeRate: toFixed(row.feeRate),
    maintenanceRate: toFixed(row.maintenanceRate),
    financingRate: toFixed(row.financingRate),
  };
}

export function stopsOf(row: PositionRow): Stops {
  const trailing = row.trailingDistance === null ? null : { distance: row.trailingDistance, best: row.trailingBest };
  return { stopLoss: row.stopLoss, takeProfit: row.takeProfit, trailing };
}

/** What the margin account holds for an open position: its margin less what financing has taken. */
export function marginLeft(row: PositionRow): Amount {
  return minus(amount(row.margin), amount(row.marginTaken));
}

/** An open (or once open) position in the domain's terms; a row without an opening price is our own mistake. */
export function openPositionOf(row: PositionRow): OpenPosition {
  if (row.openPrice === null) throw new Error(`position ${row.id} has no opening price`);
  const cover = { openPrice: row.openPrice, margin: marginLeft(row), maintenance: amount(row.maintenance) };
  return { terms: termsOf(row), cover, stops: stopsOf(row) };
}

export function waitingOrderOf(row: PositionRow): WaitingOrder {
  if (row.limitPrice === null) throw new Error(`order ${row.id} has no limit`);
  return { terms: termsOf(row), limit: row.limitPrice, hold: amount(row.hold), stops: stopsOf(row) };
}

/** Ids on the wire are decimal numbers of the database's range; anything else names nothing. */
export function rowId(id: string): number | undefined {
  const value = /^[1-9][0-9]{0,15}$/.test(id) ? Number(id) : undefined;
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

export async function findOwn(db: Queryable, owner: Owner, id: string): Promise<PositionRow | undefined> {
  const [row] = await db.query<PositionRow>(`select ${columns} from positions where id = $1 and user_id = $2 and book = $3`, [
    rowId(id) ?? 0,
    owner.userId,
    owner.book,
  ]);
  return row;
}
