import type { FeedKind, TimeUnit } from '@assay/contract/vocabulary/markets.ts';
import type { Book, OptionStatus, VoidReason } from '@assay/contract/vocabulary/statuses.ts';
import type { Ticks } from '@assay/domain/market/quote.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import type { Direction, OptionTerms } from '@assay/domain/options/decide-buy.ts';
import type { Queryable } from '../platform/database.ts';
import type { Account } from '../portfolio/index.ts';

/** A row of `options` as `columns` reads it. Prices are ticks, money is micro-USDT, the rate is a decimal as text. */
export interface OptionRow {
  readonly id: number;
  readonly orderNo: string;
  readonly userId: string;
  readonly book: Book;
  readonly instrumentId: string;
  readonly code: string;
  readonly source: FeedKind;
  readonly direction: Direction;
  readonly stake: bigint;
  readonly periodId: string;
  readonly periodCount: number;
  readonly periodUnit: TimeUnit;
  readonly payoutRate: string;
  readonly strike: Ticks;
  readonly priceScale: number;
  readonly staleAfterMs: number;
  readonly openedAt: Date;
  readonly expiresAt: Date;
  readonly status: OptionStatus;
  readonly voidReason: VoidReason | null;
  readonly settlement: Ticks | null;
  readonly profit: bigint | null;
  readonly settledAt: Date | null;
}

export const columns = `
  id, order_no as "orderNo", user_id::text as "userId", book, instrument_id as "instrumentId", code, source, direction, stake,
  period_id as "periodId", period_count as "periodCount", period_unit as "periodUnit", payout_rate::text as "payoutRate",
  strike, price_scale as "priceScale", stale_after_ms as "staleAfterMs", opened_at as "openedAt", expires_at as "expiresAt",
  status, void_reason as "voidReason", settlement, profit, settled_at as "settledAt"`;

export function termsOf(row: OptionRow): OptionTerms {
  const { direction, strike, priceScale, staleAfterMs } = row;
  return {
    direction,
    strike,
    priceScale,
    staleAfterMs,
    stake: amount(row.stake),
    payoutRate: toFixed(row.payoutRate),
    openedAt: row.openedAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
  };
}

/** On the wire an option's id begins with a letter, since other kinds of orders are numbered too: `o12`. */
export function wireId(id: number): string {
  return `o${id}`;
}

/** Undefined for what is no id of an option. */
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
