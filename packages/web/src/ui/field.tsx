import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export interface Labels {
  label: string;
  /** What is wrong, in the person's language; read out when it appears. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Shown in line with the label, at the end: a balance, a link. */
  aside?: ReactNode;
}

interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, hint and error around any control; the control gets the attributes that tie them together. */
export function Field({
  label,
  error,
  hint,
  aside,
  className,
  children,
}: Labels & { className?: string; children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={cx('flex flex-col', className)}>
      <div className="mb-s2 flex items-baseline justify-between gap-s3">
        <label htmlFor={id} className="text-caption font-medium text-muted">
          {label}
        </label>
        {aside === undefined ? null : <span className="text-caption text-muted">{aside}</span>}
      </div>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error !== undefined || undefined,
      })}
      {/* Hints may follow prices: they are read with the field, not each time that they change. */}
      <div aria-live="polite">
        {error === undefined ? null : (
          <p id={`${id}-error`} className="mt-s2 flex items-start gap-s1 text-caption text-danger">
            <CircleAlert aria-hidden className="mt-[0.15em] size-[1.15em] shrink-0" />
            {error}
          </p>
        )}
      </div>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="mt-s2 text-caption text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export const controlBox = cx(
  'flex min-h-control w-full items-center gap-s2 rounded-middle border border-line-strong bg-surface-0 px-s4 transition-quick',
  'hover:border-muted focus-within:border-accent has-aria-invalid:border-danger has-[input:disabled]:opacity-60',
);
export const bareInput = 'min-w-0 flex-1 self-stretch bg-transparent text-text outline-none placeholder:text-muted';

/** A text field. `start` and `end` are inside its frame: an icon, a unit, a button. */
export function Input({
  label,
  error,
  hint,
  aside,
  start,
  end,
  className,
  ...rest
}: Labels & { start?: ReactNode; end?: ReactNode } & Omit<ComponentProps<'input'>, 'children'>) {
  return (
    <Field label={label} error={error} hint={hint} aside={aside} {...(className === undefined ? {} : { className })}>
      {(wiring) => (
        <div className={controlBox}>
          {start}
          <input {...rest} {...wiring} className={bareInput} />
          {end}
        </div>
      )}
    </Field>
  );
}
