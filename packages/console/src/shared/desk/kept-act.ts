import { useEffect, useRef, useState } from 'react';
import { readSession } from '../client/session.ts';

type Typed = Readonly<Record<string, string>>;

/** What was typed for an act whose form went with the session: of the last one, in memory alone. */
let kept: { readonly operator: string; readonly act: string; readonly typed: Typed } | null = null;

/**
 * What the same operator had typed for the same act when their session ended; empty where there is nothing. `keep` stores the
 * present values of the form.
 */
export function useKeptAct(act: string): { readonly before: Typed; keep(typed: Typed): void } {
  const [operator] = useState(() => readSession()?.operator.id ?? '');
  const [before] = useState(() => (kept?.operator === operator && kept.act === act ? kept.typed : {}));
  const latest = useRef<Typed>(before);
  useEffect(
    () => () => {
      // Closing the form discards it; the end of a session interrupts typing.
      kept = readSession() === null ? { operator, act, typed: latest.current } : null;
    },
    [operator, act],
  );
  return {
    before,
    keep: (typed) => {
      latest.current = typed;
    },
  };
}
