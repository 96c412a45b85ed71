import { type ReactNode, Suspense, useEffect } from 'react';
import { create } from 'zustand';
import { useSession } from './client/session.ts';

interface OwnersNotice {
  /** The user who requested it: it is shown to no other. */
  readonly owner: string | undefined;
  /** Draws it, until its reader says that they have it. */
  draw(end: () => void): ReactNode;
}

const useTold = create<{ readonly told: readonly OwnersNotice[] }>()(() => ({ told: [] }));
const ownerNow = () => useSession.getState().userInfo?.id;

/**
 * For what the server returns only once, such as a secret: taken on the request, called with a function that draws the answer.
 * The answer is shown on every page of its owner until they confirm that they have it, even after they left the page. It is not
 * stored.
 */
export function toOwnerOnce(): (draw: OwnersNotice['draw']) => void {
  const owner = ownerNow();
  return (draw) => {
    const now = ownerNow();
    // A user signed in since has not asked for it.
    if (now === undefined || now === owner) useTold.setState(({ told }) => ({ told: [...told, { owner, draw }] }));
  };
}

/** Where it is shown, one after the other. */
export function ToldOnce() {
  const owner = useSession((session) => session.userInfo?.id);
  const [first] = useTold(({ told }) => told);
  const isShown = first !== undefined && owner !== undefined && first.owner === owner;
  useEffect(() => {
    if (owner !== undefined) useTold.setState(({ told }) => ({ told: told.filter((one) => one.owner === owner) }));
  }, [owner]);
  useEffect(() => {
    if (!isShown) return undefined;
    // A page that is loaded anew has it no more: the browser asks first.
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isShown]);
  if (!isShown) return null;
  const end = () => useTold.setState(({ told }) => ({ told: told.filter((one) => one !== first) }));
  return <Suspense fallback={null}>{first.draw(end)}</Suspense>;
}
