import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Figure {
  readonly name: ReactNode;
  readonly value: ReactNode;
  readonly strong?: boolean;
}

interface FiguresProps {
  figures: readonly Figure[];
  /** Beside a form, where a price moves them: small and close together, without lines. What is agreed to has a line each. */
  dense?: boolean;
  className?: string;
}

/** What follows other figures goes on where they end. */
const afterOthers = 'border-line [dl+&]:border-t [dl+.contents>&:first-child]:border-t';

/** Figures with their names, one below the other: the one way in which a question, a ticket and a cost are read. */
export function Figures({ figures, dense = false, className }: FiguresProps) {
  if (figures.length === 0) return null;
  return (
    <dl className={cx('flex flex-col', dense ? 'gap-s1 text-caption' : cx('divide-y divide-line', afterOthers), className)}>
      {figures.map(({ name, value, strong = false }, index) => (
        <div key={index} className={cx('flex items-baseline justify-between gap-s4', dense ? 'py-[1px]' : 'py-s2')}>
          <dt className="max-w-[70%] shrink-0 text-muted">{name}</dt>
          {/* By its side of the page: left-to-right text within it is aligned the same way. */}
          <dd className={cx('numbers min-w-0 text-right rtl:text-left', strong ? 'font-semibold' : !dense && 'font-medium')}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
