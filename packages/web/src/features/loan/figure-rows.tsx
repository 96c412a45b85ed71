import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

export interface FigureRow {
  readonly name: string;
  readonly value: ReactNode;
  readonly strong?: boolean;
}

/** Figures with their names, one under the other. */
export function FigureRows({ rows, className }: { rows: readonly FigureRow[]; className?: string }) {
  return (
    <dl className={cx('flex flex-col divide-y divide-line', className)}>
      {rows.map(({ name, value, strong = false }) => (
        <div key={name} className="flex items-baseline justify-between gap-s4 py-s2">
          <dt className="text-muted">{name}</dt>
          <dd className={cx('numbers text-end', strong && 'font-semibold')}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
