import { answersKeptHours } from '@assay/contract/vocabulary/limits.ts';
import type { Clock } from '../platform/clock.ts';
import { purgeAttempts } from '../platform/credentials/attempts.ts';
import type { Database } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';
import { purgeEnrolments } from './credentials/authenticators.ts';
import { purgeCodes } from './credentials/codes.ts';
import { purgeDevices } from './credentials/devices.ts';
import { purgeExcluded } from './credentials/excluded.ts';
import { purgeSessions } from './credentials/sessions.ts';
import { purgeUses } from './keys/uses.ts';
import { purgeChallenges } from './passkeys/challenges.ts';
import { purgeSocial } from './social/tickets.ts';

/** Rows that one statement removes at most, so that no lock is held for long. */
const batch = 10_000;
/** Answers are promised for 24 hours; twice that is kept. */

/** What has ended leaves the database: sessions, codes, counters, devices, unfinished enrolments, and the stored answers of idempotent calls. */
export function identityJobs(db: Database, clock: Clock): Job[] {
  return [
    {
      name: 'identity.purge',
      cron: '17 * * * *',
      run: async () => {
        const now = clock.wall();
        await purgeSessions(db, now);
        await purgeCodes(db, now);
        await purgeAttempts(db, now);
        await purgeDevices(db, now);
        await purgeEnrolments(db, now);
        await purgeSocial(db, now);
        await purgeExcluded(db, now);
        await purgeChallenges(db, now);
        await purgeUses(db, now);
        await purgeAnswers(db);
      },
    },
  ];
}

async function purgeAnswers(db: Database): Promise<void> {
  for (;;) {
    // The database's own clock, because it also wrote the time.
    const removed = await db.query(
      `delete from idempotency where (scope, key) in (
         select scope, key from idempotency where created_at < clock_timestamp() - make_interval(hours => $1) limit $2)
       returning 1 as removed`,
      [answersKeptHours, batch],
    );
    if (removed.length < batch) return;
  }
}
