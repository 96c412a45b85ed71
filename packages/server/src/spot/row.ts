import type { Book, SpotStatus } from '@assay/contract/vocabulary/statuses.ts';
import type { Ticks } from '@assay/domain/market/quote.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import type { SpotSide, SpotTerms } from '@assay/domain/spot/terms.ts';
import type { Queryable } from '../platform/database.ts';
import type { Account } from '../portfolio/index.ts';

/** A row of `spot_orders` as `columns` reads it. Prices are ticks, amounts smallest units of their asset. */
export interface SpotRow {
  readonly id: number;
  readonly orderNo: string;
  readonly userId: string;
  readonly book: Book;
  readonly instrumentId: string;
  readonly code: string;
  readonly orderType: 'market' | 'limit';
  readonly side: SpotSide;
  readonly base: string;
  readonly quantity: bigint;
  readonly sizedBy: 'quantity' | 'turnover';
  readonly priceScale: number;
  readonly feeRate: string;
  readonly limitPrice: Ticks | null;
  readonly createdAt: Date;
  readonly status: SpotStatus;
  readonly hold: bigint;
  readonly quotedAt: number;
  readonly filledPrice: Ticks | null;
  readonly paid: bigint | null;
  readonly received: bigint | null;
  readonly fee: bigint | null;
  readonly profit: bigint | null;
  readonly cost: bigint | null;
  readonly endedAt: Date | null;
  readonly version: number;
}

export const columns = `
  id, order_no as "orderNo", user_id::text as "userId", book, instrument_id as "instrumentId", code, order_type as "orderType",
  side, base, quantity, sized_by as "sizedBy", price_scale as "priceScale", fee_rate::text as "feeRate",
  limit_price as "limitPrice", created_at as "createdAt", status, hold, quoted_at as "quotedAt", filled_price as "filledPrice",
  paid, received, fee, profit, cost, ended_at as "endedAt", version`;

export function termsOf(row: SpotRow): SpotTerms {
  return {
    side: row.side,
    base: assetOf(row.base),
    quantity: amount(row.quantity),
    priceScale: row.priceScale,
    feeRate: toFixed(row.feeRate),
  };
}

/** A market order never waits; a waiting row without a limit is our own mistake. */
export function limitOf(row: SpotRow): Ticks {
  if (row.limitPrice === null) throw new Error(`spot order ${row.id} has no limit`);
  return row.limitPrice;
}

/** Ids on the wire tell the products apart: `s12`. */
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
