import type { Clock } from '../platform/clock.ts';
import { type Database, unhurried } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { purgeOperatorSessions } from './access/sessions.ts';
import { verifyAuditLog } from './audit-log.ts';

export interface OperatorJobsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** What has ended leaves the database; the audit log is worked out anew every night, and a finding is logged as an error. */
export function operatorJobs({ db, clock, log, metrics }: OperatorJobsParts): Job[] {
  const found = metrics.gauge('audit_log_findings', 'What the last verification of the audit log found', []);
  return [
    { name: 'operators.purge', cron: '23 * * * *', run: () => purgeOperatorSessions(db, clock.wall()) },
    {
      name: 'operators.verify',
      cron: '50 2 * * *',
      run: async () => {
        const { findings, entries, head } = await db.transact((tx) => verifyAuditLog(tx), unhurried);
        found.set(findings.length);
        for (const finding of findings) log.error({ finding }, 'the audit log does not hold');
        // Kept outside of the database as well, the head of each night shows later whether something was cut off.
        log.info({ entries, head }, 'the audit log was verified');
      },
    },
  ];
}
