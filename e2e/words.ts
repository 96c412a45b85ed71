// The words of the site, read from its own files: a story in any language presses what that language calls the button.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Language } from '@assay/contract/vocabulary/languages.ts';

const packages = join(dirname(import.meta.dirname), 'packages');

/** Looks up `namespace:dotted.key` and fills in `{{placeholders}}`. */
export type Words = (key: string, values?: Readonly<Record<string, string>>) => string;

/** `spoken` turns each text into what the page shows in its place. */
export function wordsOf(language: Language, spoken: (text: string) => string = (text) => text): Words {
  const textOf = textsIn('web', language);
  return (key, values = {}) => {
    const [namespace = '', path = ''] = key.split(':');
    return spoken(textOf(namespace, path)).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  };
}

/** Looks up `namespace.dotted.key` of the console and fills in `%{placeholders}`. */
export function consoleWordsOf(language: 'zh' | 'en'): Words {
  const textOf = textsIn('console', language);
  return (key, values = {}) => {
    const [namespace = '', ...path] = key.split('.');
    return textOf(namespace, path.join('.')).replace(/%\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  };
}

function textsIn(app: 'web' | 'console', language: Language): (namespace: string, path: string) => string {
  const texts = new Map<string, unknown>();
  for (const folder of [join(packages, app, 'src/locales', language), join(packages, 'contract/src/locales', language)]) {
    for (const file of readdirSync(folder)) {
      texts.set(file.replace('.json', ''), JSON.parse(readFileSync(join(folder, file), 'utf8')));
    }
  }
  return (namespace, path) => {
    let found = texts.get(namespace);
    for (const part of path.split('.')) {
      found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined;
    }
    if (typeof found !== 'string') throw new Error(`no text ${namespace}: ${path} in ${language}`);
    return found;
  };
}
