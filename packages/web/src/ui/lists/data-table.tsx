import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface Column<Row> {
  key: string;
  header: string;
  /** What can be done with all rows, in place of the words over them. */
  head?: ReactNode;
  /** Figures are at the end of their column. */
  align?: 'start' | 'end';
  sortable?: boolean;
  /** Hidden on phones. */
  desktopOnly?: boolean;
  /** In sight at the end of the row, whatever scrolls away beside it: what can be done. */
  stays?: boolean;
  /** Where a phone has a card for each row, it has the room of two figures. */
  wide?: boolean;
  cell(row: Row): ReactNode;
  /** Of all rows together, below them. */
  foot?(rows: readonly Row[]): ReactNode;
}

export interface Sort {
  key: string;
  direction: 'ascending' | 'descending';
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  sort?: Sort | null;
  onSort?(sort: Sort): void;
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode;
  /** Takes the little room that there is beside a ticket; else its outer cells are below the words above it. */
  tight?: boolean;
}

const outer = 'first:ps-s5 last:pe-s5';
const outerTight = cx(outer, 'terminal:first:ps-s4 terminal:last:pe-s4');

const staying = 'desktop:sticky desktop:end-0 bg-surface-1';

/** The head of a sortable column: a button, so that the keyboard reaches it. */
export function SortHeader({
  column,
  sort,
  onSort,
}: {
  column: { key: string; header: string };
  sort: Sort | null;
  onSort(sort: Sort): void;
}) {
  const active = sort?.key === column.key ? sort.direction : null;
  const Icon = active === null ? ChevronsUpDown : active === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => onSort({ key: column.key, direction: active === 'descending' ? 'ascending' : 'descending' })}
      className={cx('inline-flex items-center gap-s1 py-s1 font-medium hover:text-text', active !== null && 'text-text')}
    >
      {column.header}
      <Icon aria-hidden className="size-[1.1em]" />
    </button>
  );
}

/** A plain table that scrolls sideways inside its own frame. Lists of hundreds of live rows are virtualised by their page. */
export function DataTable<Row>({ label, columns, rows, rowKey, sort = null, onSort, empty, tight }: DataTableProps<Row>) {
  const edges = tight === true ? outerTight : outer;
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <div className="relative overflow-x-auto" role="region" aria-label={label} tabIndex={0}>
      <table className="w-full border-collapse dense:text-caption">
        <thead>
          <tr className="border-b border-line text-caption text-muted">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={sort?.key === column.key ? sort.direction : undefined}
                // Where it may wrap, a long word does too.
                style={{ hyphens: 'auto' }}
                className={cx(
                  'px-s3 py-s3 font-medium mobile:whitespace-nowrap terminal:px-s2 dense:not-first:not-last:px-[4px] dense:py-s2',
                  edges,
                  column.align === 'end' ? 'text-end' : 'text-start',
                  column.desktopOnly === true && 'mobile:hidden',
                  column.stays === true && staying,
                )}
              >
                {column.sortable === true && onSort ? (
                  <SortHeader column={column} sort={sort} onSort={onSort} />
                ) : (
                  (column.head ?? column.header)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-b-0">
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={cx(
                    'px-s3 py-s3 dense:py-s2 terminal:px-s2 dense:not-first:not-last:px-[4px]',
                    edges,
                    column.align === 'end' ? 'numbers text-end' : 'text-start',
                    column.desktopOnly === true && 'mobile:hidden',
                    column.stays === true && staying,
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(({ foot }) => foot !== undefined) ? (
          <tfoot>
            <tr className="border-t border-line text-caption">
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={cx(
                    'px-s3 py-s2 terminal:px-s2 dense:not-first:not-last:px-[4px]',
                    edges,
                    column.align === 'end' ? 'numbers text-end' : 'text-start',
                    column.stays === true && cx(staying, 'rounded-ee-large'),
                  )}
                >
                  {column.foot?.(rows)}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}
