// Faults that a translator or an editor may make, planted into the words as they are: each check finds its own.
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { expect, test } from 'vitest';
import { type Body, type BodyName, bodies } from './bodies.ts';
import {
  type MarksOfBody,
  emptinessFaults,
  foreignFaults,
  keyFaults,
  marks,
  pluralFaults,
  repetitionFaults,
  textsOf,
  valueFaults,
} from './faults.ts';

/** A body with a fault that a translator or an editor may make. */
function planted(name: BodyName, language: Language, change: (texts: Map<string, string>) => void): Body {
  const body = bodies[name];
  const texts = new Map(textsOf(body, language));
  change(texts);
  return { ...body, texts: new Map([...body.texts, [language, texts]]) };
}

const reworded = (name: BodyName, language: Language, key: string, change: (text: string) => string): Body =>
  planted(name, language, (texts) => {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`${name} has no ${key} in ${language}`);
    texts.set(key, change(text));
  });

/** The same key, said as another language says it. */
const saidAsIn = (name: BodyName, language: Language, other: Language, key: string): Body =>
  reworded(name, language, key, () => textsOf(bodies[name], other).get(key) ?? '');

const withoutMark = (key: string): MarksOfBody => ({
  en: { ...marks.site?.en, cognate: { ...marks.site?.en?.cognate, [key]: '' } },
});

type Planted = readonly [fault: string, found: () => string[], expected: readonly string[]];

const plantedFaults: readonly Planted[] = [
  [
    'a text that one language has not',
    () =>
      keyFaults(
        planted('console', 'zh', (texts) => texts.delete('frame.download')),
        'zh',
      ),
    ['frame.download is missing'],
  ],
  [
    'a text that English does not know',
    () =>
      keyFaults(
        planted('identityMails', 'ko', (texts) => texts.set('farewell', '안녕히 계세요')),
        'ko',
      ),
    ['farewell is unknown in English'],
  ],
  [
    'a language without any text',
    () =>
      keyFaults(
        planted('codes', 'ja', (texts) => texts.clear()),
        'ja',
      ).slice(0, 1),
    ['200 is missing'],
  ],
  [
    'a line of content that was left out',
    () =>
      keyFaults(
        planted('content', 'de', (texts) => texts.delete('fees:20')),
        'de',
      ),
    ['fees:20 is missing'],
  ],
  [
    'an empty text',
    () =>
      emptinessFaults(
        reworded('codes', 'en', '10002', () => ' '),
        'en',
      ),
    ['10002 is empty'],
  ],
  [
    'a clause that was cut off',
    () =>
      emptinessFaults(
        reworded('agreement', 'zh', 'clauses.0.paragraphs.0', (text) => text.slice(0, 9)),
        'zh',
      ),
    [expect.stringMatching(/^clauses\.0\.paragraphs\.0 is cut off/)],
  ],
  [
    'a value under another name',
    () =>
      valueFaults(
        reworded('site', 'ar', 'loan:sign.version', (text) => text.replace('version', 'Version')),
        'ar',
      ),
    ['loan:sign.version carries "{{Version}}" instead of "{{version}}"'],
  ],
  [
    'a value that an agreement forgot',
    () =>
      valueFaults(
        reworded('agreement', 'it', 'clauses.2.paragraphs.1', (text) => text.replace('{{formula}}', 'x')),
        'it',
      ),
    ['clauses.2.paragraphs.1 carries "" instead of "{{formula}}"'],
  ],
  [
    'a value in the braces of another body',
    () =>
      valueFaults(
        reworded('identityMails', 'es', 'word', (text) => text.replace('{word}', '{{word}}')),
        'es',
      ),
    [expect.stringMatching(/^word has a brace that puts in nothing/)],
  ],
  [
    'a brace in English that puts in nothing',
    () =>
      valueFaults(
        reworded('console', 'en', 'frame.download', () => 'CSV {name}'),
        'en',
      ),
    ['frame.download has a brace that puts in nothing: "CSV {name}"'],
  ],
  [
    'an agreement of another version',
    () =>
      valueFaults(
        reworded('agreement', 'hk', 'version', () => '0'),
        'hk',
      ),
    ['version carries "0" instead of "3"'],
  ],
  [
    'a link, a heading and a column that content lost',
    () => [
      ...valueFaults(
        reworded('content', 'fr', 'fees:4', (text) => text.replace('## ', '')),
        'fr',
      ),
      ...valueFaults(
        reworded('content', 'fr', 'fees:6', (text) => text.slice(0, -1)),
        'fr',
      ),
      ...valueFaults(
        reworded('content', 'fr', 'guide-invite:16', (text) => text.replace('/detail?id=risk-warning', '/detail')),
        'fr',
      ),
    ],
    [
      'fees:4 carries "" instead of "## "',
      expect.stringMatching(/^fees:6 carries "\d columns" instead of "\d columns"$/),
      'guide-invite:16 carries "](/detail)" instead of "](/detail?id=risk-warning)"',
    ],
  ],
  [
    'another number in content',
    () =>
      valueFaults(
        reworded('content', 'ko', 'guide-contracts:24', (text) => text.replace('21:00', '22:00')),
        'ko',
      ),
    ['guide-contracts:24 carries "-  22:00 ](/detail?id=fees)" instead of "-  21:00 ](/detail?id=fees)"'],
  ],
  [
    'a plural without one of its forms',
    () =>
      pluralFaults(
        planted('site', 'ar', (texts) => texts.delete('market:count_few')),
        'ar',
      ),
    ['market:count has the forms "many one other two zero" instead of "few many one other two zero"'],
  ],
  [
    'a plural that only one language has',
    () =>
      pluralFaults(
        planted('site', 'de', (texts) => texts.set('common:nav.home_one', 'Start')),
        'de',
      ),
    ['common:nav.home has the forms " one" instead of "one other"'],
  ],
  [
    'a message left in English',
    () => repetitionFaults(saidAsIn('codes', 'fr', 'en', '10004'), 'fr', marks.codes),
    ['10004 repeats en: "Password wrong"'],
  ],
  [
    'a plural left in English',
    () =>
      repetitionFaults(
        reworded('site', 'ar', 'market:count_many', () => '{{count}} instruments'),
        'ar',
        marks.site,
      ),
    ['market:count_many repeats en: "{{count}} instruments"'],
  ],
  [
    'a heading of content, a mail, a clause and a desk left in English',
    () => [
      ...repetitionFaults(saidAsIn('content', 'es', 'en', 'fees:4'), 'es', marks.content),
      ...repetitionFaults(saidAsIn('notificationMails', 'ja', 'en', 'words.outcome.won'), 'ja', marks.notificationMails),
      ...repetitionFaults(saidAsIn('agreement', 'de', 'en', 'title'), 'de', marks.agreement),
      ...repetitionFaults(saidAsIn('console', 'zh', 'en', 'frame.copy'), 'zh', marks.console),
    ],
    [
      'fees:4 repeats en: "## Trading"',
      'words.outcome.won repeats en: "right"',
      'title repeats en: "Loan agreement"',
      'frame.copy repeats en: "Copy"',
    ],
  ],
  [
    'a word of Hong Kong taken from Simplified Chinese',
    () => repetitionFaults(saidAsIn('site', 'hk', 'zh', 'balance:statement.title'), 'hk', marks.site),
    [expect.stringMatching(/^balance:statement\.title repeats zh/)],
  ],
  [
    'a mark without which equal is no longer right',
    () => repetitionFaults(bodies.site, 'fr', withoutMark('help:kind.question')),
    ['help:kind.question repeats en: "Question"'],
  ],
  [
    'a mark that is stale because the text now differs',
    () =>
      repetitionFaults(
        reworded('site', 'fr', 'help:kind.question', () => 'Demande'),
        'fr',
        marks.site,
      ),
    ['help:kind.question is marked as equal to en and is not'],
  ],
  [
    'a mark that is stale because the text is gone',
    () =>
      repetitionFaults(
        planted('site', 'hk', (texts) => texts.delete('profile:available')),
        'hk',
        marks.site,
      ),
    ['profile:available is marked as equal to zh and is not'],
  ],
  [
    'a sentence in the words of another language',
    () => foreignFaults(saidAsIn('identityMails', 'es', 'it', 'ignore'), 'es'),
    [expect.stringMatching(/^ignore has "\w+" of another language/)],
  ],
  [
    'an English sentence, however it was reworded',
    () =>
      foreignFaults(
        reworded('codes', 'de', '10004', () => 'Your password is false'),
        'de',
      ),
    ['10004 has "Your" of another language: "Your password is false"'],
  ],
  [
    'a German word in Chinese',
    () => foreignFaults(saidAsIn('site', 'zh', 'de', 'common:nav.loan'), 'zh'),
    ['common:nav.loan has "Kredit" of another language: "Kredit"'],
  ],
  [
    'letters of another script',
    () => foreignFaults(saidAsIn('site', 'ko', 'ja', 'common:board.skip'), 'ko'),
    [expect.stringMatching(/^common:board\.skip has ".+" of another language/)],
  ],
  [
    'a Chinese sentence in Japanese',
    () => foreignFaults(saidAsIn('agreement', 'ja', 'hk', 'clauses.6.paragraphs.0'), 'ja'),
    [expect.stringMatching(/^clauses\.6\.paragraphs\.0 has ".+" of another language/)],
  ],
  [
    'an Arabic sentence that is half in English',
    () =>
      foreignFaults(
        reworded('site', 'ar', 'loan:demo.title', () => 'accounts cannot borrow الآن'),
        'ar',
      ),
    [expect.stringMatching(/^loan:demo\.title has "accounts cannot borrow الآن" of another language/)],
  ],
  [
    'a simplified character in Hong Kong',
    () =>
      foreignFaults(
        reworded('content', 'hk', 'fees:4', () => '## 费用'),
        'hk',
      ),
    ['fees:4 has "费" of another language: "## 费用"'],
  ],
];

test.each(plantedFaults)('%s is found', (_, found, expected) => {
  expect(found()).toEqual(expected);
});
