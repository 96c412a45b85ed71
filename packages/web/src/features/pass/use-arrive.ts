import type { Arrival } from '@assay/contract/endpoints/login.ts';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../shared/client/session.ts';
import { type Ticket, ticketIn } from '../../shared/client/social.ts';

/** The ticket passed to this page, for the missing step. */
export function useCarried(next: 'otp' | 'account'): Ticket | undefined {
  return ticketIn(useLocation().state, next);
}

/** Continues after an authentication: signed in, to the code of the authenticator, to registering, or back to linking. */
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
