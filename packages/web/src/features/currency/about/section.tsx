import { type ReactNode, useId } from 'react';

/** A part of the profile under its own name; its source is shown below it. */
export function Section({
  title,
  side,
  note,
  children,
}: {
  title: string;
  side?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col pt-s5">
      <header className="flex min-h-control-small flex-wrap items-center justify-between gap-x-s4 gap-y-s1 pb-s1">
        <h2 id={id} className="text-emphasis font-semibold">
          {title}
        </h2>
        {side}
      </header>
      {children}
      {note === undefined ? null : <p className="pt-s2 text-[12px] leading-[1.45] text-muted">{note}</p>}
    </section>
  );
}

/** Figures with their names in lines; the basis of a figure is shown under its name, small. */
export function Lines({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>;
}

export function Line({ name, hint, children }: { name: ReactNode; hint?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-[16px] py-[7px]">
      <dt className="min-w-0 text-muted">
        {name}
        {hint === undefined ? null : <span className="block text-[12px] leading-[1.4]">{hint}</span>}
      </dt>
      <dd className="numbers max-w-[70%] shrink-0 text-right font-medium rtl:text-left">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
