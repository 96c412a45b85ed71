import { ApiRefusal } from '@assay/contract/client.ts';
import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { AuthProvider } from 'react-admin';
import { call, queryClient } from './api.ts';
import { resourceOf } from './resources.ts';
import { clearSession, type OperatorSession, readSession, writeSession } from './session.ts';

/** Whether these roles include one that may call it. The server decides; the console only does not offer what it refuses. */
export function mayCall({ roles: allowed }: Pick<DeskCall, 'roles'>, roles: OperatorSession['operator']['roles']): boolean {
  return allowed === 'public' || allowed.some((role) => roles.includes(role));
}

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
    clearSession();
    queryClient.clear();
  },
  checkAuth: async () => {
    if (readSession() === null) throw new Error('auth');
  },
  checkError: async (error: unknown) => {
    if (error instanceof ApiRefusal && error.code === '401') {
      clearSession();
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
