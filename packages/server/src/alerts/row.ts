import type { PriceAlert } from '@assay/contract/endpoints/notification.ts';
import type { AlertDirection } from '@assay/contract/vocabulary/notifications.ts';
import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { Resting } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';

/** A row of `price_alerts` as `columns` reads it. */
export interface AlertRow {
  readonly id: number;
  readonly userId: string;
  readonly code: string;
  readonly direction: AlertDirection;
  readonly price: Ticks;
  readonly priceScale: number;
  readonly createdAt: Date;
  readonly quotedAt: number;
  readonly version: number;
}

export const columns = `
  id, user_id::text as "userId", code, direction, price, price_scale as "priceScale", created_at as "createdAt",
  quoted_at as "quotedAt", version`;

/** Topic on which alerts that begin and end are published to the engine, as a `Resting`. */
export const alertsTopic = 'priceAlerts';

/** Above waits for a price at which one could sell, below for one at which one could buy. */
export function restingOf({ id, version, code, direction, price, quotedAt }: AlertRow): Resting {
  const prices = direction === 'above' ? { bidRises: price } : { askFalls: price };
  return { id, version, code, alive: true, prices, trailing: null, quotedAt };
}

/** An alert that is not there any more. */
export function endOf(row: AlertRow): Resting {
  return { ...restingOf(row), version: row.version + 1, alive: false, prices: {} };
}

export function toWire({ id, code, direction, price, priceScale, createdAt }: AlertRow): PriceAlert {
  const text = formatFixed(priceOf(price, { priceScale }), priceScale);
  return { id: String(id), code, direction, price: text, createdAt: createdAt.toISOString() };
}

export async function listAlerts(db: Queryable, userId: string): Promise<PriceAlert[]> {
  const rows = await db.query<AlertRow>(`select ${columns} from price_alerts where user_id = $1 order by id desc`, [userId]);
  return rows.map(toWire);
}
