import type { Adjustment, Charge, PositionRow, Superseded } from '@assay/domain/positions/position.ts';
import { type Change, type Column, OrderTable } from '../dealing/index.ts';
import type { Transaction } from '../platform/database.ts';
import { columns } from './row.ts';

/** What is written of an order: the row as it was and as it becomes, its charges, the action that it lived through, terms that it had. */
export interface PositionChange extends Change<PositionRow> {
  readonly charges: readonly Charge[];
  readonly adjustment: Adjustment | null;
  readonly superseded: Superseded | null;
}

/** Frozen when an order is placed. */
const placed: readonly Column<PositionRow>[] = [
  ['book', 'text', (row) => row.book],
  ['instrument_id', 'text', (row) => row.instrumentId],
  ['code', 'text', (row) => row.code],
  ['order_type', 'text', (row) => row.orderType],
  ['side', 'text', (row) => row.side],
  ['leverage', 'integer', (row) => row.leverage],
  ['lot_size', 'numeric', (row) => row.lotSize],
  ['price_scale', 'smallint', (row) => row.priceScale],
  ['fee_rate', 'numeric', (row) => row.feeRate],
  ['maintenance_rate', 'numeric', (row) => row.maintenanceRate],
  ['financing_rate', 'numeric', (row) => row.financingRate],
  ['created_at', 'timestamptz', (row) => row.createdAt],
  ['part_of', 'bigint', (row) => row.partOf],
];

/** What changes while it lives. The database counts versions itself. */
const living: readonly Column<PositionRow>[] = [
  ['limit_price', 'bigint', (row) => row.limitPrice],
  ['trigger_price', 'bigint', (row) => row.triggerPrice],
  ['triggered_at', 'timestamptz', (row) => row.triggeredAt],
  ['expires_at', 'timestamptz', (row) => row.expiresAt],
  ['amendments', 'integer', (row) => row.amendments],
  ['conversion', 'numeric', (row) => row.conversion],
  ['open_price', 'bigint', (row) => row.openPrice],
  ['opened_at', 'timestamptz', (row) => row.openedAt],
  ['lots', 'numeric', (row) => row.lots],
  ['parts', 'integer', (row) => row.parts],
  ['margin', 'numeric', (row) => row.margin],
  ['maintenance', 'numeric', (row) => row.maintenance],
  ['open_fee', 'numeric', (row) => row.openFee],
  ['status', 'text', (row) => row.status],
  ['hold', 'numeric', (row) => row.hold],
  ['margin_taken', 'numeric', (row) => row.marginTaken],
  ['financing', 'numeric', (row) => row.financing],
  ['financed_until', 'timestamptz', (row) => row.financedUntil],
  ['liquidation_price', 'bigint', (row) => row.liquidationPrice],
  ['stop_loss', 'bigint', (row) => row.stopLoss],
  ['take_profit', 'bigint', (row) => row.takeProfit],
  ['targets', 'jsonb', ({ targets }) => targets && JSON.stringify(targets)],
  ['trailing_distance', 'bigint', (row) => row.trailingDistance],
  ['trailing_best', 'bigint', (row) => row.trailingBest],
  ['trailing_bps', 'integer', (row) => row.trailingBps],
  ['quoted_at', 'bigint', (row) => row.quotedAt],
  ['close_reason', 'text', (row) => row.closeReason],
  ['close_price', 'bigint', (row) => row.closePrice],
  ['closed_at', 'timestamptz', (row) => row.closedAt],
  ['close_fee', 'numeric', (row) => row.closeFee],
  ['profit', 'numeric', (row) => row.profit],
  ['gap', 'numeric', (row) => row.gap],
  ['margin_warned', 'boolean', (row) => row.marginWarned],
];

export const positionsTable = new OrderTable<PositionRow>({
  table: 'positions',
  columns,
  placed,
  living,
  known: [['version', 'integer', (row) => row.version]],
});

/** Sends new and changed orders, their charges, what actions made of them and terms that they had, each by one statement. */
export function writePositions(tx: Transaction, changes: readonly PositionChange[]): void {
  positionsTable.write(tx, changes);
  writeCharges(
    tx,
    changes.flatMap(({ charges }) => charges),
  );
  writeSuperseded(
    tx,
    changes.flatMap(({ superseded }) => (superseded === null ? [] : [superseded])),
  );
  const adjustments = changes.flatMap(({ adjustment }) => (adjustment === null ? [] : [adjustment]));
  for (const [action, adjusted] of Map.groupBy(adjustments, (each) => each.action)) writeAdjusted(tx, action, adjusted);
}

/** Only an approved action that is under way gets through: the database looks itself. */
function writeAdjusted(tx: Transaction, action: number, adjusted: readonly Adjustment[]): void {
  tx.withCommit("select adjust_orders('contracts', $1, $2, $3, $4)", [
    action,
    adjusted.map(({ positionId }) => positionId),
    adjusted.map(({ amount }) => amount),
    adjusted.map(({ fromMargin }) => fromMargin),
  ]);
}

function writeSuperseded(tx: Transaction, terms: readonly Superseded[]): void {
  if (terms.length === 0) return;
  tx.withCommit(
    `insert into superseded_terms (position_id, number, lots, limit_price, trigger_price, conversion, hold, until)
     select * from unnest($1::bigint[], $2::integer[], $3::numeric[], $4::bigint[], $5::bigint[], $6::numeric[], $7::numeric[], $8::timestamptz[])`,
    [
      terms.map(({ positionId }) => positionId),
      terms.map(({ number }) => number),
      terms.map(({ lots }) => lots),
      terms.map(({ limitPrice }) => limitPrice),
      terms.map(({ triggerPrice }) => triggerPrice),
      terms.map(({ conversion }) => conversion),
      terms.map(({ hold }) => hold),
      terms.map(({ until }) => until),
    ],
  );
}

function writeCharges(tx: Transaction, charges: readonly Charge[]): void {
  if (charges.length === 0) return;
  tx.withCommit(
    `insert into position_financing (position_id, due_at, days, amount, from_margin)
     select * from unnest($1::bigint[], $2::timestamptz[], $3::smallint[], $4::numeric[], $5::numeric[])`,
    [
      charges.map(({ positionId }) => positionId),
      charges.map(({ dueAt }) => dueAt),
      charges.map(({ days }) => days),
      charges.map(({ amount }) => amount),
      charges.map(({ fromMargin }) => fromMargin),
    ],
  );
}
