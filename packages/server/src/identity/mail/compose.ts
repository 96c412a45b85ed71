import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { Mail } from '../../platform/mail.ts';
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

/** In one pass, so that braces in a value stay what they are. A name without a value is our own mistake. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a mail text asks for an unknown ${name}`);
    return value;
  });
}

const paragraphs = (...parts: readonly string[]) => parts.join('\n\n') + '\n';

/** The code stands in the text alone: subjects show on locked screens. */
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
  const signedIn = mail.purpose === 'withdraw' || mail.purpose === 'email';
  const values = { minutes: String(codeMinutes), origin: mail.origin };
  const body = paragraphs(
    lead,
    mail.code,
    fill(text.validity, values),
    fill(text.warning, values),
    signedIn ? text.alarm : text.ignore,
  );
  return { to: mail.to, subject, text: body };
}

/** To whoever asked for a new password with an address that has no account. */
export function noAccountMail({ language, to, origin }: { language: Language; to: string; origin: string }): Mail {
  const { subject, text } = texts[language].noAccount;
  return { to, subject, text: paragraphs(fill(text, { email: to, origin })) };
}

export function passwordChangedMail(mail: {
  language: Language;
  to: string;
  userName: string;
  at: Date;
  origin: string;
}): Mail {
  const { subject, text } = texts[mail.language].passwordChanged;
  const time = mail.at.toISOString().slice(0, 16).replace('T', ' ');
  return { to: mail.to, subject, text: paragraphs(fill(text, { userName: mail.userName, time, origin: mail.origin })) };
}
