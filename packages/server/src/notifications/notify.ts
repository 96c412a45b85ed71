import type { Notification } from '@assay/contract/endpoints/notification.ts';
import { mailedByDefault, pushedByDefault } from '@assay/contract/vocabulary/notifications.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Bus } from '../platform/bus.ts';
import type { Transaction } from '../platform/database.ts';
import { tellUser } from '../platform/private-events.ts';

/** The content of a notification: its kind with the facts of that kind. */
export type NotificationContent = { [N in Notification as N['kind']]: Pick<N, 'kind' | 'values'> }[Notification['kind']];

/** A notification that is about to be written. */
export type NewNotification = NotificationContent & {
  readonly userId: string;
  /** Null when it concerns neither account. */
  readonly book: Book | null;
  /** When it happened, business time in epoch milliseconds. */
  readonly at: number;
  /** True for what the person has just done: it is listed, but does not ask for attention. */
  readonly own?: boolean;
};

/**
 * Notifies a person as part of the transaction in which something happens: exactly once, or neither happened. It costs no round
 * trip, since no result is awaited.
 */
export type Notify = (tx: Transaction, notification: NewNotification) => void;

/**
 * In one statement, so that it travels together with the commit: the preference, the notification, its mail, and the
 * push to devices. A person's own act just now is not pushed to devices.
 */
const insert = `
  with preference as (
    select coalesce(chosen.in_app, true) as in_app, coalesce(chosen.mail, $7) as mail,
      not $6 and coalesce(chosen.push, $8) and exists (select from push_devices where user_id = $1) as push
    from (select) one left join notification_preferences chosen on chosen.user_id = $1 and chosen.kind = $3
  ), written as (
    insert into notifications (user_id, book, kind, facts, created_at, read_at, shown)
    select $1, $2, $3, $4, $5, case when $6 then $5::timestamptz end, in_app from preference where in_app or mail or push
    returning id, shown
  ), mailed as (
    insert into notification_mails (notification_id) select id from written, preference where mail
  ), pushed as (
    insert into notification_pushes (notification_id) select id from written, preference where push
  )
  select id, push from written, preference where shown`;

/** Notifications reach the user's sockets once they are durable. */
export function createNotify(bus: Bus): Notify {
  return (tx, { userId, book, kind, values, at, own = false }) => {
    const createdAt = new Date(at);
    tx.withCommit<{ id: number; push: boolean }>(
      insert,
      [userId, book, kind, JSON.stringify(values), createdAt, own, mailedByDefault.has(kind), pushedByDefault.has(kind)],
      ([written]) => {
        if (written === undefined) return;
        const data = { id: String(written.id), book, kind, values, createdAt: createdAt.toISOString(), read: own };
        tellPages(bus, userId, data, written.push);
      },
    );
  };
}

/** An open page reports that it shows it where a push message would be sent otherwise, and only then. */
export function tellPages(bus: Bus, userId: string, data: object, push: boolean): void {
  tellUser(bus, { userId, book: null, event: 'notification', data: push ? { ...data, push } : data });
}

interface Written {
  readonly id: number;
  readonly user_id: string;
  readonly book: Book | null;
  readonly kind: NotificationContent['kind'];
  readonly facts: NotificationContent['values'];
  readonly created_at: Date;
  readonly read: boolean;
  readonly shown: boolean;
  readonly push: boolean;
}

/** The same for many: preferences by person and kind, the notifications and their mails in one statement. */
const insertMany = `
  with told as (
    select t.*, coalesce(chosen.in_app, true) as in_app, coalesce(chosen.mail, t.mailed) as mail,
      not t.own and coalesce(chosen.push, t.pushed)
        -- No exists: for that all devices would be read and hashed.
        and (select true from push_devices d where d.user_id = t.user_id limit 1) is not null as push
    from unnest($1::bigint[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::boolean[], $7::boolean[],
        $8::boolean[])
      with ordinality t (user_id, book, kind, facts, at, own, mailed, pushed, place)
    left join notification_preferences chosen on chosen.user_id = t.user_id and chosen.kind = t.kind
  ), written as (
    insert into notifications (user_id, book, kind, facts, created_at, read_at, shown)
    select user_id, book, kind, facts, at, case when own then at end, in_app from told where in_app or mail or push order by place
    returning id, user_id, book, kind, facts, created_at, read_at, shown
  ), mailed as (
    insert into notification_mails (notification_id)
    select w.id from written w where exists (select from told t where t.user_id = w.user_id and t.kind = w.kind and t.mail)
  ), pushed as (
    insert into notification_pushes (notification_id)
    select w.id from written w where w.read_at is null
      and exists (select from told t where t.user_id = w.user_id and t.kind = w.kind and t.push)
    returning notification_id
  )
  select id, user_id::text, book, kind, facts, created_at, read_at is not null as read, shown,
    exists (select from pushed p where p.notification_id = written.id) as push
  from written order by id`;

/** As `Notify`, for all notifications of a group. */
export function notifyMany(bus: Bus, tx: Transaction, notifications: readonly NewNotification[]): void {
  if (notifications.length === 0) return;
  tx.withCommit<Written>(
    insertMany,
    [
      notifications.map(({ userId }) => userId),
      notifications.map(({ book }) => book),
      notifications.map(({ kind }) => kind),
      notifications.map(({ values }) => JSON.stringify(values)),
      notifications.map(({ at }) => new Date(at)),
      notifications.map(({ own = false }) => own),
      notifications.map(({ kind }) => mailedByDefault.has(kind)),
      notifications.map(({ kind }) => pushedByDefault.has(kind)),
    ],
    (rows) => {
      for (const { id, user_id: userId, book, kind, facts: values, created_at: at, read, shown, push } of rows) {
        if (!shown) continue;
        const data = { id: String(id), book, kind, values, createdAt: at.toISOString(), read };
        tellPages(bus, userId, data, push);
      }
    },
  );
}
