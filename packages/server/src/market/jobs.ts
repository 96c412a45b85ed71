import type { Database } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';

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
  let taken = biteRows;
  while (taken === biteRows) {
    const [row] = await db.query<{ taken: number }>('select tape_forget($1) as taken', [biteRows]);
    taken = row?.taken ?? 0;
  }
}
