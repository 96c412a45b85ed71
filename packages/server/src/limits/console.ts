import { userDeskCalls } from '@assay/contract/endpoints/console/users.ts';
import { type Desk, actorOf, appendAudit, cursorOf, serveDesk } from '../operators/index.ts';
import { isRefusal, refuse } from '../platform/refusal.ts';
import type { LimitsContext } from './context.ts';
import { readLimits } from './read-limits.ts';

/** GET users/limits/{id}. Operators see what customers have chosen; no call of theirs changes it. */
export function serveLimitsDesk(desk: Desk, context: LimitsContext): void {
  const { db, clock } = context;
  serveDesk(desk, userDeskCalls.limits, async (call, { id }) => {
    if (isRefusal(cursorOf(id))) return refuse('404', { id: '404' });
    const found = await db.query('select from users where id = $1', [id]);
    if (found.length === 0) return refuse('404', { id: '404' });
    // Viewing a customer's data is recorded as an act, too.
    const entry = { action: 'user.viewed', subject: `user:${id}`, details: { part: 'limits' } };
    await appendAudit(db, clock.wall(), actorOf(call), entry);
    return readLimits(context, db, id);
  });
}
