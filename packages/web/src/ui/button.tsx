import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';

export type ButtonLook = 'primary' | 'secondary' | 'ghost' | 'gain' | 'loss' | 'danger';
type ButtonSize = 'normal' | 'small';

const looks: Record<ButtonLook, string> = {
  primary: 'border-transparent bg-accent-fill text-on-accent font-semibold hover:brightness-110 active:brightness-95',
  secondary: 'border-line bg-surface-2 text-text hover:border-line-strong hover:bg-surface-3',
  ghost: 'border-transparent text-muted hover:bg-surface-2 hover:text-text',
  gain: 'border-transparent bg-gain text-on-change font-semibold hover:brightness-110 active:brightness-95',
  loss: 'border-transparent bg-loss text-on-change font-semibold hover:brightness-110 active:brightness-95',
  danger: 'border-danger bg-transparent text-danger hover:bg-danger-soft',
};

function classes(look: ButtonLook, size: ButtonSize, block: boolean, className: string | undefined): string {
  return cx(
    'relative inline-flex select-none items-center justify-center gap-s2 rounded-middle border text-center leading-tight transition-quick',
    'disabled:opacity-50 disabled:hover:brightness-100 aria-disabled:opacity-50 aria-busy:cursor-progress aria-busy:opacity-100',
    size === 'normal' ? 'min-h-control px-s5 py-s1' : 'min-h-control-small px-s4 py-s1 text-caption',
    block && 'w-full',
    looks[look],
    className,
  );
}

interface Common {
  look?: ButtonLook;
  size?: ButtonSize;
  /** Takes the whole width. */
  block?: boolean;
}

/** `busy` keeps the label and its room, shows beside it that work is under way, and takes no second press. */
export function Button({
  look = 'secondary',
  size = 'normal',
  block = false,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: Common & { busy?: boolean; children: ReactNode } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy ? true : rest['aria-disabled']}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      className={classes(look, size, block, className)}
    >
      {busy ? <BusyLabel>{children}</BusyLabel> : children}
    </button>
  );
}

/** Two sides that share what the label leaves free and the rim too: the ring is before the label and does not move it. */
function BusyLabel({ children }: { children: ReactNode }) {
  return (
    <>
      <span aria-hidden className="-ms-s3 -me-s2 flex min-w-0 flex-1 basis-0 items-center justify-end">
        <LoaderCircle strokeWidth={3} className="size-[0.8em] shrink-0 turn" />
        <span className="w-[0.35em] min-w-0 shrink" />
      </span>
      <span className="inline-flex max-w-full items-center justify-center gap-s2">{children}</span>
      <span aria-hidden className="-ms-s2 -me-s3 min-w-0 flex-1 basis-0" />
    </>
  );
}

/** A link that looks like a button: it goes somewhere, a button does something. */
export function ButtonLink({
  look = 'secondary',
  size = 'normal',
  block = false,
  className,
  ...rest
}: Common & ComponentProps<typeof Link>) {
  return <Link {...rest} className={classes(look, size, block, className)} />;
}

/** A square button with an icon only; its label is read out and shown as a hint. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: { label: string; children: ReactNode } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        'relative inline-flex size-control shrink-0 items-center justify-center rounded-middle text-muted transition-quick',
        'hover:bg-surface-2 hover:text-text disabled:opacity-50 [&>svg]:size-icon',
        className,
      )}
    >
      {children}
    </button>
  );
}
