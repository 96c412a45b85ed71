import type { SpotRow } from '@assay/domain/spot/order.ts';
import type { Queryable } from '../platform/database.ts';
import type { Account } from '../portfolio/index.ts';

/** The select list that reads a `SpotRow`. */
export const columns = `
  id, order_no as "orderNo", user_id::text as "userId", book, instrument_id as "instrumentId", code, order_type as "orderType",
  side, base, quantity, sized_by as "sizedBy", price_scale as "priceScale", fee_rate::text as "feeRate",
  limit_price as "limitPrice", trigger_price as "triggerPrice", expires_at as "expiresAt", amendments,
  created_at as "createdAt", triggered_at as "triggeredAt", status, hold, quoted_at as "quotedAt", filled_price as "filledPrice",
  paid, received, fee, profit, cost, with_fees as "withFees",
  reason, ended_at as "endedAt", version`;

/** Ids on the wire name the product: `s12`. */
export function wireId(id: number): string {
  return `s${id}`;
}

/** Undefined for what names no spot order. */
export function rowId(id: string): number | undefined {
  const value = /^s[1-9][0-9]{0,15}$/.test(id) ? Number(id.slice(1)) : undefined;
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

export async function findOwn(db: Queryable, { userId, book }: Account, id: string): Promise<SpotRow | undefined> {
  const [row] = await db.query<SpotRow>(`select ${columns} from spot_orders where id = $1 and user_id = $2 and book = $3`, [
    rowId(id) ?? 0,
    userId,
    book,
  ]);
  return row;
}
