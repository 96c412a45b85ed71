import type { signedIn } from '@assay/contract/endpoints/login.ts';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { z } from 'zod';
import { useSession } from '../../shared/client/session.ts';

/** The page that sent the visitor here; handed on between login and registration. */
export function useCameFrom(): { from: string } | null {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('from' in state) || typeof state.from !== 'string') return null;
  return { from: state.from };
}

/** Goes on, too, where another tab has signed in meanwhile. */
export function useFollowSignIn(): void {
  const navigate = useNavigate();
  const from = useCameFrom()?.from ?? '/';
  useEffect(
    () =>
      useSession.subscribe((now, before) => {
        if (now.isLogin && !before.isLogin) void navigate(from, { replace: true });
      }),
    [navigate, from],
  );
}

/** Stores the session and continues to the page that required it. */
export function useEnter(): (result: z.output<typeof signedIn>) => void {
  const navigate = useNavigate();
  const cameFrom = useCameFrom();
  return ({ token, ...userInfo }) => {
    useSession.getState().signIn(token, userInfo);
    void navigate(cameFrom?.from ?? '/', { replace: true });
  };
}
