import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';

/**
 * A position between both ends, from 0 to 1, from left to right in every language. No component of its own: it is drawn with
 * each price of a row.
 */
export function rangeMark(place: number, className?: string): ReactNode {
  return (
    <span dir="ltr" aria-hidden className={cx('relative block h-[4px] rounded-large bg-surface-3', className)}>
      <span
        className="absolute -top-[3px] size-[10px] -translate-x-1/2 rounded-large border-2 border-surface-1 bg-accent-fill"
        style={{ left: `${(place * 100).toFixed(1)}%` }}
      />
    </span>
  );
}
