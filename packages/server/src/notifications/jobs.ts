import type { Queryable } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';
import { type MailParts, sendMails } from './send-mails.ts';

const keptDays = 180;
const batch = 10_000;

/** Sends what is to be mailed, every minute, and deletes notifications that are too old to be read. */
export function notificationJobs(parts: MailParts): Job[] {
  return [
    { name: 'notifications.mail', cron: '* * * * *', run: () => sendMails(parts) },
    { name: 'notifications.purge', cron: '29 * * * *', run: () => purge(parts.db) },
  ];
}

async function purge(db: Queryable): Promise<void> {
  for (;;) {
    // The database's own clock, because it also wrote the time.
    const removed = await db.query(
      `delete from notifications where id in (
         select id from notifications where written_at < clock_timestamp() - make_interval(days => $1) limit $2)
       returning 1 as removed`,
      [keptDays, batch],
    );
    if (removed.length < batch) return;
  }
}
