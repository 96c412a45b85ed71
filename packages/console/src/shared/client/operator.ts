import { ApiRefusal } from '@assay/contract/client.ts';
import { createContext, useContext } from 'react';
import { leave } from './leaving.ts';
import { dropActs } from './outbox.ts';
import { clearSession, dropSession, type OperatorSession, readSession } from './session.ts';

/** The operator at the desks, provided by the frame, which shows them only to signed-in operators. */
export const OperatorContext = createContext<OperatorSession['operator'] | null>(null);

/** Who works here, as signed in. */
export function useOperator(): OperatorSession['operator'] {
  const operator = useContext(OperatorContext);
  if (operator === null) throw new Error('a desk without an operator');
  return operator;
}

/** Ends the session here, and with the server as soon as it answers. */
export async function signOut(): Promise<void> {
  const session = readSession();
  clearSession();
  if (session !== null) await leave(session.operator.id);
}

/** Handles an error of a call: where the session has ended, the sign-in replaces the desks. */
export function endIfDenied(error: unknown): void {
  if (!(error instanceof ApiRefusal) || error.code !== '401') return;
  const session = readSession();
  if (session === null) return;
  dropActs(session.operator.id);
  dropSession();
}
