import { ApiRefusal } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { storageOf } from '@assay/contract/storage.ts';
import { cellOf, useCell } from '../cell.ts';
import { call, headersOf } from './api.ts';

// What the server knows a browser by is a cookie that no script can take away: only an answer does. A sign-out without one is
// pending, and retried until the server confirms it, whichever page is open by then; a new sign-in replaces that cookie.

const shelf = storageOf('localStorage');
const place = 'leaving';
const againMs = 5000;

const owed = cellOf(shelf.get(place));

/** Whether a sign-out here is not confirmed by the server yet. */
export const useOwedSignOut = (): boolean => useCell(owed) !== null;

function owe(operatorId: string | null): void {
  shelf.set(place, operatorId);
  owed.set(operatorId);
}

let trying: Promise<void> | undefined;

async function attempt(operatorId: string): Promise<void> {
  try {
    await call(consoleCalls.session.signOut, {}, { idempotencyKey: crypto.randomUUID(), headers: headersOf(operatorId) });
  } catch (problem) {
    // That there is no such session any more is what was wanted.
    if (!(problem instanceof ApiRefusal && problem.code === '401')) {
      setTimeout(() => void settleOwed(), againMs);
      return;
    }
  }
  if (owed.get() === operatorId) owe(null);
}

let signingIn = false;

/** Retries a pending sign-out, one at a time, and never beside a sign-in, whose cookie it would delete. */
export function settleOwed(): Promise<void> {
  const operatorId = owed.get();
  if (operatorId === null || signingIn) return Promise.resolve();
  return (trying ??= attempt(operatorId).finally(() => (trying = undefined)));
}

/** A sign-in replaces a pending sign-out, once a request in flight has returned. */
export async function insteadOfOwed<T>(signIn: () => Promise<T>): Promise<T> {
  signingIn = true;
  try {
    await trying;
    const answer = await signIn();
    if (owed.get() !== null) owe(null);
    return answer;
  } finally {
    signingIn = false;
    void settleOwed();
  }
}

/** Ends the session of this operator with the server, now or as soon as it answers. */
export function leave(operatorId: string): Promise<void> {
  owe(operatorId);
  return settleOwed();
}

// What an earlier page owed.
if (globalThis.addEventListener !== undefined) {
  globalThis.addEventListener('online', () => void settleOwed());
  void settleOwed();
}
