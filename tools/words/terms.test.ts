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
      'a French line that ends before its mark',
      typesettingFaults(reworded(bodies.site, 'fr', 'orders:close.title', 'Clôturer la position ?'), 'fr'),
    ],
    [
      'a full stop behind a lone sentence',
      fullStopFaults(reworded(bodies.codes, 'en', '10001', 'Enter username or email.'), 'en'),
    ],
    [
      'a typewriter’s apostrophe',
      typesettingFaults(reworded(bodies.site, 'it', 'orders:close.title', "Chiudere l'ordine"), 'it'),
    ],
  ])('%s is found', (_, faults) => {
    expect(faults).toHaveLength(1);
  });
});
