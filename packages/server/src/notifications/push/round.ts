import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { type NotificationKind } from '@assay/contract/vocabulary/notifications.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Clock } from '../../platform/clock.ts';
import { takeAttempt } from '../../platform/credentials/attempts.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import type { Told } from '../notify.ts';
import type { PushFigures } from './figures.ts';
import { type PushSettings, post } from './post.ts';
import { composePush } from './words.ts';

/** What a push service does not take by then is given up: it stands on the site all the same. */
const triesMax = 6;
/** 10, 20, 40, 80, 160 seconds between tries. */
const firstPauseSeconds = 10;
const atOnceMax = 16;

const hour = 3600;
const day = 24 * hour;

/** What is worth nothing later, and is told at once even by a telephone that sleeps. */
const urgent: ReadonlyMap<NotificationKind, number> = new Map([
  ['marginWarning', hour / 2],
  ['priceAlert', hour],
  ['outbid', hour],
  ['positionLiquidated', day],
  ['apiKeyMade', 3 * day],
]);

/** After so many seconds nobody is told any more, not even by a telephone that was off. */
const ttlOf = (kind: NotificationKind): number => urgent.get(kind) ?? day;

/** In an hour, to one person; what is urgent is counted apart, so that nothing else keeps it back. */
const perPerson = { max: 40, windowMs: 3_600_000 };

export interface PushParts {
  /** The leader's: who leads no more takes nothing. */
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: PushSettings;
  readonly figures: PushFigures;
}

/** Tells devices what waits for them. Answers when nothing is due. */
export class PushRound {
  readonly name = 'push';
  readonly #parts: PushParts;

  constructor(parts: PushParts) {
    this.#parts = parts;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await spreadNext(this.#parts)));
    while (!signal.aborted && (await sendSome(this.#parts)));
  }
}

interface Waiting {
  readonly id: number;
  readonly user_id: string;
  readonly kind: NotificationKind;
  readonly read: boolean;
}

/** From one notification to the devices of its reader. What was read meanwhile, or is one too many, is told to none. */
async function spreadNext({ db, clock, figures }: PushParts): Promise<boolean> {
  const [next] = await db.query<Waiting>(
    `select n.id, n.user_id::text, n.kind, n.read_at is not null as read
     from notification_pushes p join notifications n on n.id = p.notification_id
     where p.due_at <= clock_timestamp() order by p.due_at limit 1`,
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
       join push_devices d on d.user_id = n.user_id where $2 and n.read_at is null`,
      [next.id, !next.read && !tooMany],
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
  readonly kind: Told['kind'];
  readonly facts: Told['values'];
  readonly created_at: Date;
}

/**
 * Sends what is due to several devices at once. Whoever takes one puts off its next try with the same statement, and waits for the
 * push service without holding anything: several processes send nothing twice. One that dies while it sends leaves it to the next
 * try; the push service and the device put the same thing in the place of what they have.
 */
async function sendSome(parts: PushParts): Promise<boolean> {
  const due = await parts.db.transact((tx) =>
    tx.query<Due>(
      `update push_deliveries going
       set tries = going.tries + 1, next_try_at = clock_timestamp() + make_interval(secs => $1 * (2 ^ going.tries))
       from notifications told join users reader on reader.id = told.user_id join push_devices device on device.user_id = reader.id
       where told.id = going.notification_id and device.id = going.device_id
         and (going.notification_id, going.device_id) in (
           select notification_id, device_id from push_deliveries where next_try_at <= clock_timestamp()
           order by next_try_at limit $2 for update skip locked
         )
       returning told.id, device.id as device_id, going.tries, device.endpoint, device.p256dh, device.auth, reader.language,
         told.book, told.kind, told.facts, told.created_at, told.read_at is not null as stale,
         extract(epoch from clock_timestamp() - told.written_at)::float8 as age`,
      [firstPauseSeconds, atOnceMax],
    ),
  );
  await Promise.all(due.map((one) => sendOne(parts, one)));
  return due.length > 0;
}

async function sendOne({ db, log, settings, figures }: PushParts, due: Due): Promise<void> {
  const done = () =>
    db.query('delete from push_deliveries where notification_id = $1 and device_id = $2', [due.id, due.device_id]);
  const ttlSeconds = Math.floor(ttlOf(due.kind) - due.age);
  if (due.stale || ttlSeconds <= 0) {
    await done();
    return;
  }
  // Kind and facts were written together, each pair by its own type.
  const told = { kind: due.kind, values: due.facts } as Told;
  const text = composePush({ id: String(due.id), told, language: due.language, book: due.book, at: due.created_at });
  const posted = await post(settings, due, text, { ttlSeconds, urgent: urgent.has(due.kind) });
  if (posted.outcome === 'taken') {
    figures.sent.inc();
    await db.query('update push_devices set told_at = clock_timestamp() where id = $1', [due.device_id]);
    await done();
    return;
  }
  figures.failed.inc({ reason: posted.outcome });
  // With it goes what else waits for it.
  if (posted.outcome === 'gone') {
    await db.query('delete from push_devices where id = $1 and endpoint = $2', [due.device_id, due.endpoint]);
    return;
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
}
