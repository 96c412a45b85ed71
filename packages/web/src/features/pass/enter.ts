import type { signedIn } from '@assay/contract/endpoints/login.ts';
import { useLocation, useNavigate } from 'react-router';
import type { z } from 'zod';
import { useSession } from '../../shared/session.ts';

/** Stores who has signed in and goes on to the page that asked for it. */
export function useEnter(): (result: z.output<typeof signedIn>) => void {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  return ({ token, ...userInfo }) => {
    useSession.getState().signIn(token, userInfo);
    const from =
      typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string' ? state.from : '/';
    void navigate(from, { replace: true });
  };
}
