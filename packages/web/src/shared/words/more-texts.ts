// Texts that the first screen does without: ahead of a press, and in another language.
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import i18next, { type i18n as I18n } from 'i18next';
import { backend, fileOf, options, tagOf } from './i18n.ts';

/**
 * Prefetches the texts of dialogs while the page is idle, so that a press finds them. Texts that failed to load are requested
 * again, and reported, when they are shown.
 */
export async function fetchWordsAhead(namespaces: readonly string[]): Promise<void> {
  const came = await Promise.allSettled(namespaces.map(async (name) => fileOf(i18next.language, name)?.()));
  if (came.every(({ status }) => status === 'fulfilled')) await i18next.loadNamespaces(namespaces);
}

const others = new Map<Language, Promise<I18n>>();

/**
 * The texts in another language than the person's, for a window that has its own. An instance of its own: a clone shares the
 * loading of texts with the one it was made of, and may wait for it without end.
 */
export function textsIn(language: Language, namespaces: readonly string[]): Promise<I18n> {
  const known = others.get(language);
  if (known !== undefined) return known;
  const texts = i18next.createInstance();
  const loaded = texts
    .use(backend)
    .init({ ...options, lng: tagOf(language), ns: [...namespaces], react: { useSuspense: true } })
    .then(() => texts);
  others.set(language, loaded);
  return loaded;
}
