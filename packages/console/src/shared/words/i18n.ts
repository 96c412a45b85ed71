import { storageOf } from '@assay/contract/storage.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { cellOf, useCell } from '../cell.ts';
import { chinese, english } from './catalogue.ts';

/** Operators work in Chinese or English; what customers read, they see in the customers' languages. */
type OperatorLanguage = Extract<Language, 'zh' | 'en'>;

function isOperatorLanguage(value: unknown): value is OperatorLanguage {
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

const shelf = storageOf('localStorage');

function languageAtFirst(): OperatorLanguage {
  const kept = shelf.get('language');
  if (isOperatorLanguage(kept)) return kept;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

const language = cellOf(languageAtFirst());

/** The operator's language at this moment, for the messages of the server. */
export const operatorLanguage = (): OperatorLanguage => language.get();

export const useLanguage = (): OperatorLanguage => useCell(language);

/** Chosen once, it stays in this browser. */
export function chooseLanguage(chosen: OperatorLanguage): void {
  shelf.set('language', chosen);
  language.set(chosen);
}

/**
 * The text of a path, in which `%{name}` stands for a value; a missing one reads as the given fallback, or as its path.
 */
export function translate(
  into: OperatorLanguage,
  path: string,
  values: Readonly<Record<string, string | number>> = {},
  otherwise: string = path,
): string {
  return (texts[into].get(path) ?? otherwise).replaceAll(/%\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
