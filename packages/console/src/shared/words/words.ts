import { useCallback } from 'react';
import type { english } from './catalogue.ts';
import { translate, useLanguage } from './i18n.ts';

type Paths<T> = T extends string
  ? never
  : { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string];

/** Every text of the console by its path; one that does not exist is an error of the compiler. */
export type Words = Paths<typeof english>;

export type Say = (key: Words, values?: Readonly<Record<string, string | number>>) => string;

/** The texts in the operator's language. */
export function useWords(): Say {
  const language = useLanguage();
  return useCallback((key, values) => translate(language, key, values), [language]);
}
