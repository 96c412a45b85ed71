import { type AlarmRule, alarmRules } from '@assay/contract/vocabulary/operators.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mail.ts';
import { oversightTerms } from '../terms.ts';
import { type Looking, rules } from './rules.ts';
import { type AlarmPlaces, type Place, type ToldAlarm, placesOf } from './tell.ts';

interface AlarmsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly market: Looking['market'];
  readonly log: Logger;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly places: AlarmPlaces;
  /** The time within which every receiver answers all that it is sent in one run. */
  readonly answerMsMax?: number;
}

/** Sent in one run at most; retried for a day, once a minute. */
const toldMax = 20;
const triesMax = 24 * 60;
const againMs = 24 * 3_600_000;

/**
 * Once a minute: an active alarm is raised once a day, with its current state, one that no longer holds ends, and new ones are
 * sent out. A failing rule delays neither the others nor the sending; the run counts as failed.
 */
export function alarmJob(parts: AlarmsParts): Job {
  const { db, clock, market } = parts;
  const since = clock.now();
  return {
    name: 'oversight.alarms',
    cron: '* * * * *',
    run: async () => {
      const looking = { clock, market, since, terms: await oversightTerms(db) };
      const failures = new Map<AlarmRule, unknown>();
      for (const rule of alarmRules) {
        try {
          await look(parts, rule, looking);
        } catch (error) {
          failures.set(rule, error);
          parts.log.error({ err: error, rule }, 'a rule of the alarms could not look');
        }
      }
      await tellNew(parts);
      if (failures.size > 0)
        throw new AggregateError(failures.values(), `alarms could not look: ${[...failures.keys()].join(', ')}`);
    },
  };
}

async function look({ db, clock }: AlarmsParts, rule: AlarmRule, looking: Looking): Promise<void> {
  const standing = await rules[rule](db, looking);
  const now = new Date(clock.wall());
  await db.transact(async (tx) => {
    // An alarm that lasts for a day is raised again: an operator took it then, and it may be far worse by now.
    await tx.query('update alarms set ended_at = $2 where rule = $1 and ended_at is null and raised_at <= $3', [
      rule,
      now,
      new Date(now.getTime() - againMs),
    ]);
    await tx.query(
      `insert into alarms (rule, subject, detail, raised_at) select $1, s, left(d, 300), $4 from unnest($2::text[], $3::text[]) a (s, d)
       on conflict (rule, subject) where ended_at is null do update set detail = excluded.detail where alarms.detail <> excluded.detail`,
      [rule, standing.map(({ subject }) => subject), standing.map(({ detail }) => detail), now],
    );
    await tx.query('update alarms set ended_at = $3 where rule = $1 and ended_at is null and not subject = any ($2)', [
      rule,
      standing.map(({ subject }) => subject),
      now,
    ]);
  });
}

interface Waiting extends Omit<ToldAlarm, 'raisedAt'> {
  readonly raisedAt: Date;
  readonly webhook: Date | null;
  readonly mail: Date | null;
}

/** What has been tried least comes first: alarms that can't be sent hold up no other. */
async function tellNew(parts: AlarmsParts): Promise<void> {
  const places = placesOf(parts.places, parts.mailer);
  if (places.length === 0) return;
  const waiting = await parts.db.query<Waiting>(
    `select id, rule, subject, detail, raised_at as "raisedAt", posted_at as webhook, mailed_at as mail from alarms
     where told_at is null and ended_at is null and tries < $1 order by tries, id limit $2`,
    [triesMax, toldMax],
  );
  const deadline = AbortSignal.timeout(parts.answerMsMax ?? 10_000);
  await Promise.all(waiting.map((alarm) => tellOne(parts, places, alarm, deadline)));
}

const takenAt = { webhook: 'posted_at', mail: 'mailed_at' } as const;

async function tellOne(
  { db, clock, log }: AlarmsParts,
  places: readonly Place[],
  { raisedAt, webhook, mail, ...alarm }: Waiting,
  deadline: AbortSignal,
): Promise<void> {
  const had = { webhook, mail };
  const told = { ...alarm, raisedAt: raisedAt.toISOString() };
  const have = await Promise.all(
    places.map(async ({ name, tell }) => {
      if (had[name] !== null) return true;
      try {
        await tell(told, clock.wall(), deadline);
        await db.query(`update alarms set ${takenAt[name]} = $2 where id = $1`, [alarm.id, new Date(clock.wall())]);
        return true;
      } catch (error) {
        log.warn({ err: error, place: name, alarm: alarm.id, rule: alarm.rule }, 'an alarm could not be told');
        return false;
      }
    }),
  );
  if (have.includes(false)) await db.query('update alarms set tries = tries + 1 where id = $1', [alarm.id]);
  else await db.query('update alarms set told_at = $2 where id = $1', [alarm.id, new Date(clock.wall())]);
}
