import { type Amount, type Asset, formatAmount } from '@assay/domain/money/amount.ts';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/words/format.ts';
import { cx } from '../../../ui/cx.ts';

export interface Figure {
  readonly name: ReactNode;
  readonly value: ReactNode;
  readonly strong?: boolean;
}

/** Figures with their names, one below the other. */
export function FigureList({ figures }: { figures: readonly Figure[] }) {
  if (figures.length === 0) return null;
  return (
    <dl className="flex flex-col gap-s1 text-caption">
      {figures.map(({ name, value, strong = false }, index) => (
        <div key={index} className="flex items-baseline justify-between gap-s4 py-[1px]">
          <dt className="text-muted">{name}</dt>
          <dd className={cx('numbers text-end', strong && 'font-semibold')}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An available balance now and, where there is an order, after it. */
export function BeforeAfter({ before, after, asset }: { before: Amount; after: Amount | null; asset: Asset }) {
  const format = useFormat();
  const shown = (value: Amount) => format.amount(formatAmount(value, asset), asset.code);
  if (after === null) return `${shown(before)} ${asset.code}`;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-s1">
      <span className="text-muted">{shown(before)}</span>
      <ArrowRight aria-hidden className="size-[1em] text-muted" />
      <span className={cx('font-semibold', after < 0n && 'text-danger')}>{shown(after)}</span>
    </span>
  );
}
