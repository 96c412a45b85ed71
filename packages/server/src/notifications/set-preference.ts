import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { NotificationPreference } from '@assay/contract/endpoints/notification.ts';
import type { user as calls } from '@assay/contract/endpoints/user.ts';
import type { Queryable } from '../platform/database.ts';
import { listPreferences } from './queries.ts';

/** From now on; earlier notifications stay as they were. */
export async function setPreference(
  db: Queryable,
  userId: string,
  { kind, inApp, mail, push }: InputOf<typeof calls.setNotificationPreference>,
): Promise<NotificationPreference[]> {
  await db.query(
    `insert into notification_preferences as kept (user_id, kind, in_app, mail, push) values ($1, $2, $3, $4, $5)
     on conflict (user_id, kind) do update
     set in_app = excluded.in_app, mail = excluded.mail, push = coalesce(excluded.push, kept.push)`,
    [userId, kind, inApp, mail, push ?? null],
  );
  return listPreferences(db, userId);
}
