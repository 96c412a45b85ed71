import type { CostBasis } from '@assay/domain/spot/cost.ts';
import type { SpotRow } from '@assay/domain/spot/order.ts';
import { type Change, OrderTable } from '../dealing/index.ts';
import type { Transaction } from '../platform/database.ts';
import { writeCosts } from './costs.ts';
import { columns } from './row.ts';

/** What is written of an order: the row as it was and as it becomes, and after a deal what the account's coins have cost. */
export interface SpotChange extends Change<SpotRow> {
  readonly basis: CostBasis | null;
}

export const spotTable = new OrderTable<SpotRow>({
  table: 'spot_orders',
  columns,
  placed: [
    ['book', 'text', (row) => row.book],
    ['instrument_id', 'text', (row) => row.instrumentId],
    ['code', 'text', (row) => row.code],
    ['order_type', 'text', (row) => row.orderType],
    ['side', 'text', (row) => row.side],
    ['base', 'text', (row) => row.base],
    ['price_scale', 'smallint', (row) => row.priceScale],
    ['fee_rate', 'numeric', (row) => row.feeRate],
    ['created_at', 'timestamptz', (row) => row.createdAt],
  ],
  living: [
    ['status', 'text', (row) => row.status],
    ['quantity', 'numeric', (row) => row.quantity],
    ['sized_by', 'text', (row) => row.sizedBy],
    ['limit_price', 'bigint', (row) => row.limitPrice],
    ['trigger_price', 'bigint', (row) => row.triggerPrice],
    ['expires_at', 'timestamptz', (row) => row.expiresAt],
    ['amendments', 'jsonb', (row) => row.amendments && JSON.stringify(row.amendments)],
    ['triggered_at', 'timestamptz', (row) => row.triggeredAt],
    ['hold', 'numeric', (row) => row.hold],
    ['quoted_at', 'bigint', (row) => row.quotedAt],
    ['filled_price', 'bigint', (row) => row.filledPrice],
    ['paid', 'numeric', (row) => row.paid],
    ['received', 'numeric', (row) => row.received],
    ['fee', 'numeric', (row) => row.fee],
    ['profit', 'numeric', (row) => row.profit],
    ['cost', 'numeric', (row) => row.cost],
    ['with_fees', 'boolean', (row) => row.withFees],
    ['reason', 'text', (row) => row.reason],
    ['ended_at', 'timestamptz', (row) => row.endedAt],
  ],
  known: [['version', 'integer', (row) => row.version]],
});

/** Sends new and changed orders, and what coins have cost. */
export function writeSpot(tx: Transaction, changes: readonly SpotChange[]): void {
  spotTable.write(tx, changes);
  writeCosts(
    tx,
    changes.flatMap(({ row: { userId, book, base: asset }, basis }) =>
      basis === null ? [] : [{ userId, book, asset, basis }],
    ),
  );
}
