import type { Notification } from '@assay/contract/endpoints/notification.ts';
import { type Round, handleEachDue } from '../engine/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';

export interface RemindersContext {
  /** The leader's: a former leader sends no notifications. */
  readonly db: Database;
  readonly clock: Clock;
  readonly notify: Notify;
}

/** Sends reminders of events as the business clock comes near them. With nothing due it is one look at an index. */
export class RemindersRound implements Round {
  readonly name = 'reminders';
  readonly #context: RemindersContext;
  readonly #log: Logger;

  constructor(context: RemindersContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock.now();
    await handleEachDue({
      name: 'a reminder',
      page: (after, limit) => remindersDue(db, now, after, limit),
      handle: ({ id }) => tell(this.#context, id, now),
      signal,
      log: this.#log,
    });
  }
}

function remindersDue(db: Queryable, now: number, after: number, limit: number): Promise<{ id: number }[]> {
  return db.query<{ id: number }>('select id from calendar_reminders where due_at <= $1 and id > $2 order by id limit $3', [
    new Date(now),
    after,
    limit,
  ]);
}

type Values = Extract<Notification, { kind: 'calendarEvent' }>['values'];

interface Due extends Omit<Values, 'at' | 'what'> {
  readonly userId: string;
  readonly at: Date;
  /** Whose it is. */
  readonly of: string;
  readonly title: string;
  readonly stands: boolean;
}

/** Deletes it in the transaction that notifies: a second caller finds none. */
function tell({ db, notify }: RemindersContext, id: number, now: number): Promise<void> {
  return db.transact(async (tx) => {
    const [due] = await tx.query<Due>(
      `with gone as (delete from calendar_reminders where id = $1 returning user_id, event_id, action_id, code)
       select gone.user_id::text as "userId", gone.code, coalesce(e.at, a.opens_at) as at, coalesce(e.kind, a.kind) as event,
         coalesce(e.currency, a.code) as of, coalesce(e.title, '') as title,
         e.removed_at is null and a.withdrawal_id is null as stands
       from gone left join calendar_events e on e.id = gone.event_id left join corporate_actions a on a.id = gone.action_id`,
      [id],
    );
    // An event that was cancelled, or happened while there was no leader, is not announced.
    if (due === undefined || !due.stands || due.at.getTime() <= now) return;
    const { userId, code, at, event, of, title } = due;
    const what = title === '' ? of : `${of} · ${title}`;
    notify(tx, { kind: 'calendarEvent', userId, book: null, at: now, values: { code, at: at.toISOString(), event, what } });
  });
}
