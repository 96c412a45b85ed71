import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Session, securityCalls } from '@assay/contract/endpoints/security.ts';
import type { UserCall } from '../../platform/http.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { IdentityParts } from '../parts.ts';
import { tellSignedOut } from '../private-events.ts';
import { listSessions } from './list-sessions.ts';

/** Signs one of the caller's devices out. Refused with 404 when it is signed out already, or another person's. */
export async function endSession(
  parts: IdentityParts,
  call: UserCall,
  { id }: InputOf<typeof securityCalls.endSession>,
): Promise<Session[] | Refusal> {
  const { db, bus } = parts;
  const gone = refuse('404', { id: '404' });
  if (!/^[1-9][0-9]{0,14}$/.test(id)) return gone;
  const ended = await db.query('delete from sessions where id = $1 and user_id = $2 returning id', [id, call.user.id]);
  if (ended.length === 0) return gone;
  tellSignedOut(bus, call.user.id, id);
  return listSessions(parts, call);
}
