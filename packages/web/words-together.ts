import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { Plugin } from 'vite';

const name = '\0virtual:words/';

/** Gives the component tests all words of a language in one piece, by namespace. */
export function wordsTogether(): Plugin {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
  return {
    name: 'words-together',
    resolveId: (id) => (`\0${id}`.startsWith(name) ? `\0${id}` : undefined),
    load: (id) => {
      if (!id.startsWith(name)) return undefined;
      const language = id.slice(name.length);
      const files = readdirSync(join(import.meta.dirname, 'src/locales', language));
      const words = files.map((file) => [parse(file).name, read(`src/locales/${language}/${file}`)] as const);
      const codes = read(`../contract/src/locales/${language}/codes.json`);
      return `export const words = ${JSON.stringify({ ...Object.fromEntries(words), codes })};`;
    },
  };
}
