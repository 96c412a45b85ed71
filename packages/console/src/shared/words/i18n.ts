import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { I18nProvider } from 'react-admin';
import { chinese, english } from './catalogue.ts';

/** Operators work in Chinese or English; what customers read, they see in the customers' languages. */
export type OperatorLanguage = Extract<Language, 'zh' | 'en'>;

export function isOperatorLanguage(value: unknown): value is OperatorLanguage {
  return value === 'zh' || value === 'en';
}

interface Tree {
  readonly [key: string]: string | Tree;
}

/** The texts of a catalogue by their path. */
export function textsOf(tree: Tree, path = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[path + key, value]] : [...textsOf(value, `${path}${key}.`)],
    ),
  );
}

const texts = { zh: textsOf(chinese), en: textsOf(english) };

let language: OperatorLanguage = navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';

/** The operator's language at this moment, for the messages of the server. */
export function operatorLanguage(): OperatorLanguage {
  return language;
}

/** Texts for react-admin and for us; `%{name}` stands for a value, and `_` is what a text that is missing reads instead. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, values: Readonly<Record<string, unknown>> = {}) => {
    const text = texts[language].get(key) ?? (typeof values['_'] === 'string' ? values['_'] : key);
    return text.replaceAll(/%\{(\w+)\}/g, (_, name: string) => {
      const value = values[name];
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    });
  },
  changeLocale: async (locale) => {
    if (isOperatorLanguage(locale)) language = locale;
  },
  getLocale: () => language,
  getLocales: () => [
    { locale: 'zh', name: '简体中文' },
    { locale: 'en', name: 'English' },
  ],
};
