import { ApiRefusal } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { AuthProvider } from 'react-admin';
import { call } from './api.ts';
import { mayCall } from './may-call.ts';
import { dropActs } from './outbox.ts';
import { resourceOf } from './resources.ts';
import { clearSession, dropSession, type OperatorSession, readSession, writeSession } from './session.ts';

/** The sign-in page has already spoken with the server; what is left for `login` is to keep what it answered. */
export const authProvider: AuthProvider = {
  login: async (session: OperatorSession) => {
    writeSession(session);
  },
  logout: async () => {
    if (readSession() !== null) {
      // A session that has ended already needs no end, and without an answer it ends by itself.
      await call(consoleCalls.session.signOut, {}, { idempotencyKey: crypto.randomUUID() }).catch(() => undefined);
    }
    // What was read stays until react-admin clears it, after it has led away: cleared before, its guard asks and leads away
    // again, without end.
    clearSession();
  },
  checkAuth: async () => {
    if (readSession() === null) throw new Error('auth');
  },
  checkError: async (error: unknown) => {
    if (error instanceof ApiRefusal && error.code === '401') {
      const session = readSession();
      if (session !== null) dropActs(session.operator.id);
      dropSession();
      throw error;
    }
  },
  getIdentity: async () => {
    const session = readSession();
    if (session === null) throw new Error('auth');
    return { id: session.operator.id, fullName: session.operator.name };
  },
  getPermissions: async () => readSession()?.operator.roles ?? [],
  canAccess: async ({ resource }) => mayCall(resourceOf(resource).list, readSession()?.operator.roles ?? []),
};

/** Who works here, as signed in. */
export function useOperator(): OperatorSession['operator'] {
  const session = readSession();
  if (session === null) throw new Error('a desk without an operator');
  return session.operator;
}
