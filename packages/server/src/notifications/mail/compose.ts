import { type Language, localeTags } from '@assay/contract/vocabulary/languages.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Mail, fillIn } from '../../platform/mail.ts';
import type { NotificationContent } from '../notify.ts';
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

/** What there is to say of a notification: its title, its sentence with all figures, what it is about, and whose account. */
export function wordsOf(told: NotificationContent, language: Language, book: Book | null) {
  const { kinds, words, account } = texts[language];
  const { title, text } = kinds[told.kind];
  const facts = Object.entries(told.values).map(([name, value]): [string, string] => [
    name,
    inWords(words, language, name, value),
  ]);
  return {
    title,
    text: fillIn(text, Object.fromEntries<string>(facts)),
    subject: subjectOf(told.values),
    account: book === null ? null : account[book],
  };
}

/** What happened, in words of the reader's language. Amounts stay out of the subject, which shows on locked screens. */
export function composeMail(mail: {
  readonly told: NotificationContent;
  readonly to: string;
  readonly language: Language;
  readonly book: Book | null;
  readonly at: Date;
  /** The site's own address. */
  readonly origin: string;
}): Mail {
  const { told, to, language, book, at, origin } = mail;
  const { time, more } = texts[language];
  const { title, text, subject, account } = wordsOf(told, language, book);
  const parts = [
    text,
    ...(account === null ? [] : [account]),
    fillIn(time, { time: minuteOf(at.toISOString()) }),
    fillIn(more, { origin }),
  ];
  return { to, subject: `Assay · ${title} · ${subject}`, text: `${parts.join('\n\n')}\n` };
}

/** What a mail is about, beside what happened: a product, an event, an instrument, a loan, a request, who answered, a key, or the asset that moved. */
function subjectOf(values: NotificationContent['values']): string {
  if ('product' in values) return values.product;
  if ('what' in values) return values.what;
  if ('title' in values) return values.title;
  if ('loanNo' in values) return values.loanNo;
  if ('caseNo' in values) return values.caseNo;
  if ('operator' in values) return values.operator;
  if ('lost' in values) return 'USDT';
  if ('keyName' in values) return values.keyName;
  return 'code' in values ? values.code : values.asset;
}

/** 2026-12-15 13:30, of UTC. */
const minuteOf = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** Figures with the separators of the language, from the string, so that no digit passes through a float. */
function inWords(words: (typeof en)['words'], language: Language, name: string, value: string): string {
  const named: Readonly<Record<string, string>> | undefined = Object.entries(words).find(([group]) => group === name)?.[1];
  const word = named?.[value];
  if (word !== undefined) return word;
  if (name === 'at') return minuteOf(value);
  if (!isDecimal(value) || name === 'orderId' || name === 'title' || name === 'what' || name === 'keyName') return value;
  const decimals = value.split('.')[1]?.length ?? 0;
  return new Intl.NumberFormat(localeTags[language], {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: name === 'profit' ? 'exceptZero' : 'auto',
  }).format(value);
}

function isDecimal(text: string): text is Intl.StringNumericLiteral {
  return /^-?[0-9]+(?:\.[0-9]+)?$/.test(text);
}
