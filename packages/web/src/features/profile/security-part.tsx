import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';

interface PartProps {
  title: string;
  text: string;
  /** A word about its state, in line with the title. */
  state?: ReactNode;
  children: ReactNode;
}

/** One protection of the account: what it is, what it is for, and what can be done about it. */
export function SecurityPart({ title, text, state, children }: PartProps) {
  return (
    <Panel className="flex flex-col gap-s5 p-s6 mobile:p-s5">
      <header className="flex flex-col gap-s1">
        <div className="flex flex-wrap items-center gap-x-s3 gap-y-s1">
          <h2 className="text-emphasis font-semibold">{title}</h2>
          {state}
        </div>
        <p className="max-w-[max(6.8rem,520px)] text-caption text-muted">{text}</p>
      </header>
      {children}
    </Panel>
  );
}
