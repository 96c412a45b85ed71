import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { describe, expect, test } from 'vitest';
import { type Body, type BodyName, bodies, bodyNames } from './bodies.ts';
import { textsOf } from './faults.ts';
import { figureFaults, figures, typedFaults } from './figures.ts';

const spoken = bodyNames.flatMap((name) => [...bodies[name].texts.keys()].map((language) => ({ name, language })));

describe.each(spoken)('the $name in $language', ({ name, language }) => {
  test('says the figures that the rules go by', () => {
    expect(figureFaults(bodies[name], language, figures[name] ?? {})).toEqual([]);
  });

  test('has no long figure typed', () => {
    expect(typedFaults(bodies[name], language, figures[name])).toEqual([]);
  });
});

test('every figure belongs to a text that is there', () => {
  const strange = Object.entries(figures).flatMap(([name, known]) =>
    Object.keys(known).filter((key) => !textsOf(bodies[name as BodyName], 'en').has(key)),
  );
  expect(strange).toEqual([]);
});

/** A body in which one text of a language is another. */
function reworded(name: BodyName, language: Language, key: string, text: string): Body {
  const body = bodies[name];
  return { ...body, texts: new Map([...body.texts, [language, new Map(textsOf(body, language)).set(key, text)]]) };
}

describe('what is planted', () => {
  const found = (name: BodyName, language: Language, key: string, text: string) => [
    ...figureFaults(reworded(name, language, key, text), language, figures[name] ?? {}),
    ...typedFaults(reworded(name, language, key, text), language, figures[name]),
  ];

  test.each<[string, BodyName, Language, string, string]>([
    ['another limit than the rule’s', 'codes', 'de', '11120', 'Eine Nachricht hat 1 bis 1.000 Zeichen'],
    ['a figure that one language left out', 'site', 'fr', 'waiting:until.wrong', 'Choisissez une date proche'],
    ['a figure said twice', 'codes', 'ja', '11386', 'API キーはすでに10個あります。先に1つ無効化してください。'],
    ['a long figure of English', 'site', 'en', 'welcome:title', '100,000 USDT are ready'],
    ['a long figure of German', 'site', 'de', 'welcome:title', '100.000 USDT stehen bereit'],
    ['a long figure of French', 'site', 'fr', 'welcome:title', '100\u202f000 USDT vous attendent'],
    ['a long figure in a guide', 'content', 'it', 'guide-invite:2', 'Ricevi 1.000 USDT'],
  ])('%s is found', (_, name, language, key, text) => {
    expect(found(name, language, key, text)).toHaveLength(1);
  });

  test.each<[string, BodyName, Language, string, string]>([
    ['the rule’s own, grouped as the language does', 'codes', 'es', '11120', 'Escribe un mensaje de 1 a 2.000 caracteres'],
    ['the rule’s own, counted in myriads', 'codes', 'zh', '11268', '该密码属于最常见的 1 万个密码之一'],
    ['a share below one', 'site', 'en', 'welcome:text', 'A share such as 0.002'],
    ['an address', 'site', 'en', 'welcome:text', 'Such as 203.0.113.0'],
    ['a value that is put in', 'site', 'en', 'welcome:title', '{{amount}} USDT are ready'],
  ])('%s is none', (_, name, language, key, text) => {
    expect(found(name, language, key, text)).toEqual([]);
  });
});
