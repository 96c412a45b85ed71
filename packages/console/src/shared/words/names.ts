import { useCallback } from 'react';
import { english } from './catalogue.ts';
import { textsOf, translate, useLanguage } from './i18n.ts';
import type { Words } from './words.ts';

type Groups = Words extends infer K
  ? K extends `${infer A}.${infer B}`
    ? B extends `${infer C}.${string}`
      ? `${A}.${C}`
      : A
    : never
  : never;

/** The word for a code of a closed list that grows with the product; one that has no word yet shows itself. */
export function useNames(): (group: Groups, code: string) => string {
  const language = useLanguage();
  return useCallback((group, code) => translate(language, `${group}.${code}`, {}, code), [language]);
}

/** The codes of a list that have words, in the order of the catalogue. */
export function codesOf(group: keyof typeof english.names): string[] {
  return [...textsOf(english.names[group]).keys()];
}
