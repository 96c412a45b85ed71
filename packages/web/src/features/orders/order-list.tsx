import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';

interface OrderListProps<Order> {
  label: string;
  /** The first heads a phone's card, the one with the key `profit` is beside it, `actions` end it. */
  columns: readonly Column<Order>[];
  rows: readonly Order[];
}

/** Orders as a table on a desktop, as cards on a phone: the same columns either way. */
export function OrderList<Order extends { readonly id: string }>({ label, columns, rows }: OrderListProps<Order>) {
  if (!isMobile) return <DataTable tight label={label} columns={columns} rows={rows} rowKey={({ id }) => id} />;
  const [head, ...rest] = columns;
  const fields = rest.filter(({ key }) => key !== 'actions' && key !== 'profit');
  const part = (row: Order, key: string): ReactNode => columns.find((column) => column.key === key)?.cell(row) ?? null;
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-col gap-s4 px-side py-s5">
          <div className="flex items-start justify-between gap-s4">
            <h2>{head?.cell(row)}</h2>
            <div className="text-end">{part(row, 'profit')}</div>
          </div>
          <dl className="grid grid-cols-3 gap-x-s4 gap-y-s3">
            {fields.map(({ key, header, wide = false, cell }) => (
              <div key={key} className={cx('min-w-0', wide && 'col-span-2')}>
                <dt className="text-caption text-muted">{header}</dt>
                {/* What stays in one line in a table would reach over the figure beside it here, or beyond the page. */}
                <dd className="numbers break-words **:whitespace-normal">{cell(row)}</dd>
              </div>
            ))}
          </dl>
          {part(row, 'actions')}
        </li>
      ))}
    </ul>
  );
}
