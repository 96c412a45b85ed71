import { createTransport } from 'nodemailer';
import type { Queryable } from './database.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Sandbox mail stays in the database, and the site shows it at `/sandbox/outbox`. */
export function outboxMailer(db: Queryable): Mailer {
  return {
    async send({ to, subject, text }) {
      await db.query('insert into outbox (recipient, subject, body) values ($1, $2, $3)', [to, subject, text]);
    },
    close: () => undefined,
  };
}

/** Hands mails to an SMTP server. A server that does not answer within `answerMsMax` fails the mail, not the caller's patience. */
export function smtpMailer(url: string, from: string, answerMsMax = 10_000): Mailer {
  const limits = {
    connectionTimeout: answerMsMax,
    greetingTimeout: answerMsMax,
    socketTimeout: answerMsMax,
    dnsTimeout: answerMsMax,
  };
  const transport = createTransport({ url, ...limits }, { from });
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}
