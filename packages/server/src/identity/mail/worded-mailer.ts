import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Mailer } from '../../platform/mail.ts';
import { wordLine } from './compose.ts';

/** Puts the reader's own word above every mail, whichever part of the product sends it: no sender can forget it. */
export function wordedMailer(db: Queryable, mailer: Mailer): Mailer {
  return {
    async send(mail) {
      const [reader] = await db.query<{ mail_word: string; language: Language }>(
        `select mail_word, language from users
         where (lower(email) = $1 and $2::bigint is null or id = $2) and mail_word is not null`,
        [mail.to.toLowerCase(), mail.reader ?? null],
      );
      const text = reader === undefined ? mail.text : `${wordLine(reader.language, reader.mail_word)}\n\n${mail.text}`;
      await mailer.send({ ...mail, text });
    },
    close: () => mailer.close(),
  };
}
