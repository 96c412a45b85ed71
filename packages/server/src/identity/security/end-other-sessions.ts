import type { Session } from '@assay/contract/endpoints/security.ts';
import type { UserCall } from '../../platform/http.ts';
import type { IdentityParts } from '../parts.ts';
import { tellSignedOut } from '../private-events.ts';
import { listSessions } from './list-sessions.ts';

/** Signs all of the caller's devices out but the one that asks. */
export async function endOtherSessions(parts: IdentityParts, call: UserCall): Promise<Session[]> {
  const { db, bus } = parts;
  const { id, sessionId } = call.user;
  const ended = await db.query<{ id: number }>('delete from sessions where user_id = $1 and id <> $2 returning id', [
    id,
    sessionId,
  ]);
  for (const session of ended) tellSignedOut(bus, id, String(session.id));
  return listSessions(parts, call);
}
