import type { DeskService } from '@assay/contract/endpoints/console/dashboard.ts';
import type { Queryable } from '../platform/database.ts';
import { oversightTerms } from './terms.ts';

/** From when to when they have waited of what was decided since $1. */
const desks = [
  {
    desk: 'deposits',
    waits: `select created_at as began, ended_at as ended from deposits where ended_at >= $1 and status <> 'pendingReview'`,
  },
  {
    desk: 'withdrawals',
    waits: `select created_at, ended_at from withdrawals where ended_at >= $1 and status <> 'cancelled'`,
  },
  { desk: 'kyc', waits: 'select submitted_at, decided_at from kyc_cases where decided_at >= $1' },
  {
    desk: 'loans',
    waits: `select created_at, coalesce(paid_out_at, ended_at) from loans where coalesce(paid_out_at, ended_at) >= $1 and status <> 'cancelled'`,
  },
  {
    // From the first unanswered message to the answer.
    desk: 'chats',
    waits: `select c.at, a.at from conversation_messages a cross join lateral (
        select min(q.at) as at from conversation_messages q
        where q.conversation_id = a.conversation_id and q.author = 'customer' and q.seq < a.seq and q.seq > coalesce((
          select max(o.seq) from conversation_messages o
          where o.conversation_id = a.conversation_id and o.author = 'operator' and o.seq < a.seq), 0)
      ) c where a.at >= $1 and a.author = 'operator' and c.at is not null`,
  },
] as const;

/** How desks have served customers since a business time: how many, how long half of them waited, and nine of ten, and how many within the target. */
export async function serviceSince(db: Queryable, since: Date): Promise<DeskService[]> {
  const { hours: targets } = await oversightTerms(db);
  return Promise.all(
    desks.map(async ({ desk, waits }) => {
      const hours = targets[desk];
      const [row] = await db.query<{ decided: number; within: number; median: number | null; most: number | null }>(
        `select count(*) as decided, count(*) filter (where ended - began <= $2 * interval '1 hour') as within,
           round(percentile_cont(0.5) within group (order by extract(epoch from ended - began)))::integer as median,
           round(percentile_cont(0.9) within group (order by extract(epoch from ended - began)))::integer as most
         from (${waits}) w (began, ended)`,
        [since, hours],
      );
      const { decided = 0, within = 0, median = null, most = null } = row ?? {};
      return { desk, targetHours: hours, decided, within, medianSeconds: median, mostSeconds: most };
    }),
  );
}
