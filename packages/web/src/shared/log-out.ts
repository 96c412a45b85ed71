import { calls } from 'virtual:calls';
import { call } from './api.ts';
import { useSession } from './session.ts';

/** Revokes the session at the server; this device forgets it even when the server cannot be reached. */
export async function logOut(): Promise<void> {
  await call(calls.login.logout, {}).catch(() => undefined);
  useSession.getState().signOut();
}
