import { useEffect, useRef, useState } from 'react';
import { readSession } from '../client/session.ts';

type Typed = Readonly<Record<string, string>>;

/** What was typed for an act whose form went with the session: of the last one, in memory alone. */
let kept: { readonly operator: string; readonly act: string; readonly typed: Typed } | null = null;

/**
 * What the same operator had typed for the same act when their session ended; empty where there is nothing. `keep` notes what stands
 * in the form now.
 */
export function useKeptAct(act: string): { readonly before: Typed; keep(typed: Typed): void } {
  const [operator] = useState(() => readSession()?.operator.id ?? '');
  const [before] = useState(() => (kept?.operator === operator && kept.act === act ? kept.typed : {}));
  const latest = useRef<Typed>(before);
  useEffect(
    () => () => {
      // Who closes the form has done with it; a session that ends takes it away from under the hands.
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
