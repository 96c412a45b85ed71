import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A surface with a thin line around it: the unit that pages are made of. */
export function Panel({
  title,
  action,
  className,
  children,
}: {
  title?: ReactNode;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={cx('rounded-large border border-line bg-surface-1', className)}>
      {title === undefined ? null : (
        <header className="flex flex-wrap items-center justify-between gap-s4 px-s5 pt-s5">
          <h2 className="text-emphasis font-semibold">{title}</h2>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}

/** The width that reading pages keep; trading screens take the whole window. */
export function Page({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={cx('mx-auto w-full max-w-[calc(var(--content-width)+2*var(--side))] px-side', className)}>{children}</div>
  );
}
