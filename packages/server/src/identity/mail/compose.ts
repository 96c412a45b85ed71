import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { type Mail, fillIn } from '../../platform/mail.ts';
import { type CodePurpose, codeMinutes } from '../credentials/codes.ts';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import hk from './hk.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

const texts: Record<Language, typeof en> = { zh, en, ja, ko, de, fr, it, es, ar, hk };

const paragraphs = (...parts: readonly string[]) => parts.join('\n\n') + '\n';

/** The code is in the text alone: subjects show on locked screens. */
export function codeMail(mail: {
  language: Language;
  to: string;
  purpose: CodePurpose;
  code: string;
  /** The site's own address. */
  origin: string;
}): Mail {
  const text = texts[mail.language];
  const { subject, text: lead } = text[mail.purpose];
  const values = { minutes: String(codeMinutes), origin: mail.origin };
  const body = paragraphs(
    lead,
    mail.code,
    fillIn(text.validity, values),
    fillIn(text.warning, values),
    alarmOf(text, mail.purpose),
  );
  return { to: mail.to, subject, text: body };
}

/** What it means if the reader has not requested the code. */
function alarmOf(text: typeof en, purpose: CodePurpose): string {
  if (purpose === 'signIn') return text.signIn.alarm;
  return purpose === 'register' || purpose === 'reset' ? text.ignore : text.alarm;
}

/** For a password reset with an address that has no account. */
export function noAccountMail({ language, to, origin }: { language: Language; to: string; origin: string }): Mail {
  const { subject, text } = texts[language].noAccount;
  return { to, subject, text: paragraphs(fillIn(text, { email: to, origin })) };
}

export type SecurityNotice =
  | 'passwordChanged'
  | 'emailChanged'
  | 'newDevice'
  | 'authenticatorOn'
  | 'authenticatorOff'
  | 'signInLinked'
  | 'signInUnlinked'
  | 'apiKeyMade'
  | 'apiKeyRevoked'
  | 'closingRequested';

/** What happened to an account, when, and from where; and what to do if it was not the owner. */
export function securityMail(mail: {
  notice: SecurityNotice;
  language: Language;
  to: string;
  userName: string;
  at: Date;
  /** Browser and system; empty when not recognised. */
  device: string;
  network: string;
  origin: string;
  /** The linked sign-in or API key that it is about, or when the account closes; empty for the others. */
  label: string;
}): Mail {
  const { notice, language, to, at, device, ...values } = mail;
  const { [notice]: words, unknownDevice } = texts[language];
  const time = at.toISOString().slice(0, 16).replace('T', ' ');
  const text = fillIn(words.text, { ...values, time, device: device === '' ? unknownDevice : device });
  return { to, subject: words.subject, text: paragraphs(text) };
}

/** The line that shows the reader's own word. */
export function wordLine(language: Language, word: string): string {
  return fillIn(texts[language].word, { word });
}
