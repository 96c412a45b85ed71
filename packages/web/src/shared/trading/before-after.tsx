import { type Amount, type Asset, formatAmount } from '@assay/domain/money/amount.ts';
import { ArrowRight } from 'lucide-react';
import { useFormat } from '../words/format.ts';

interface BeforeAfterProps {
  before: Amount;
  after: Amount | null;
  asset: Asset;
}

/** An available balance now and, where there is an order, after it. */
export function BeforeAfter({ before, after, asset }: BeforeAfterProps) {
  const format = useFormat();
  const shown = (value: Amount) => format.amount(formatAmount(value, asset), asset.code);
  if (after === null) return `${shown(before)} ${asset.code}`;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-s1">
      <span className="font-normal text-muted">{shown(before)}</span>
      <ArrowRight aria-hidden className="size-[1em] text-muted" />
      <span className={after < 0n ? 'font-semibold text-danger' : 'font-semibold'}>{shown(after)}</span>
    </span>
  );
}
