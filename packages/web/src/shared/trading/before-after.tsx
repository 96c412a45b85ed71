import { type Amount, type Asset, formatAmount } from '@assay/domain/money/amount.ts';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../words/format.ts';

interface BeforeAfterProps {
  before: Amount;
  after: Amount | null;
  asset: Asset;
}

/** An available balance now and, where an order changes it, after that. */
export function BeforeAfter({ before, after, asset }: BeforeAfterProps) {
  const format = useFormat();
  const shown = (value: Amount) => format.amount(formatAmount(value, asset), asset.code);
  if (after === null || after === before) return `${shown(before)} ${asset.code}`;
  return <Changed before={shown(before)} after={shown(after)} wrong={after < 0n} />;
}

interface ChangedProps {
  before: ReactNode;
  after: ReactNode;
  /** What it would come to cannot be. */
  wrong?: boolean;
}

/** A figure now, and after what is about to be done. */
export function Changed({ before, after, wrong = false }: ChangedProps) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-s1">
      <span className="font-normal text-muted">{before}</span>
      <ArrowRight aria-hidden className="size-[1em] text-muted" />
      <span className={wrong ? 'font-semibold text-danger' : 'font-semibold'}>{after}</span>
    </span>
  );
}
