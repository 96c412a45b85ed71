import { languages, localeTags } from '@assay/contract/vocabulary/languages.ts';
import { expect, it } from 'vitest';
import { colonOf, commaOf } from './marks.ts';

it('between words stand the marks of each language', () => {
  expect(
    Object.fromEntries(
      languages.map((language) => [language, `a${commaOf(localeTags[language])}b${colonOf(localeTags[language])}c`]),
    ),
  ).toEqual({
    zh: 'a，b：c',
    en: 'a, b: c',
    ja: 'a、b：c',
    ko: 'a, b: c',
    de: 'a, b: c',
    fr: 'a, b\u00a0: c',
    it: 'a, b: c',
    es: 'a, b: c',
    ar: 'a، b: c',
    hk: 'a，b：c',
  });
});
