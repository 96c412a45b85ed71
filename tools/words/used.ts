// Which texts the code names. A text that is never shown is wasted work in ten languages.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Mentioned {
  readonly literal: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
}

/** The code under a folder, without its tests and its texts. */
export function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\.d\.ts$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
}

/** Every way that code names a text: `t('key')`, `t('ns:key')`, keys kept in tables, and keys with a part that is put in. */
export function mentioned(sources: readonly string[]): Mentioned {
  const all = (pattern: RegExp) => sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name = '']) => name));
  // The console asks for names of a group: `name('reason', code)`.
  const grouped = all(/\bname\('(\w+(?:\.\w+)*)',/g).map((group) => `${group}.\${}`);
  // Looked ahead at, because a template may stand inside of another.
  const templates = all(/`(?=((?:\w+:)?[\w.]*\$\{[^`]+?)`)/g);
  const patterns = [...templates, ...grouped].flatMap((template) => {
    const parts = template.split(/\$\{[^}]*\}/);
    const named = parts.every((part) => /^[\w:.]*$/.test(part)) && parts.some((part) => /\w[.:]|[.:]\w/.test(part));
    return named ? [new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.:-]+')}$`)] : [];
  });
  return { literal: new Set(all(/'((?:\w+:)?\w[\w.]*)'/g)), patterns };
}

/** Whether code names the text `namespace:key`, in which it may leave the namespace out, or `group.key`. */
export function isMentioned({ literal, patterns }: Mentioned, key: string): boolean {
  const short = key.slice(key.indexOf(':') + 1);
  return [key, short].some((name) => literal.has(name) || patterns.some((pattern) => pattern.test(name)));
}
