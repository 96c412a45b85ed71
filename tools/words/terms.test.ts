import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';
import { describe, expect, test } from 'vitest';
import { root } from '../gate.ts';
import { type Body, bodies } from './bodies.ts';
import { textsOf } from './faults.ts';
import {
  clashFaults,
  forbidden,
  forbiddenFaults,
  fullStopFaults,
  governed,
  termFaults,
  termTable,
  terms,
  typesettingFaults,
  unendedFaults,
} from './terms.ts';

/** A body in which one text of a language is another. */
function reworded(body: Body, language: Language, key: string, text: string): Body {
  const texts = new Map(textsOf(body, language));
  if (!texts.has(key)) throw new Error(`${key} is not there`);
  return { ...body, texts: new Map([...body.texts, [language, texts.set(key, text)]]) };
}

describe.each(languages)('the words of %s', (language) => {
  test('name each thing by its one word', () => {
    expect(termFaults(bodies.site, language)).toEqual([]);
  });

  test('name two things of a list apart wherever English does', () => {
    expect(clashFaults(bodies.site, language)).toEqual([]);
  });

  test.each(governed)('are none that we do not use, in the %s', (name) => {
    expect(forbiddenFaults(bodies[name], language)).toEqual([]);
  });

  test('end a message with a full stop where it has several sentences, and nowhere else', () => {
    expect(fullStopFaults(bodies.codes, language)).toEqual([]);
  });

  test.each(['site', 'identityMails', 'notificationMails', 'reports', 'kept'] as const)(
    'leave no last sentence open where there are several, in the %s',
    (name) => {
      expect(unendedFaults(bodies[name], language)).toEqual([]);
    },
  );

  test.each(governed)('are set as the language is, in the %s', (name) => {
    expect(typesettingFaults(bodies[name], language)).toEqual([]);
  });
});

test('each term has a word in every language and a key that names it, and each language words that it does not use', () => {
  for (const { id, keys, words } of terms) {
    expect(Object.keys(words).toSorted(), id).toEqual([...languages].toSorted());
    expect(keys, id).not.toEqual([]);
  }
  expect(terms.length).toBeGreaterThan(40);
  for (const language of languages) expect(Object.keys(forbidden[language]), language).not.toEqual([]);
});

test('the glossary shows the terms as they are', () => {
  expect(readFileSync(join(root, 'docs/glossary.md'), 'utf8')).toContain(termTable());
});

describe('what is planted', () => {
  test.each<[string, string[]]>([
    [
      'a word of casinos in a German screen',
      forbiddenFaults(reworded(bodies.site, 'de', 'common:account.demoHint', 'Spielgeld, kein Risiko'), 'de'),
    ],
    ['a word of the mainland in Hong Kong', forbiddenFaults(reworded(bodies.codes, 'hk', '11040', '最低充值金額'), 'hk')],
    [
      'a word of betting in a Japanese guide',
      forbiddenFaults(reworded(bodies.content, 'ja', 'guide-options:title', '賭け金のしくみ'), 'ja'),
    ],
    [
      'a word of illegal funds on a desk',
      forbiddenFaults(reworded(bodies.console, 'zh', 'names.account.treasury', '资金池'), 'zh'),
    ],
    [
      'another address in a Spanish mail',
      forbiddenFaults(reworded(bodies.identityMails, 'es', 'warning', 'Compruebe usted el correo'), 'es'),
    ],
    ['another name for a receipt', termFaults(reworded(bodies.site, 'fr', 'orders:receipt.title', 'Bordereau'), 'fr')],
    [
      'one label for two prices',
      clashFaults(reworded(bodies.site, 'es', 'orders:term.settlement', 'Precio de cierre forzoso'), 'es'),
    ],
    [
      'a full stop behind a lone sentence',
      fullStopFaults(reworded(bodies.codes, 'en', '10001', 'Enter username or email.'), 'en'),
    ],
  ])('%s is found', (_, faults) => {
    expect(faults).toHaveLength(1);
  });
});

describe('what is planted into how a language is set', () => {
  const key = 'orders:close.title';

  test.each<[string, Language, string]>([
    ['two spaces', 'en', 'Close  the position?'],
    ['a typewriter’s quotes', 'de', 'Die "Position" schließen?'],
    ['a typewriter’s ellipsis', 'en', 'Closing...'],
    ['a French line that ends before its mark', 'fr', 'Clôturer la position ?'],
    ['a French mark without its space', 'fr', 'Clôturer la position?'],
    ['a typewriter’s apostrophe', 'it', "Chiudere l'ordine"],
    ['English quotes in French', 'fr', 'Clôturer “la position”'],
    ['English quotes in Italian', 'it', 'Chiudere “la posizione”'],
    ['English quotes in Spanish', 'es', 'Cerrar “la posición”'],
    ['English quotes in Arabic', 'ar', 'إغلاق “المركز”'],
    ['French quotes in German', 'de', '«Position» schließen'],
    ['French quotes in English', 'en', 'Close «the position»'],
    ['French quotes in Korean', 'ko', '«포지션» 청산'],
    ['a Spanish question that does not open', 'es', 'Cerrar la posición?'],
    ['a dash of English in German', 'de', 'Schließen — jetzt'],
    ['quotes of the mainland in Hong Kong', 'hk', '平倉“持倉”'],
    ['quotes of Hong Kong on the mainland', 'zh', '平仓「持仓」？'],
    ['half an ellipsis', 'zh', '平仓中…'],
    ['a comma of half a width', 'zh', '平仓,现在'],
    ['brackets of half a width', 'hk', '平倉(現在)'],
    ['a colon of half a width', 'ja', '決済: する'],
    ['a figure apart from what it counts', 'ja', '残り 3 日で決済'],
    ['a comma of Latin in Arabic', 'ar', 'إغلاق, الآن'],
    ['a question mark of Latin in Arabic', 'ar', 'إغلاق المركز?'],
  ])('%s is found', (_, language, text) => {
    expect(typesettingFaults(reworded(bodies.site, language, key, text), language)).toHaveLength(1);
  });

  test.each<[string, Language, string]>([
    ['a last sentence left open', 'en', 'The position is closed. Nothing more happens'],
    ['one of Chinese', 'zh', '持仓已平。没有其他变动'],
    ['one of Arabic', 'ar', 'أُغلق المركز. لا يحدث شيء آخر'],
  ])('%s is found', (_, language, text) => {
    expect(unendedFaults(reworded(bodies.site, language, key, text), language)).toHaveLength(1);
  });
});

describe('another address than the language’s one is found', () => {
  test.each<[Language, string]>([
    ['de', 'Möchtest du deine Position schließen?'],
    ['fr', 'Veux-tu clôturer ta position\u202f? C’est à toi de voir.'],
    ['es', '¿Desea usted cerrar la posición?'],
    ['it', 'Inserisca il prezzo'],
    ['zh', '平掉你的持仓？'],
    ['hk', '平掉您的持倉？'],
    ['ja', 'あなたのポジションを決済しますか？'],
    ['ko', '당신의 포지션을 청산할까요?'],
  ])('in %s', (language, text) => {
    expect(forbiddenFaults(reworded(bodies.site, language, 'orders:close.title', text), language)).toHaveLength(1);
  });
});
