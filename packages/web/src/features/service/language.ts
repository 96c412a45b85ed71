import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { createContext, use, useMemo } from 'react';
import { createFormat, type Format } from '../../shared/words/format.ts';

/** The language of this window. */
export const LanguageContext = createContext<Language>('en');

export function useWindowLanguage(): Language {
  return use(LanguageContext);
}

export function useWindowFormat(): Format {
  const language = useWindowLanguage();
  return useMemo(() => createFormat(language), [language]);
}

/** A name in the middle of a sentence, in one piece whichever way the sentence runs. */
export function isolated(name: string | null): string {
  return `\u2068${name ?? ''}\u2069`;
}
