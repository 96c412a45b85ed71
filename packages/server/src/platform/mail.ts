import { createTransport } from 'nodemailer';
import type { Queryable } from './database.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Whose word it carries, where the address is not that user's any more. */
  readonly reader?: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface SmtpMailer extends Mailer {
  /** Rejects with the reason when the server would take no mail now. */
  verify(): Promise<void>;
}

/** Fills `{name}` into a text; in one pass, so that braces in a value stay what they are. A name without a value is our own mistake. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a mail text asks for an unknown ${name}`);
    return value;
  });
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
export function smtpMailer(url: string, from: string, answerMsMax = 10_000): SmtpMailer {
  const limits = {
    connectionTimeout: answerMsMax,
    greetingTimeout: answerMsMax,
    socketTimeout: answerMsMax,
    dnsTimeout: answerMsMax,
  };
  const transport = createTransport({ url, ...limits }, { from });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ to, subject, text }).catch((error: unknown) => {
        // Servers repeat the address that they refuse, and what went wrong here is logged.
        const reason = error instanceof Error ? error.message : 'unknown reason';
        throw new Error(reason.replaceAll(to, 'the recipient'));
      });
    },
    verify: async () => {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
