import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { tellPages } from '../notifications/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Transaction } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';

export interface AnnouncementParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
}

const batch = 1_000;

/** Notifies all customers of new notices, every minute; one withdrawn before its turn is sent to no further customers. */
export function contentJobs(parts: AnnouncementParts): Job[] {
  return [{ name: 'content.announce', cron: '* * * * *', run: () => announceNotices(parts) }];
}

/** Each batch commits with its progress mark, so that no customer is notified twice after a restart. */
export async function announceNotices(parts: AnnouncementParts): Promise<void> {
  while (await parts.db.transact((tx) => announceBatch(tx, parts)));
}

/** Returns whether more customers may remain to be notified. */
async function announceBatch(tx: Transaction, { bus, clock }: AnnouncementParts): Promise<boolean> {
  const [notice] = await tx.query<{ id: string; announcedTo: string }>(
    `select id::text, announced_to::text as "announcedTo" from contents
     where announcing and published_at <= now() order by id limit 1 for update skip locked`,
  );
  if (notice === undefined) return false;
  const people = await tx.query<{ id: string; language: Language }>(
    'select id::text, language from users where id > $1 order by id limit $2',
    [notice.announcedTo, batch],
  );
  const createdAt = new Date(clock.now());
  const written = await tx.query<{ id: string; userId: string; values: { contentId: string; title: string }; push: boolean }>(
    `with person as (
       select u.id, t.title, coalesce(p.in_app, true) as in_app,
         coalesce(p.mail, false) and not x.excluded as mail,
         coalesce(p.push, false) and not x.excluded and exists (select from push_devices d where d.user_id = u.id) as push
       from unnest($2::bigint[], $3::text[]) as u (id, language)
       join content_texts t on t.content_id = $1 and t.language = u.language
       left join notification_preferences p on p.user_id = u.id and p.kind = 'notice'
       -- Nothing is mailed or pushed to who has excluded himself from trading.
       cross join lateral (
         select exists (
           select from limit_choices c where c.user_id = u.id and c.kind = 'exclusion' and coalesce(c.until > $5, true)
         ) as excluded
       ) x
     ), written as (
       insert into notifications (user_id, book, kind, facts, created_at, shown)
       select id, null, 'notice', jsonb_build_object('contentId', $1::text, 'title', title), $4, in_app from person
       where in_app or mail or push
       returning id, user_id, facts, shown
     ), mailed as (
       insert into notification_mails (notification_id)
       select w.id from written w join person p on p.id = w.user_id where p.mail
     ), pushed as (
       insert into notification_pushes (notification_id)
       select w.id from written w join person p on p.id = w.user_id where p.push
     )
     select w.id::text, user_id::text as "userId", facts as values, p.push from written w join person p on p.id = w.user_id
     where shown`,
    [notice.id, people.map(({ id }) => id), people.map(({ language }) => language), createdAt, new Date(clock.wall())],
  );
  const last = people.length < batch;
  await tx.query('update contents set announced_to = $2, announcing = not $3 where id = $1', [
    notice.id,
    people.at(-1)?.id ?? notice.announcedTo,
    last,
  ]);
  tx.afterCommit(() => {
    for (const { id, userId, values, push } of written) {
      const data = { id, book: null, kind: 'notice', values, createdAt: createdAt.toISOString(), read: false };
      tellPages(bus, userId, data, push);
    }
  });
  return true;
}
