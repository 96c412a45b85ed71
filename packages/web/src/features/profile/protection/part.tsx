import type { ReactNode } from 'react';

interface PartProps {
  title: string;
  text: string;
  /** What is in force. */
  state?: ReactNode;
  children: ReactNode;
}

/** One protection: what it does, what is in force, and its controls. */
export function Part({ title, text, state, children }: PartProps) {
  return (
    <section className="flex flex-col gap-s4">
      <header className="flex flex-col gap-s1">
        <div className="flex flex-wrap items-center gap-x-s3 gap-y-s1">
          <h3 className="font-semibold">{title}</h3>
          {state}
        </div>
        <p className="max-w-[max(6.8rem,560px)] text-caption text-muted">{text}</p>
      </header>
      {children}
    </section>
  );
}
