// The words of the site, read from its own files: a story in any language presses what that language calls the button.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Language } from '@assay/contract/vocabulary/languages.ts';

const packages = join(dirname(import.meta.dirname), 'packages');

/** Looks up `namespace:dotted.key` and fills in `{{placeholders}}`. */
export type Words = (key: string, values?: Readonly<Record<string, string>>) => string;

export function wordsOf(language: Language): Words {
  const texts = new Map<string, unknown>();
  for (const folder of [join(packages, 'web/src/locales', language), join(packages, 'contract/src/locales', language)]) {
    for (const file of readdirSync(folder)) {
      texts.set(file.replace('.json', ''), JSON.parse(readFileSync(join(folder, file), 'utf8')));
    }
  }
  return (key, values = {}) => {
    const [namespace = '', path = ''] = key.split(':');
    let found = texts.get(namespace);
    for (const part of path.split('.')) {
      found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined;
    }
    if (typeof found !== 'string') throw new Error(`no text ${key} in ${language}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  };
}
