import { storageOf } from '@assay/contract/storage.ts';
import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import { cellOf, useCell } from '../cell.ts';
import { queryClient } from './queries.ts';

/** Who is signed in in this browser, in all of its tabs. What the server knows them by is a cookie that no script reads. */
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

/** What one operator has read is not there for the next: it is gone before any page hears who that is. */
function become(next: OperatorSession | null): void {
  if (next?.operator.id !== session.get()?.operator.id) queryClient.clear();
  session.set(next);
}

// Another tab has signed in, as somebody else perhaps, or out.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === place || key === null) become(kept());
});

export const readSession = (): OperatorSession | null => session.get();

export const useSession = (): OperatorSession | null => useCell(session);

let ended = false;

/** Whether the server has ended the last session, which nobody here meant. */
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
