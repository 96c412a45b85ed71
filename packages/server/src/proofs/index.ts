import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';
import { sealYesterday } from './seal.ts';

export { sealYesterday } from './seal.ts';
export { serveProofs } from './routes.ts';
export { verifySeals } from './verify.ts';

/** Every quarter of an hour, so that a day that could not be sealed at its end is sealed soon after. */
export function proofJobs(db: Database, clock: Clock): Job[] {
  return [
    {
      name: 'proofs.seal',
      cron: '4,19,34,49 * * * *',
      run: async () => {
        await sealYesterday(db, clock);
      },
    },
  ];
}
