import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface SegmentedProps<V extends string> {
  label: string;
  value: V;
  onChange(value: V): void;
  options: readonly { value: V; label: ReactNode; className?: string }[];
  /** Small enough to be in line with a label. */
  compact?: boolean;
  className?: string;
}

/** One of a few, side by side. An option's own class colours it while it is chosen. */
export function Segmented<V extends string>({
  label,
  value,
  onChange,
  options,
  compact = false,
  className,
}: SegmentedProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx('flex flex-wrap rounded-middle bg-surface-0', compact ? 'gap-[2px] p-[2px]' : 'gap-s1 p-s1', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'flex flex-1 items-center justify-center rounded-small text-center leading-tight transition-quick has-focus-visible:outline-2 has-focus-visible:outline-accent',
            compact
              ? 'min-h-[24px] px-s2 text-caption whitespace-nowrap'
              : 'min-h-control-small px-s2 py-s1 dense:whitespace-nowrap',
            option.value === value
              ? cx('font-semibold', option.className ?? 'bg-surface-3 text-text')
              : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
