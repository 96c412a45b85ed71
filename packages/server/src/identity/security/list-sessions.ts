import type { Session } from '@assay/contract/endpoints/security.ts';
import type { UserCall } from '../../platform/http.ts';
import { deviceOf } from '../credentials/devices.ts';
import { livingSessions } from '../credentials/sessions.ts';
import type { IdentityParts } from '../parts.ts';

/** Where the caller is signed in, last used first. */
export async function listSessions({ db, clock }: IdentityParts, { user }: UserCall): Promise<Session[]> {
  const rows = await livingSessions(db, clock.wall(), user.id);
  return rows.map((row) => ({
    id: String(row.id),
    device: deviceOf(row.user_agent),
    network: row.network,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    current: String(row.id) === user.sessionId,
  }));
}
