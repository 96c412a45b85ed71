import type { NotificationPreference } from '@assay/contract/endpoints/notification.ts';
import type { Queryable } from '../platform/database.ts';
import { listPreferences } from './queries.ts';

/** From now on; what was told before stays as it was. */
export async function setPreference(
  db: Queryable,
  userId: string,
  { kind, inApp, mail }: NotificationPreference,
): Promise<NotificationPreference[]> {
  await db.query(
    `insert into notification_preferences (user_id, kind, in_app, mail) values ($1, $2, $3, $4)
     on conflict (user_id, kind) do update set in_app = excluded.in_app, mail = excluded.mail`,
    [userId, kind, inApp, mail],
  );
  return listPreferences(db, userId);
}
