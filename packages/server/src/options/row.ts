import type { OptionRow } from '@assay/domain/options/option.ts';
import type { Queryable } from '../platform/database.ts';
import type { Account } from '../portfolio/index.ts';

/** The select list that reads an `OptionRow`. */
export const columns = `
  id, order_no as "orderNo", user_id::text as "userId", book, instrument_id as "instrumentId", code, source, direction, stake,
  period_id as "periodId", period_count as "periodCount", period_unit as "periodUnit", payout_rate::text as "payoutRate",
  strike, price_scale as "priceScale", stale_after_ms as "staleAfterMs", opened_at as "openedAt", expires_at as "expiresAt",
  status, void_reason as "voidReason", settlement, profit, settled_at as "settledAt",
  case when adjusted then order_splits('options', id) end as splits`;

/** On the wire an option's id begins with a letter, since other kinds of orders are numbered too: `o12`. */
export function wireId(id: number): string {
  return `o${id}`;
}

/** Undefined for a malformed id. */
export function rowId(id: string): number | undefined {
  const value = /^o[1-9][0-9]{0,15}$/.test(id) ? Number(id.slice(1)) : undefined;
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

/** By id or by order number. */
export async function findOwn(db: Queryable, { userId, book }: Account, id: string): Promise<OptionRow | undefined> {
  const [row] = await db.query<OptionRow>(
    `select ${columns} from options where (id = $1 or order_no = $2) and user_id = $3 and book = $4`,
    [rowId(id) ?? 0, id, userId, book],
  );
  return row;
}
