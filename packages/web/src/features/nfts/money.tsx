import { useFormat } from '../../shared/words/format.ts';
import { cx } from '../../ui/cx.ts';

/** An amount of USDT to its last unit, in one piece whichever way the text runs. */
export function Money({ value, className }: { value: string; className?: string }) {
  const format = useFormat();
  return (
    <bdi dir="ltr" className={cx('numbers whitespace-nowrap', className)}>
      {format.exactAmount(value)} <span className="text-caption font-normal text-muted">USDT</span>
    </bdi>
  );
}
