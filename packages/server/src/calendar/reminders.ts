import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Reminder } from '@assay/contract/endpoints/instruments/reminders.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { type ReminderMinutes, remindersMax } from '@assay/contract/vocabulary/calendar.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Market } from '../market/index.ts';
import type { Database, Queryable, Transaction } from '../platform/database.ts';
import { type Http, serve } from '../platform/http.ts';
import { type Refusal, isRefusal, refuse, tooMany } from '../platform/refusal.ts';
import { currenciesOf } from './economy.ts';

/** Each is a notification, a push message, and a mail where the customer has chosen mails. */
const remindersPerUser = { max: 200, windowMs: 3_600_000 };
const minuteMs = 60_000;

/** GET calendarReminders · POST setCalendarReminder */
export function serveReminders(http: Http, market: Pick<Market, 'instrument'>): void {
  const { db, clock, limit } = http;
  serve(http, user.calendarReminders, (call) => listReminders(db, call.user.id));
  serve(http, user.setCalendarReminder, async (call, input) => {
    const waitMs = limit(`reminders:${call.user.id}`, remindersPerUser);
    if (waitMs > 0) return tooMany(waitMs / 1000);
    const refused = await setReminder({ db, market, now: clock.now() }, call.user.id, input);
    return refused ?? listReminders(db, call.user.id);
  });
}

/** A cancelled event sends no reminder: it does not count against the limit, and is removed when its time comes. */
const standing = `from calendar_reminders r left join calendar_events e on e.id = r.event_id
  left join corporate_actions a on a.id = r.action_id
  where r.user_id = $1 and e.removed_at is null and a.withdrawal_id is null`;

async function listReminders(db: Queryable, userId: string): Promise<Reminder[]> {
  const rows = await db.query<{ event: string; minutes: ReminderMinutes; at: Date }>(
    `select coalesce('e' || r.event_id, 'a' || r.action_id) as event, r.minutes,
       r.due_at + make_interval(mins => r.minutes) as at
     ${standing} order by r.due_at, r.id`,
    [userId],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** What an id of the calendar is the id of, and where that is kept. */
const kinds = {
  e: { column: 'event_id', sql: 'select at, currency as of from calendar_events where id = $1 and removed_at is null' },
  a: {
    column: 'action_id',
    sql: 'select opens_at as at, code as of from corporate_actions where id = $1 and withdrawal_id is null',
  },
} as const;

interface Asking {
  readonly db: Database;
  readonly market: Pick<Market, 'instrument'>;
  readonly now: number;
}

/** Undefined where it is done. */
async function setReminder(
  { db, market, now }: Asking,
  userId: string,
  { event, code, minutes }: InputOf<typeof user.setCalendarReminder>,
): Promise<Refusal | undefined> {
  const [, letter, number] = /^([ea])([1-9][0-9]{0,14})$/.exec(event) ?? [];
  const kind = letter === 'e' || letter === 'a' ? kinds[letter] : undefined;
  if (kind === undefined || number === undefined) return refuse('404', { event: '404' });
  if (minutes === null) {
    await db.query(`delete from calendar_reminders where user_id = $1 and ${kind.column} = $2`, [userId, number]);
    return undefined;
  }
  const instrument = market.instrument(code);
  if (instrument === undefined) return refuse('11009', { code: '11009' });
  return db.transact(async (tx) => {
    const [found] = await tx.query<{ at: Date; of: string }>(kind.sql, [number]);
    const dueAt = found && found.at.getTime() - minutes * minuteMs;
    if (found === undefined || dueAt === undefined || dueAt <= now || !concerns(found.of, instrument))
      return refuse('404', { event: '404' });
    const refused = await keep(tx, { userId, column: kind.column, number, code, minutes, dueAt, now });
    return isRefusal(refused) ? refused : undefined;
  });
}

const concerns = (of: string, instrument: Instrument): boolean =>
  of === instrument.code || currenciesOf(instrument).includes(of);

interface Kept {
  readonly userId: string;
  readonly column: 'event_id' | 'action_id';
  readonly number: string;
  readonly code: string;
  readonly minutes: ReminderMinutes;
  readonly dueAt: number;
  readonly now: number;
}

/** The one that there was takes the new time. */
async function keep(
  tx: Transaction,
  { userId, column, number, code, minutes, dueAt, now }: Kept,
): Promise<Refusal | undefined> {
  // One after the other per person, so that the count is exact.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`calendar_reminders|${userId}`]);
  await tx.query(`delete from calendar_reminders where user_id = $1 and ${column} = $2`, [userId, number]);
  const [row] = await tx.query(
    `insert into calendar_reminders (user_id, ${column}, code, minutes, due_at, created_at)
     select $1, $2, $3, $4, $5, $6 where (select count(*) ${standing}) < $7 returning id`,
    [userId, number, code, minutes, new Date(dueAt), new Date(now), remindersMax],
  );
  return row === undefined ? refuse('11403', { event: '11403' }) : undefined;
}
