import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import { type Language, languages, localeTags } from '@assay/contract/vocabulary/languages.ts';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadChunk } from '../../ui/lazy-page.ts';
import { useSession } from '../client/session.ts';

/** Each file is a chunk of its own: a page loads the namespaces that it shows, in one language. */
const files = {
  ...import.meta.glob<Record<string, string>>('../../locales/*/*.json', { import: 'default' }),
  // The words of the codes are the contract's: the server answers with the same ones.
  ...import.meta.glob<Record<string, string>>('../../../../contract/src/locales/*/codes.json', { import: 'default' }),
};

/** i18next chooses plural forms by the tag, and `hk` is no tag of Chinese. How digits are written is no part of a document's language. */
export const tagOf = (language: Language): string => localeTags[language].split('-u-', 1)[0] ?? language;

export function fileOf(tag: string, namespace: string) {
  const file = `locales/${languages.find((language) => tagOf(language) === tag)}/${namespace}.json`;
  return files[`../../${file}`] ?? files[`../../../../contract/src/${file}`];
}

export const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (tag, namespace, callback) => {
    const load = fileOf(tag, namespace);
    if (load === undefined) callback(new Error(`no locale ${tag}/${namespace}`), false);
    else
      loadChunk(load).then(
        (texts) => callback(null, texts),
        (error: Error) => callback(error, true),
      );
  },
};

export const options = {
  // Once more: a connection may have failed for a moment. A file of an older version never comes back.
  maxRetries: 1,
  fallbackLng: false,
  load: 'currentOnly',
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  returnNull: false,
} as const;

let missing = false;
const missed = new Set<() => void>();

/** Whether texts of the interface failed to load, so that their keys would be shown. */
export function areTextsMissing(): boolean {
  return missing;
}

/** Hears when texts turn out to be missing. Answers how to stop listening. */
export function onMissingTexts(listener: () => void): () => void {
  missed.add(listener);
  return () => missed.delete(listener);
}

/** Loads the texts of the frame and of the page in the person's language; resolves when the first screen can be drawn. */
export async function startI18n(page: readonly 'home'[]): Promise<void> {
  i18next.on('failedLoading', () => {
    missing = true;
    for (const listener of missed) listener();
  });
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      ...options,
      lng: tagOf(useSession.getState().language),
      ns: ['common', ...page],
    });
  useSession.subscribe(({ language }) => void show(language));
}

/** What a code means, in the person's language: for an answer that brings no words of its own. */
export async function wordsOfCode(code: Code, values: Readonly<Record<string, string>> = {}): Promise<string> {
  await i18next.loadNamespaces('codes');
  return i18next.t(`codes:${code}`, { replace: values });
}

/** The document speaks this language: its font, direction and what reads it out follow. */
export function declareLanguage(language: Language): void {
  document.documentElement.lang = tagOf(language);
  document.documentElement.dir = i18next.dir(tagOf(language));
}

async function show(language: Language): Promise<void> {
  const tag = tagOf(language);
  if (i18next.language === tag) return;
  await i18next.changeLanguage(tag);
  declareLanguage(language);
}
