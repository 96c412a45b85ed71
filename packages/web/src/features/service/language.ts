import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { createContext, use } from 'react';
import { type Format, formatOf } from '../../shared/words/format.ts';

/** The language of this window. */
export const LanguageContext = createContext<Language>('en');

export function useWindowLanguage(): Language {
  return use(LanguageContext);
}

export function useWindowFormat(): Format {
  return formatOf(useWindowLanguage());
}

/** A name in the middle of a sentence, in one piece whichever way the sentence runs. */
export function isolated(name: string | null): string {
  return `\u2068${name ?? ''}\u2069`;
}
