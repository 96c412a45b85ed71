import { type AlarmRule, alarmRules } from '@assay/contract/vocabulary/operators.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mail.ts';
import { rules } from './rules.ts';
import { type AlarmPlaces, type ToldAlarm, tellAlarm } from './tell.ts';

interface AlarmsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly places: AlarmPlaces;
}

/** Told in one run at most; tried for a day, once a minute. */
const toldMax = 20;
const triesMax = 24 * 60;

/** Once a minute: what stands is raised once, what stands no more has ended, and what is new is told outside. */
export function alarmJob(parts: AlarmsParts): Job {
  return {
    name: 'oversight.alarms',
    cron: '* * * * *',
    run: async () => {
      for (const rule of alarmRules) await look(parts, rule);
      await tellNew(parts);
    },
  };
}

async function look({ db, clock }: AlarmsParts, rule: AlarmRule): Promise<void> {
  const standing = await rules[rule](db, clock);
  const now = new Date(clock.wall());
  await db.transact(async (tx) => {
    await tx.query(
      `insert into alarms (rule, subject, detail, raised_at) select $1, s, left(d, 300), $4 from unnest($2::text[], $3::text[]) a (s, d)
       on conflict (rule, subject) where ended_at is null do nothing`,
      [rule, standing.map(({ subject }) => subject), standing.map(({ detail }) => detail), now],
    );
    await tx.query('update alarms set ended_at = $3 where rule = $1 and ended_at is null and not subject = any ($2)', [
      rule,
      standing.map(({ subject }) => subject),
      now,
    ]);
  });
}

/** One that can't be told keeps no other from it. */
async function tellNew({ db, clock, log, mailer, places }: AlarmsParts): Promise<void> {
  const waiting = await db.query<Omit<ToldAlarm, 'raisedAt'> & { raisedAt: Date }>(
    'select id, rule, subject, detail, raised_at as "raisedAt" from alarms where told_at is null and tries < $1 order by id limit $2',
    [triesMax, toldMax],
  );
  for (const { raisedAt, ...alarm } of waiting) {
    try {
      await tellAlarm(places, mailer, clock.wall(), { ...alarm, raisedAt: raisedAt.toISOString() });
      await db.query('update alarms set told_at = $2 where id = $1', [alarm.id, new Date(clock.wall())]);
    } catch (error) {
      await db.query('update alarms set tries = tries + 1 where id = $1', [alarm.id]);
      log.warn({ err: error, alarm: alarm.id, rule: alarm.rule }, 'an alarm could not be told');
    }
  }
}
