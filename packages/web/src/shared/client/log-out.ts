import { ApiRefusal } from '@assay/contract/client.ts';
import { calls } from 'virtual:calls';
import { lastLayout } from '../layout.ts';
import { call } from './api.ts';
import { useSession } from './session.ts';

let endings = 0;

/** Runs a call that ends this page's own session: what the live feed says of that end is no news. */
export async function endingSession<T>(end: () => Promise<T>): Promise<T> {
  endings += 1;
  try {
    return await end();
  } finally {
    endings -= 1;
  }
}

/** Whether the present session has ended at the server; silence is thrown. */
export async function whetherEnded(): Promise<'ended' | 'lasts'> {
  try {
    await call(calls.user.getUserInfo, {});
    return 'lasts';
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === '401') return 'ended';
    throw error;
  }
}

/**
 * The live feed said that a session ended. Whether it is still the present one, the server knows: its refusal signs this
 * page out like any other.
 */
export function checkSession(): void {
  if (endings > 0 || useSession.getState().token === '') return;
  call(calls.user.getUserInfo, {}).catch(() => undefined);
}

/**
 * Forgets the session on this device, then revokes it at the server: requests in flight are dropped instead of being refused. A
 * server that can't be reached changes nothing here.
 */
export async function logOut(): Promise<void> {
  const { token, signOut } = useSession.getState();
  const sendLast = lastLayout();
  signOut(true);
  await sendLast(token).catch(() => undefined);
  await call(calls.login.logout, {}, { headers: { Authorization: token } }).catch(() => undefined);
}
