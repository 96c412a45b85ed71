import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Notification, NotificationPreference } from '@assay/contract/endpoints/notification.ts';
import type { user as calls } from '@assay/contract/endpoints/user.ts';
import {
  type NotificationKind,
  mailedByDefault,
  notificationKinds,
  pushedByDefault,
} from '@assay/contract/vocabulary/notifications.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';

/** Above this the exact number is not shown. */
const unreadMax = 100;

interface Row {
  readonly id: number;
  readonly book: Book | null;
  readonly kind: NotificationKind;
  readonly facts: Notification['values'];
  readonly created_at: Date;
  readonly read: boolean;
}

type List = ResultOf<typeof calls.listNotification>;

/** A page of one person's notifications, newest first. Refused with 400 when the cursor is not one of ours. */
export async function listNotifications(
  db: Queryable,
  userId: string,
  { show, limit, cursor }: InputOf<typeof calls.listNotification>,
): Promise<List | Refusal> {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : rowId(cursor);
  if (before === undefined) return refuse('400', { cursor: '400' });
  const [rows, unread] = await Promise.all([
    db.query<Row>(
      `select id, book, kind, facts, created_at, read_at is not null as read from notifications
       where user_id = $1 and shown and id < $2 and ($3 or read_at is null) order by id desc limit $4`,
      [userId, before, show === 'all', limit + 1],
    ),
    countUnread(db, userId),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(toWire),
    nextCursor: rows.length > limit && last !== undefined ? String(last.id) : null,
    unread,
  };
}

/** Kind and facts were written together, each pair by its own type. */
function toWire({ id, book, kind, facts, created_at: createdAt, read }: Row): Notification {
  return { id: String(id), book, kind, values: facts, createdAt: createdAt.toISOString(), read } as Notification;
}

export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.query<{ unread: number }>(
    `select count(*) as unread
     from (select from notifications where user_id = $1 and shown and read_at is null limit $2) counted`,
    [userId, unreadMax],
  );
  return row?.unread ?? 0;
}

/** Undefined for a malformed id. */
export function rowId(id: string): number | undefined {
  const value = /^[1-9][0-9]{0,15}$/.test(id) ? Number(id) : undefined;
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

/** What the person has chosen, or the default, for every kind. */
export async function listPreferences(db: Queryable, userId: string): Promise<NotificationPreference[]> {
  const chosen = await db.query<{ kind: string; in_app: boolean; mail: boolean; push: boolean | null }>(
    'select kind, in_app, mail, push from notification_preferences where user_id = $1',
    [userId],
  );
  return notificationKinds.map((kind) => {
    const own = chosen.find((one) => one.kind === kind);
    return {
      kind,
      inApp: own?.in_app ?? true,
      mail: own?.mail ?? mailedByDefault.has(kind),
      push: own?.push ?? pushedByDefault.has(kind),
    };
  });
}
