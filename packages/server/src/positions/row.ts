import type { Owner } from '@assay/domain/dealing/draft.ts';
import type { PositionRow } from '@assay/domain/positions/position.ts';
import type { Queryable } from '../platform/database.ts';

/** The select list that reads a `PositionRow`. */
export const columns = `
  id, order_no as "orderNo", user_id::text as "userId", book, instrument_id as "instrumentId", code, order_type as "orderType",
  side, leverage, lots::text, lot_size::text as "lotSize", price_scale as "priceScale", fee_rate::text as "feeRate",
  maintenance_rate::text as "maintenanceRate", financing_rate::text as "financingRate", limit_price as "limitPrice",
  trigger_price as "triggerPrice", triggered_at as "triggeredAt", expires_at as "expiresAt", amendments, created_at as "createdAt", conversion::text, open_price as "openPrice", opened_at as "openedAt", margin, maintenance,
  open_fee as "openFee", status, hold, margin_taken as "marginTaken", financing, financed_until as "financedUntil",
  liquidation_price as "liquidationPrice", stop_loss as "stopLoss", take_profit as "takeProfit", targets,
  trailing_distance as "trailingDistance", trailing_bps as "trailingBps", trailing_best as "trailingBest", quoted_at as "quotedAt",
  close_reason as "closeReason", close_price as "closePrice", closed_at as "closedAt", close_fee as "closeFee", profit, gap,
  margin_warned as "marginWarned", case when adjusted then order_splits('contracts', id) when part_of is not null then part_splits(part_of, quoted_at) end as splits,
  part_of as "partOf", parts, version`;

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
