import type { Arrival } from '@assay/contract/endpoints/login.ts';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { useSession } from '../../shared/client/session.ts';

/** What goes along to the next page after Google or a wallet: it is spent there. */
const carried = z.object({
  ticket: z.string(),
  next: z.enum(['otp', 'account', 'link']),
  email: z.string(),
  label: z.string(),
});

/** The ticket that somebody has brought to this page, for the step that is still missing. */
export function useCarried(next: 'otp' | 'account'): z.infer<typeof carried> | undefined {
  const state: unknown = useLocation().state;
  const found = z.object({ arrival: carried }).safeParse(state);
  return found.success && found.data.arrival.next === next ? found.data.arrival : undefined;
}

/** Goes on with who has shown who he is: signed in, to the code of the authenticator, to registering, or back to linking. */
export function useArrive(): (arrival: Arrival, from: string) => void {
  const navigate = useNavigate();
  return (arrival, from) => {
    if ('token' in arrival) {
      const { token, ...userInfo } = arrival;
      useSession.getState().signIn(token, userInfo);
      void navigate(from, { replace: true });
    } else {
      const to = { otp: '/pass/login', account: '/pass/register', link: from }[arrival.next];
      void navigate(to, { replace: true, state: { from, arrival } });
    }
  };
}
