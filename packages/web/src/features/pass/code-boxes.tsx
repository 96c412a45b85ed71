import { type ComponentProps, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';

const places = [0, 1, 2, 3, 4, 5] as const;

interface CodeBoxesProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  label: string;
  value: string;
  error?: string | undefined;
  onChange(digits: string): void;
}

/** Six boxes for a mailed code. It is one field that is drawn as six: a code that is pasted or offered by the phone fills them all. */
export function CodeBoxes({ label, value, error, onChange, ...rest }: CodeBoxesProps) {
  const [isFocused, setFocused] = useState(false);
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <div dir="ltr" className="relative grid grid-cols-6 gap-s2">
          {places.map((place) => (
            <span
              key={place}
              aria-hidden
              className={cx(
                'numbers grid h-[max(0.64rem,52px)] place-items-center rounded-middle border bg-surface-0 text-title font-semibold transition-quick',
                error !== undefined
                  ? 'border-danger'
                  : isFocused && place === Math.min(value.length, 5)
                    ? 'border-accent'
                    : 'border-line-strong',
              )}
            >
              {value[place] ?? ''}
            </span>
          ))}
          <input
            {...rest}
            {...wiring}
            value={value}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="absolute inset-0 w-full cursor-text rounded-middle bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent"
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, '').slice(0, 6))}
          />
        </div>
      )}
    </Field>
  );
}
