import { ApiRefusal } from '@assay/contract/client.ts';
import { calls } from 'virtual:calls';
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

/** Revokes the session at the server; this device forgets it even when the server cannot be reached. */
export async function logOut(): Promise<void> {
  await endingSession(() => call(calls.login.logout, {})).catch(() => undefined);
  useSession.getState().signOut();
}
