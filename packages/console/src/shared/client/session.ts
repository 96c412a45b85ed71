import { storageOf } from '@assay/contract/storage.ts';
import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import { cellOf, useCell } from '../cell.ts';

/** Who is signed in here. It lives in this tab alone and ends with it. */
export interface OperatorSession {
  readonly token: string;
  readonly operator: { readonly id: string; readonly name: string; readonly roles: readonly OperatorRole[] };
}

const shelf = storageOf('sessionStorage');
const place = 'operator';

function sessionAtFirst(): OperatorSession | null {
  const kept = shelf.get(place);
  // Only `writeSession` writes here, and a tab's storage is its own.
  return kept === null ? null : (JSON.parse(kept) as OperatorSession);
}

const session = cellOf(sessionAtFirst());

export const readSession = (): OperatorSession | null => session.get();

export const useSession = (): OperatorSession | null => useCell(session);

let ended = false;

/** Whether the server has ended this tab's last session, which nobody here meant. */
export const hasEnded = (): boolean => ended;

/** Forgets a session that the server has ended. */
export function dropSession(): void {
  ended = true;
  clearSession();
}

export function writeSession(begun: OperatorSession): void {
  ended = false;
  shelf.set(place, JSON.stringify(begun));
  session.set(begun);
}

export function clearSession(): void {
  shelf.set(place, null);
  session.set(null);
}
