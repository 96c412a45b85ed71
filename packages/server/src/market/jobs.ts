import type { Database } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';

const rawQuoteDays = 7;
/** A day of them is 86,400 rows; smaller bites keep each transaction short. */
const biteRows = 10_000;

export function marketJobs(db: Database): Job[] {
  return [
    {
      name: 'forget-raw-quotes',
      cron: '17 * * * *',
      run: () => forgetRawQuotes(db),
    },
  ];
}

/**
 * Raw quotes are kept for seven days, and for as long as bars are still to be made of them or orders to be judged by them; bars and
 * the quotes that orders were decided on, for good.
 */
async function forgetRawQuotes(db: Database): Promise<void> {
  let deleted: number;
  do {
    const rows = await db.query(
      `delete from quote_batches where id in (
         select id from quote_batches
         where recorded_at < now() - make_interval(days => $1) and id <= (select min(position) from tape_marks) order by id limit $2)
       returning 1 as deleted`,
      [rawQuoteDays, biteRows],
    );
    deleted = rows.length;
  } while (deleted === biteRows);
}
