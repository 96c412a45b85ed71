import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { cx } from './cx.ts';
import { Field, controlBox } from './field.tsx';

interface SelectProps<V extends string> {
  label: string;
  value: V;
  onChange(value: V): void;
  options: readonly { value: V; label: string }[];
  error?: string;
  disabled?: boolean;
  className?: string;
}

/** One of a list. */
export function Select<V extends string>({
  label,
  value,
  onChange,
  options,
  error,
  disabled = false,
  className,
}: SelectProps<V>) {
  return (
    <Field label={label} error={error} {...(className === undefined ? {} : { className })}>
      {(wiring) => (
        <Base.Root
          items={options}
          value={value}
          disabled={disabled}
          onValueChange={(next) => {
            if (next !== null) onChange(next);
          }}
        >
          <Base.Trigger {...wiring} className={cx(controlBox, 'justify-between text-start aria-invalid:border-danger')}>
            <Base.Value />
            <Base.Icon>
              <ChevronDown aria-hidden className="size-icon text-muted" />
            </Base.Icon>
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner sideOffset={6} alignItemWithTrigger={false} collisionPadding={8} className="z-50 outline-none">
              <Base.Popup className="max-h-[var(--available-height)] min-w-(--anchor-width) overflow-y-auto rounded-middle border border-line bg-surface-2 p-s1 shadow-raised outline-none">
                <Base.List>
                  {options.map((option) => (
                    <Base.Item
                      key={option.value}
                      value={option.value}
                      className="flex min-h-control-small cursor-pointer items-center justify-between gap-s3 rounded-small px-s3 py-s2 outline-none select-none data-highlighted:bg-surface-3 data-selected:text-accent mobile:min-h-control"
                    >
                      <Base.ItemText>{option.label}</Base.ItemText>
                      <Base.ItemIndicator>
                        <Check aria-hidden className="size-icon" />
                      </Base.ItemIndicator>
                    </Base.Item>
                  ))}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
