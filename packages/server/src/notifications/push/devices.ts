import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { PushDevices, pushCalls } from '@assay/contract/endpoints/push.ts';
import { pushDevicesMax } from '@assay/contract/vocabulary/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { UserCall } from '../../platform/http.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { rowId } from '../queries.ts';
import { isOfPushService } from './addresses.ts';
import type { PushSettings } from './post.ts';
import { isPoint } from './vapid.ts';

export interface PushContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: PushSettings;
  /** Browser and system by their own names. */
  readonly deviceOf: (userAgent: string) => string;
}

interface Row {
  readonly id: string;
  readonly device: string;
  readonly added_at: Date;
  readonly told_at: Date | null;
  readonly session_id: string;
}

/** Devices of the caller, last added first. */
export async function listDevices({ settings }: PushContext, db: Queryable, { user }: UserCall): Promise<PushDevices> {
  const rows = await db.query<Row>(
    `select id::text, device, added_at, told_at, session_id::text from push_devices
     where user_id = $1 order by added_at desc, id desc`,
    [user.id],
  );
  const items = rows.map((row) => ({
    id: row.id,
    device: row.device,
    addedAt: row.added_at.toISOString(),
    toldAt: row.told_at?.toISOString() ?? null,
    current: row.session_id === user.sessionId,
  }));
  return { key: settings.keys.publicKey, items };
}

/**
 * Registers the browser of this session for notifications, replacing the session's previous one. An earlier user of this
 * browser, with the same keys, is no longer notified: a browser shows notifications of one person only. Refused with 400 (no
 * address of a push service, no key, or the address of another user's browser) and 401 where the session has ended meanwhile.
 */
export async function addDevice(
  context: PushContext,
  call: UserCall,
  input: InputOf<typeof pushCalls.addPushDevice>,
): Promise<PushDevices | Refusal> {
  const { db, clock, settings, deviceOf } = context;
  const { endpoint } = input;
  const [p256dh, auth] = [Buffer.from(input.p256dh, 'base64url'), Buffer.from(input.auth, 'base64url')];
  if (!isOfPushService(endpoint, settings.services)) return refuse('400', { endpoint: '400' });
  if (!isPoint(p256dh)) return refuse('400', { p256dh: '400' });
  const { id: userId, sessionId } = call.user;
  const added = await db.transact(async (tx) => {
    // The user before the session, as a change of the password takes them.
    await tx.query('select from users where id = $1 for no key update', [userId]);
    const session = await tx.query('select from sessions where id = $1 and user_id = $2 for key share', [sessionId, userId]);
    if (session.length === 0) return refuse('401');
    await tx.query('delete from push_devices where session_id = $1 or (endpoint = $2 and p256dh = $3 and auth = $4)', [
      sessionId,
      endpoint,
      p256dh,
      auth,
    ]);
    const written = await tx.query(
      `insert into push_devices (user_id, session_id, endpoint, p256dh, auth, device, added_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (endpoint) do nothing returning id`,
      [userId, sessionId, endpoint, p256dh, auth, deviceOf(call.userAgent), new Date(clock.wall())],
    );
    if (written.length === 0) return refuse('400', { endpoint: '400' });
    await tx.query(
      `delete from push_devices where id in
         (select id from push_devices where user_id = $1 order by added_at desc, id desc offset $2)`,
      [userId, pushDevicesMax],
    );
    return undefined;
  });
  return isRefusal(added) ? added : listDevices(context, db, call);
}

/** Refused with 404 when there is none by this number, or it is another person's. */
export async function removeDevice(
  context: PushContext,
  call: UserCall,
  { id }: InputOf<typeof pushCalls.removePushDevice>,
): Promise<PushDevices | Refusal> {
  const { db } = context;
  const gone = refuse('404', { id: '404' });
  const known = rowId(id);
  if (known === undefined) return gone;
  const removed = await db.query('delete from push_devices where id = $1 and user_id = $2 returning id', [known, call.user.id]);
  return removed.length === 0 ? gone : listDevices(context, db, call);
}
