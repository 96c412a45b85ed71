import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { type NotificationKind } from '@assay/contract/vocabulary/notifications.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Clock } from '../../platform/clock.ts';
import { takeAttempt } from '../../platform/credentials/attempts.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import type { NotificationContent } from '../notify.ts';
import type { PushFigures } from './figures.ts';
import { type PushSettings, post } from './post.ts';
import { composePush } from './words.ts';

/** What a push service has not accepted by then is dropped: the site still shows it. */
const triesMax = 6;
/** 10, 20, 40, 80, 160 seconds between tries. */
const firstPauseSeconds = 10;
const atOnceMax = 16;
/** A push service that has not answered for so long is sent nothing more, so that it does not delay others. */
const patienceMs = 1000;

const hour = 3600;
const day = 24 * hour;

/** What is worthless later, and is shown at once even by a sleeping phone. */
const urgent: ReadonlyMap<NotificationKind, number> = new Map([
  ['marginWarning', hour / 2],
  ['priceAlert', hour],
  ['outbid', hour],
  ['positionLiquidated', day],
  ['apiKeyMade', 3 * day],
]);

/**
 * The notification expires after so many seconds, also for a phone that was off. A reminder of an event is valid until
 * the event, by the business clock.
 */
const secondsLeft = ({ kind, values }: NotificationContent, age: number, now: number): number =>
  kind === 'calendarEvent' ? (Date.parse(values.at) - now) / 1000 : (urgent.get(kind) ?? day) - age;

/** Per hour and person; urgent ones are counted apart, so that others can't delay them. */
const perPerson = { max: 40, windowMs: 3_600_000 };

export interface PushParts {
  /** The leader's: who leads no more takes nothing. */
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: PushSettings;
  readonly figures: PushFigures;
  /** After which moments a session that still lives expires and was last used. */
  readonly livesAfter: (now: number) => readonly [expires: Date, used: Date];
}

/** Sends devices their pending notifications. Returns when nothing is due but for push services that do not answer. */
export class PushRound {
  readonly name = 'push';
  readonly #parts: PushParts;

  constructor(parts: PushParts) {
    this.#parts = parts;
  }

  async run(signal: AbortSignal): Promise<void> {
    const sending = new Sending(this.#parts, signal);
    while (!signal.aborted && (await this.#turn(sending)));
    await sending.ended();
  }

  /** Distributes again before it sends: new urgent messages go before older ones. */
  async #turn(sending: Sending): Promise<boolean> {
    let spread = 0;
    while (spread < atOnceMax && (await spreadNext(this.#parts))) spread += 1;
    return (await sending.next()) || spread > 0;
  }
}

/** What is under way within a round. */
class Sending {
  readonly #parts: PushParts;
  readonly #signal: AbortSignal;
  readonly #underWay = new Set<Promise<void>>();
  /** Hosts that have been asked and have answered nothing since. */
  readonly #silent = new Set<string>();
  readonly #failures: unknown[] = [];

  constructor(parts: PushParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
  }

  /** Sends what is due, and waits briefly for the answers. False where nothing is due and nothing in flight. */
  async next(): Promise<boolean> {
    if (this.#failures.length > 0) return false;
    const due = await takeDue(this.#parts, [...this.#silent]);
    const asked = new Set<string>();
    const batch = due.map((one) => this.#send(one, asked));
    if (batch.length === 0 && this.#underWay.size === 0) return false;
    const over = new AbortController();
    await Promise.race([
      batch.length > 0 ? Promise.all(batch) : Promise.race(this.#underWay),
      sleep(patienceMs, undefined, { signal: over.signal }).catch(() => undefined),
    ]);
    over.abort();
    for (const host of asked) this.#silent.add(host);
    return true;
  }

  /** Fails with the first of their errors. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay);
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  #send(due: Due, asked: Set<string>): Promise<void> {
    const { host } = new URL(due.endpoint);
    asked.add(host);
    const sent = this.#await(sendOne(this.#parts, due, this.#signal), host, asked).finally(() => this.#underWay.delete(sent));
    this.#underWay.add(sent);
    return sent;
  }

  async #await(answer: Promise<boolean>, host: string, asked: Set<string>): Promise<void> {
    try {
      if (!(await answer)) return;
      asked.delete(host);
      this.#silent.delete(host);
    } catch (error) {
      this.#failures.push(error);
    }
  }
}

interface Waiting {
  readonly id: number;
  readonly user_id: string;
  readonly kind: NotificationKind;
  readonly read: boolean;
}

/**
 * From one notification, an urgent one first, to the devices of its reader that are signed in. What was read meanwhile,
 * or exceeds the limit, is sent to none.
 */
async function spreadNext({ db, clock, figures, livesAfter }: PushParts): Promise<boolean> {
  const [next] = await db.query<Waiting>(
    `select n.id, n.user_id::text, n.kind, n.read_at is not null as read
     from notification_pushes p join notifications n on n.id = p.notification_id
     where p.due_at <= clock_timestamp() order by n.kind = any ($1) desc, p.due_at limit 1`,
    [[...urgent.keys()]],
  );
  if (next === undefined) return false;
  const key = `push:${urgent.has(next.kind) ? 'urgent' : 'other'}:${next.user_id}`;
  const tooMany = !next.read && (await takeAttempt(db, clock.wall(), [{ key, ...perPerson }])) !== undefined;
  if (tooMany) figures.failed.inc({ reason: 'limited' });
  // Taken and spread by one statement: who comes second finds nothing to take.
  await db.transact((tx) =>
    tx.query(
      `with taken as (delete from notification_pushes where notification_id = $1 returning notification_id)
       insert into push_deliveries (notification_id, device_id)
       select n.id, d.id from taken join notifications n on n.id = taken.notification_id
       join push_devices d on d.user_id = n.user_id join sessions s on s.id = d.session_id
       where $2 and n.read_at is null and s.expires_at > $3 and s.last_used_at > $4`,
      [next.id, !next.read && !tooMany, ...livesAfter(clock.wall())],
    ),
  );
  return true;
}

interface Due {
  readonly id: number;
  readonly device_id: number;
  /** With this one. */
  readonly tries: number;
  readonly age: number;
  readonly stale: boolean;
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
  readonly language: Language;
  readonly book: Book | null;
  readonly kind: NotificationContent['kind'];
  readonly facts: NotificationContent['values'];
  readonly created_at: Date;
}

/**
 * What is due to several devices, what is urgent first. Taking one postpones its next try in the same statement, and no lock is
 * held while waiting for the push service: several processes send nothing twice. A message of a process that crashes is sent
 * again by the next attempt; the push service and the device replace the earlier copy.
 */
function takeDue({ db }: PushParts, silent: readonly string[]): Promise<Due[]> {
  return db.transact((tx) =>
    tx.query<Due>(
      `update push_deliveries going
       set tries = going.tries + 1, next_try_at = clock_timestamp() + make_interval(secs => $1 * (2 ^ going.tries))
       from notifications told join users reader on reader.id = told.user_id join push_devices device on device.user_id = reader.id
       where told.id = going.notification_id and device.id = going.device_id
         and (going.notification_id, going.device_id) in (
           select d.notification_id, d.device_id
           from push_deliveries d join notifications n on n.id = d.notification_id join push_devices v on v.id = d.device_id
           where d.next_try_at <= clock_timestamp() and split_part(v.endpoint, '/', 3) <> all ($3)
           order by n.kind = any ($4) desc, d.next_try_at limit $2 for update of d skip locked
         )
       returning told.id, device.id as device_id, going.tries, device.endpoint, device.p256dh, device.auth, reader.language,
         told.book, told.kind, told.facts, told.created_at, told.read_at is not null as stale,
         extract(epoch from clock_timestamp() - told.written_at)::float8 as age`,
      [firstPauseSeconds, atOnceMax, silent, [...urgent.keys()]],
    ),
  );
}

/** Whether the push service has answered, or did not have to be asked. */
async function sendOne({ db, clock, log, settings, figures }: PushParts, due: Due, signal: AbortSignal): Promise<boolean> {
  const done = () =>
    db.query('delete from push_deliveries where notification_id = $1 and device_id = $2', [due.id, due.device_id]);
  // Kind and facts were written together, each pair by its own type.
  const told = { kind: due.kind, values: due.facts } as NotificationContent;
  const ttlSeconds = Math.floor(secondsLeft(told, due.age, clock.now()));
  if (due.stale || ttlSeconds <= 0) {
    await done();
    return true;
  }
  const text = composePush({ id: String(due.id), told, language: due.language, book: due.book, at: due.created_at });
  const posted = await post(settings, due, text, { ttlSeconds, urgent: urgent.has(due.kind), signal });
  // It had no time to answer: the next try is due as scheduled, under any leader.
  if (posted.status === null && signal.aborted) return false;
  if (posted.outcome === 'taken') {
    figures.sent.inc();
    await db.query('update push_devices set told_at = clock_timestamp() where id = $1', [due.device_id]);
    await done();
    return true;
  }
  figures.failed.inc({ reason: posted.outcome });
  // With it goes what else waits for it.
  if (posted.outcome === 'gone') {
    await db.query('delete from push_devices where id = $1', [due.device_id]);
    return true;
  }
  const service = new URL(due.endpoint).hostname;
  log.warn({ service, status: posted.status, notification: due.id, tries: due.tries }, 'a device could not be told');
  if (posted.outcome === 'refused' || due.tries >= triesMax) await done();
  else if (posted.afterSeconds > 0)
    await db.query(
      `update push_deliveries set next_try_at = greatest(next_try_at, clock_timestamp() + make_interval(secs => $3))
       where notification_id = $1 and device_id = $2`,
      [due.id, due.device_id, posted.afterSeconds],
    );
  return posted.status !== null;
}
