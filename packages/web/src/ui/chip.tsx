import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** A small toggle: a filter, a period, a share of the balance. */
export function Chip({ chosen = false, className, ...rest }: { chosen?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      {...rest}
      className={cx(
        'inline-flex min-h-control-small shrink-0 items-center justify-center gap-s1 rounded-small border px-s3 text-caption whitespace-nowrap transition-quick disabled:opacity-50',
        chosen
          ? 'border-accent bg-accent-soft font-medium text-accent'
          : 'border-line bg-transparent text-muted hover:border-line-strong hover:text-text',
        className,
      )}
    />
  );
}
