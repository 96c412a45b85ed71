import { storageOf } from '@assay/contract/storage.ts';
import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import { cellOf, useCell } from '../cell.ts';
import { queryClient } from './queries.ts';

/** Who is signed in in this browser, in all of its tabs. The server recognises them by a cookie that no script reads. */
export interface OperatorSession {
  readonly operator: { readonly id: string; readonly name: string; readonly roles: readonly OperatorRole[] };
}

const shelf = storageOf('localStorage');
const place = 'operator';

function kept(): OperatorSession | null {
  const written = shelf.get(place);
  // Only `writeSession` writes here; what it says opens nothing by itself.
  return written === null ? null : (JSON.parse(written) as OperatorSession);
}

const session = cellOf(kept());

/** One operator's cached data is not available to the next: it is cleared before any page learns who that is. */
function become(next: OperatorSession | null): void {
  if (next?.operator.id !== session.get()?.operator.id) queryClient.clear();
  session.set(next);
}

// Another tab has signed in, possibly as another operator, or out.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === place || key === null) become(kept());
});

export const readSession = (): OperatorSession | null => session.get();

export const useSession = (): OperatorSession | null => useCell(session);

let ended = false;

/** Whether the server has ended the last session, without a sign-out here. */
export const hasEnded = (): boolean => ended;

/** Forgets a session that the server has ended. */
export function dropSession(): void {
  ended = true;
  clearSession();
}

export function writeSession(begun: OperatorSession): void {
  ended = false;
  shelf.set(place, JSON.stringify(begun));
  become(begun);
}

export function clearSession(): void {
  shelf.set(place, null);
  become(null);
}
