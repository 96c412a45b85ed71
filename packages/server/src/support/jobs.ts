import { visitorConversationDays } from '@assay/contract/vocabulary/support.ts';
import { eraseImages } from '../platform/images/images.ts';
import type { Job } from '../platform/jobs.ts';
import type { SupportContext } from './context.ts';

const dayMs = 86_400_000;
/** Conversations that one transaction erases at most. */
const batch = 100;

/** Erases what visitors said 90 days after their last message, and the day after what they opened and said nothing in. */
export function supportJobs(context: Pick<SupportContext, 'db' | 'clock'>): Job[] {
  return [{ name: 'support.erase', cron: '41 * * * *', run: () => eraseOld(context) }];
}

async function eraseOld({ db, clock }: Pick<SupportContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.wall();
  for (;;) {
    const erased = await db.transact(async (tx) => {
      const rows = await tx.query<{ id: number }>(
        `select id from conversations where user_id is null
           and last_at < case when last_seq = 0 then $1::timestamptz else $2::timestamptz end
         limit $3 for update skip locked`,
        [new Date(now - dayMs), new Date(now - visitorConversationDays * dayMs), batch],
      );
      const ids = rows.map(({ id }) => id);
      const images = await tx.query<{ id: string }>(
        'select image_id::text as id from conversation_messages where conversation_id = any($1) and image_id is not null',
        [ids],
      );
      await eraseImages(
        tx,
        images.map(({ id }) => id),
        now,
      );
      await tx.query('delete from conversations where id = any($1)', [ids]);
      return ids.length;
    });
    if (erased < batch) return;
  }
}
