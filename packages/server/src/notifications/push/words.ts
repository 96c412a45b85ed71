import { notificationPlace } from '@assay/contract/notification-place.ts';
import { type Language, localeTags } from '@assay/contract/vocabulary/languages.ts';
import type { NotificationKind } from '@assay/contract/vocabulary/notifications.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { wordsOf } from '../mail/compose.ts';
import type { NotificationContent } from '../notify.ts';

/**
 * Kinds whose sentence says nothing about money: a locked screen shows it as it is. For the others it shows only the subject.
 */
const harmless: ReadonlySet<NotificationKind> = new Set([
  'priceAlert',
  'calendarEvent',
  'notice',
  'supportAnswered',
  'apiKeyMade',
  'kycStatus',
]);

const textCharsMax = 300;

/** What the worker of the site shows, and where a tap leads. */
export interface PushText {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** When it happened, in epoch milliseconds. */
  readonly at: number;
}

/** Title and sentence in the reader's language, without amounts: a locked screen is read by others. */
export function composePush(push: {
  readonly id: string;
  readonly told: NotificationContent;
  readonly language: Language;
  readonly book: Book | null;
  readonly at: Date;
}): PushText {
  const { id, told, language, book, at } = push;
  const { title, text, subject, account } = wordsOf(told, language, book);
  const said = harmless.has(told.kind) ? text : [subject, ...(account === null ? [] : [account])].join(' · ');
  return {
    id,
    title,
    text: cut(said),
    path: notificationPlace(told, language),
    lang: localeTags[language],
    dir: language === 'ar' ? 'rtl' : 'ltr',
    at: at.getTime(),
  };
}

/** What is sent has to fit into 4 kB, and a screen shows less. Titles and names are limited by those who take them. */
function cut(text: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return letters.length <= textCharsMax ? text : `${letters.slice(0, textCharsMax - 1).join('')}…`;
}
