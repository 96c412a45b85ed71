import type { Transaction } from '../platform/database.ts';
import type { Charge, PositionChange } from './draft.ts';
import type { PositionRow } from './row.ts';

type Column = readonly [name: string, type: string, value: (row: PositionRow) => unknown];

/** Frozen when an order is placed. */
const ordered: readonly Column[] = [
  ['order_no', 'text', (row) => row.orderNo],
  ['user_id', 'bigint', (row) => row.userId],
  ['book', 'text', (row) => row.book],
  ['instrument_id', 'text', (row) => row.instrumentId],
  ['code', 'text', (row) => row.code],
  ['order_type', 'text', (row) => row.orderType],
  ['side', 'text', (row) => row.side],
  ['leverage', 'integer', (row) => row.leverage],
  ['lots', 'numeric', (row) => row.lots],
  ['lot_size', 'numeric', (row) => row.lotSize],
  ['price_scale', 'smallint', (row) => row.priceScale],
  ['fee_rate', 'numeric', (row) => row.feeRate],
  ['maintenance_rate', 'numeric', (row) => row.maintenanceRate],
  ['financing_rate', 'numeric', (row) => row.financingRate],
  ['limit_price', 'bigint', (row) => row.limitPrice],
  ['created_at', 'timestamptz', (row) => row.createdAt],
];

/** What changes while it lives. The database counts versions itself. */
const living: readonly Column[] = [
  ['conversion', 'numeric', (row) => row.conversion],
  ['open_price', 'bigint', (row) => row.openPrice],
  ['opened_at', 'timestamptz', (row) => row.openedAt],
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
  ['trailing_distance', 'bigint', (row) => row.trailingDistance],
  ['trailing_best', 'bigint', (row) => row.trailingBest],
  ['quoted_at', 'bigint', (row) => row.quotedAt],
  ['close_reason', 'text', (row) => row.closeReason],
  ['close_price', 'bigint', (row) => row.closePrice],
  ['closed_at', 'timestamptz', (row) => row.closedAt],
  ['close_fee', 'numeric', (row) => row.closeFee],
  ['profit', 'numeric', (row) => row.profit],
  ['gap', 'numeric', (row) => row.gap],
  ['margin_warned', 'boolean', (row) => row.marginWarned],
];

const id: Column = ['id', 'bigint', (row) => row.id];
const inserted = [id, ...ordered, ...living];
const updated: readonly Column[] = [id, ['version', 'integer', (row) => row.version], ...living];

const namesOf = (columns: readonly Column[]) => columns.map(([name]) => name).join(', ');
const listsOf = (columns: readonly Column[]) => columns.map(([, type], place) => `$${place + 1}::${type}[]`).join(', ');
const valuesOf = (columns: readonly Column[], rows: readonly PositionRow[]) =>
  columns.map(([, , value]) => rows.map((row) => value(row)));

const insert = `insert into positions (${namesOf(inserted)}) overriding system value select * from unnest(${listsOf(inserted)})`;
// A row that is not as it was when it was decided about fails the transaction: its lock has made that impossible.
const update = `with changed as (
    update positions p set ${living.map(([name]) => `${name} = n.${name}`).join(', ')}
    from unnest(${listsOf(updated)}) n (${namesOf(updated)}) where p.id = n.id and p.version = n.version - 1
    returning p.id
  ) select all_or_none(count(*), cardinality($1)) from changed`;

/** Sends new and changed orders and their financing charges, each by one statement. */
export function writePositions(tx: Transaction, changes: readonly PositionChange[]): void {
  const rowsOf = (isNew: boolean) => changes.flatMap((change) => (change.isNew === isNew ? [change.row] : []));
  const [added, changed] = [rowsOf(true), rowsOf(false)];
  if (added.length > 0) tx.last(insert, valuesOf(inserted, added));
  if (changed.length > 0) tx.last(update, valuesOf(updated, changed));
  writeCharges(
    tx,
    changes.flatMap(({ charges }) => charges),
  );
}

function writeCharges(tx: Transaction, charges: readonly Charge[]): void {
  if (charges.length === 0) return;
  tx.last(
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
