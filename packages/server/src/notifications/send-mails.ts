import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import type { Mailer } from '../platform/mail.ts';
import { composeMail } from './mail/compose.ts';
import type { Told } from './notify.ts';

/** A mail that its server refuses this often is given up: the notification stands on the site all the same. */
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
  readonly tries: number;
  readonly email: string;
  readonly language: Language;
  readonly book: Book | null;
  readonly kind: Told['kind'];
  readonly facts: Told['values'];
  readonly created_at: Date;
}

/**
 * Sends every mail that is due, one after the other. A mail is removed in the transaction that holds it while it is sent, so
 * several processes send no mail twice; one that dies between sending and committing may.
 */
export async function sendMails(parts: MailParts): Promise<void> {
  while (await sendNext(parts));
}

function sendNext({ db, mailer, log, origin }: MailParts): Promise<boolean> {
  return db.transact(async (tx) => {
    const [due] = await tx.query<Due>(
      `select mail.notification_id as id, mail.tries, reader.email, reader.language, told.book, told.kind, told.facts,
         told.created_at
       from notification_mails mail
       join notifications told on told.id = mail.notification_id
       join users reader on reader.id = told.user_id
       where mail.next_try_at <= clock_timestamp()
       order by mail.next_try_at limit 1 for update of mail skip locked`,
    );
    if (due === undefined) return false;
    // Kind and facts were written together, each pair by its own type.
    const told = { kind: due.kind, values: due.facts } as Told;
    const mail = composeMail({ told, to: due.email, language: due.language, book: due.book, at: due.created_at, origin });
    try {
      await mailer.send(mail);
    } catch (error) {
      log.warn({ err: error, notification: due.id, tries: due.tries + 1 }, 'a notification could not be mailed');
      if (due.tries + 1 < triesMax) {
        await tx.query(
          `update notification_mails
           set tries = tries + 1, next_try_at = clock_timestamp() + make_interval(mins => $2)
           where notification_id = $1`,
          [due.id, firstPauseMinutes * 2 ** due.tries],
        );
        return true;
      }
    }
    await tx.query('delete from notification_mails where notification_id = $1', [due.id]);
    return true;
  });
}
