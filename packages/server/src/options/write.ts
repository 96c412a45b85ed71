import type { OptionRow } from '@assay/domain/options/option.ts';
import { type Change, OrderTable } from '../dealing/index.ts';
import type { Transaction } from '../platform/database.ts';
import { columns } from './row.ts';

export const optionsTable = new OrderTable<OptionRow>({
  table: 'options',
  columns,
  placed: [
    ['book', 'text', (row) => row.book],
    ['instrument_id', 'text', (row) => row.instrumentId],
    ['code', 'text', (row) => row.code],
    ['source', 'text', (row) => row.source],
    ['direction', 'text', (row) => row.direction],
    ['stake', 'numeric', (row) => row.stake],
    ['period_id', 'text', (row) => row.periodId],
    ['period_count', 'integer', (row) => row.periodCount],
    ['period_unit', 'text', (row) => row.periodUnit],
    ['payout_rate', 'numeric', (row) => row.payoutRate],
    ['strike', 'bigint', (row) => row.strike],
    ['price_scale', 'smallint', (row) => row.priceScale],
    ['stale_after_ms', 'integer', (row) => row.staleAfterMs],
    ['opened_at', 'timestamptz', (row) => row.openedAt],
    ['expires_at', 'timestamptz', (row) => row.expiresAt],
  ],
  living: [
    ['status', 'text', (row) => row.status],
    ['void_reason', 'text', (row) => row.voidReason],
    ['settlement', 'bigint', (row) => row.settlement],
    ['profit', 'numeric', (row) => row.profit],
    ['settled_at', 'timestamptz', (row) => row.settledAt],
  ],
  known: [['status', 'text', (row) => row.status]],
});

/** What is written of an option: the row as it was and as it becomes, or the action that it lived through, which leaves the row as it is. */
export interface OptionChange extends Change<OptionRow> {
  readonly action: number | null;
}

/** Sends new and settled options, and what actions made of them. */
export function writeOptions(tx: Transaction, changes: readonly OptionChange[]): void {
  optionsTable.write(
    tx,
    changes.filter(({ action }) => action === null),
  );
  const adjusted = changes.filter(({ action }) => action !== null);
  for (const [action, some] of Map.groupBy(adjusted, (change) => change.action)) {
    tx.withCommit("select adjust_orders('options', $1, $2, '{}', '{}')", [action, some.map(({ row }) => row.id)]);
  }
}
