// A signed-in user, for components that act in a name.
import { hearServerTime } from '@assay/contract/server-time.ts';
import { useSession } from '../src/shared/client/session.ts';

/** Signs Ada in on her demo account; the server has answered her before, so its time is known. */
export function signIn(): void {
  const person = { id: 'u1', userName: 'ada', email: 'a***@example.com', language: 'en', kycStatus: 'none', inviteCode: 'ADA' };
  const userInfo = { ...person, createdAt: '2025-06-02T12:00:00.000Z' };
  useSession.getState().signIn('a token', userInfo);
  useSession.getState().setBook('demo');
  hearServerTime({ headers: new Headers({ date: new Date().toUTCString() }) });
}
