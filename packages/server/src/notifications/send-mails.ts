import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import type { Mailer } from '../platform/mail.ts';
import { composeMail } from './mail/compose.ts';
import type { NotificationContent } from './notify.ts';

/** A mail that its server refuses this often is given up: the site still shows the notification. */
const triesMax = 6;
/** 1, 2, 4, 8, 16 minutes between tries. */
const firstPauseMinutes = 1;

export interface MailParts {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly log: Logger;
  /** The site's own address, where the reader finds the rest. */
  readonly origin: string;
}

interface Due {
  readonly id: number;
  /** With this one. */
  readonly tries: number;
  readonly email: string;
  readonly language: Language;
  readonly book: Book | null;
  readonly kind: NotificationContent['kind'];
  readonly facts: NotificationContent['values'];
  readonly created_at: Date;
}

/**
 * Sends every mail that is due, one after the other. Taking a mail postpones its next try in the same statement, and no
 * lock is held while waiting for the mail server: several processes send no mail twice. A process that dies while
 * sending leaves the mail to the next try, and it may arrive twice.
 */
export async function sendMails(parts: MailParts): Promise<void> {
  while (await sendNext(parts));
}

async function sendNext({ db, mailer, log, origin }: MailParts): Promise<boolean> {
  const [due] = await db.query<Due>(
    `update notification_mails mail
     set tries = mail.tries + 1, next_try_at = clock_timestamp() + make_interval(mins => $1 * (2 ^ mail.tries)::int)
     from notifications told join users reader on reader.id = told.user_id
     where told.id = mail.notification_id and mail.notification_id = (
       select notification_id from notification_mails where next_try_at <= clock_timestamp()
       order by next_try_at limit 1 for update skip locked
     )
     returning told.id, mail.tries, reader.email, reader.language, told.book, told.kind, told.facts, told.created_at`,
    [firstPauseMinutes],
  );
  if (due === undefined) return false;
  // Kind and facts were written together, each pair by its own type.
  const told = { kind: due.kind, values: due.facts } as NotificationContent;
  const mail = composeMail({ told, to: due.email, language: due.language, book: due.book, at: due.created_at, origin });
  try {
    await mailer.send(mail);
  } catch (error) {
    log.warn({ err: error, notification: due.id, tries: due.tries }, 'a notification could not be mailed');
    if (due.tries < triesMax) return true;
  }
  await db.query('delete from notification_mails where notification_id = $1', [due.id]);
  return true;
}
