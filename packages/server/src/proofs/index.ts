import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';
import type { Metrics } from '../platform/metrics.ts';
import { lastSeal } from './seal.ts';

export { sealDay } from './seal.ts';
export { serveProofs } from './routes.ts';
export { verifySeals } from './verify.ts';

export interface ProofJobsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Closes and seals the day before, wherever that is done. */
  readonly seal: (now: number) => Promise<boolean>;
}

/** Every quarter of an hour, so that a day that could not be sealed at its end is sealed soon after. */
export function proofJobs({ db, clock, metrics, seal }: ProofJobsParts): Job[] {
  const sealed = metrics.gauge('proofs_sealed_seconds', 'When the last day was sealed, in seconds since 1970');
  return [
    {
      name: 'proofs.seal',
      cron: '4,19,34,49 * * * *',
      run: async () => {
        const now = clock.wall();
        if (!(await lastSeal(db, now)).done) await seal(now);
        const { at } = await lastSeal(db, now);
        if (at !== undefined) sealed.set(at / 1000);
      },
    },
  ];
}
