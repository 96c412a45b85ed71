import type { UserCall } from '../platform/http.ts';
import { endSession } from './credentials/sessions.ts';
import type { IdentityParts } from './parts.ts';
import { tellSignedOut } from './private-events.ts';

/** Revokes the session of this call; other devices stay signed in. */
export async function logout({ db, bus }: IdentityParts, { user }: UserCall): Promise<Record<string, never>> {
  await endSession(db, user.sessionId);
  tellSignedOut(bus, user.id, user.sessionId);
  return {};
}
