// Every body of texts shown to people, in one shape: texts by key and language, so that the same checks run over all.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';
import { root } from '../gate.ts';

export type Texts = ReadonlyMap<string, string>;

export interface Body {
  readonly texts: ReadonlyMap<Language, Texts>;
  /** A placeholder for a value. */
  readonly value: RegExp;
  /** What else a text carries in every language as it is and as often. */
  readonly form: (text: string, key: string) => readonly string[];
}

interface Tree {
  readonly [key: string]: string | Tree;
}

/** Where a long word may break says nothing of what it says. */
const softHyphen = '\u00ad';

function flatten(tree: Tree, prefix: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value.replaceAll(softHyphen, '')]] : flatten(value, `${prefix}${key}.`),
  );
}

function jsonFile(path: string, prefix = ''): [string, string][] {
  return existsSync(path) ? flatten(JSON.parse(readFileSync(path, 'utf8')) as Tree, prefix) : [];
}

/** The files of a folder, one after the other; what is not there has no texts, and the checks say so. */
function filesOf(folder: string, ending: string): { path: string; name: string }[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.toSorted().map((name) => ({ path: join(folder, name), name: name.slice(0, -ending.length) }));
}

/** Lines of Markdown by the text that they are in: `slug:title`, then `slug:2` for the second line of its body. */
function markdownFile(path: string): [string, string][] {
  return readFileSync(path, 'utf8')
    .split(/^# /m)
    .slice(1)
    .flatMap((part) => {
      const [heading = '', ...lines] = part.trimEnd().split('\n');
      const [, title = '', slug = ''] = /^(.*) \{#([a-z0-9-]+)\}$/.exec(heading) ?? [];
      const numbered = lines.map((line, index): [string, string] => [`${slug}:${index + 1}`, line]);
      return [[`${slug}:title`, title] as [string, string], ...numbered.filter(([, line]) => line.trim() !== '')];
    });
}

const inAll = (
  read: (language: Language) => [string, string][],
  chosen: readonly Language[] = languages,
): ReadonlyMap<Language, Texts> => new Map(chosen.map((language) => [language, new Map(read(language))] as const));

const doubleBraces = /\{\{\w+\}\}/g;
const singleBraces = /\{\w+\}/g;
const nothing = () => [];

/** A line of content keeps its links, fields, marks of form, columns and the numbers that are written out. */
function markdownForm(line: string): string[] {
  const marks = [/\]\([^)]*\)/g, /`\w+`/g, /`\[\[/g, /^#+ /g, /^(?:- |\d\. )/g, /\*\*/g];
  const readable = line.replace(/\]\([^)]*\)/g, ']').replace(/`[^[`]+`/g, ' ');
  const columns = line.startsWith('|') ? [`${line.split('|').length} columns`] : [];
  const numbers = readable.replace(doubleBraces, ' ').match(/\d+(?:[.,:]\d+)*/g) ?? [];
  return [...marks.flatMap((mark) => line.match(mark) ?? []), ...columns, ...numbers];
}

const packages = join(root, 'packages');
const contract = (language: Language, file: string) => jsonFile(join(packages, 'contract/src/locales', language, file));
const mails = (slice: string) => (language: Language) =>
  jsonFile(join(packages, 'server/src', slice, 'mail', `${language}.json`));

/** Texts of the site: `namespace:key`. */
const site = (language: Language) =>
  filesOf(join(packages, 'web/src/locales', language), '.json').flatMap(({ path, name }) => jsonFile(path, `${name}:`));

/** Texts of the console: `file.key`, as its code names them. */
const desks = (language: Language) =>
  filesOf(join(packages, 'console/src/locales', language), '.json').flatMap(({ path, name }) => jsonFile(path, `${name}.`));

const content = (language: Language) =>
  filesOf(join(packages, 'server/src/content/texts', language), '.md').flatMap(({ path }) => markdownFile(path));

export const bodies = {
  site: { texts: inAll(site), value: doubleBraces, form: nothing },
  codes: { texts: inAll((language) => contract(language, 'codes.json')), value: doubleBraces, form: nothing },
  agreement: {
    texts: inAll((language) => contract(language, 'loan-agreement.json')),
    value: doubleBraces,
    // All languages are of the version that is signed.
    form: (text, key) => (key === 'version' ? [text] : []),
  },
  reports: { texts: inAll((language) => contract(language, 'reports.json')), value: doubleBraces, form: nothing },
  kept: { texts: inAll((language) => contract(language, 'kept.json')), value: doubleBraces, form: nothing },
  identityMails: { texts: inAll(mails('identity')), value: singleBraces, form: nothing },
  notificationMails: { texts: inAll(mails('notifications')), value: singleBraces, form: nothing },
  content: { texts: inAll(content), value: doubleBraces, form: markdownForm },
  console: { texts: inAll(desks, ['zh', 'en']), value: /%\{\w+\}/g, form: nothing },
} satisfies Record<string, Body>;
export type BodyName = keyof typeof bodies;
export const bodyNames = Object.keys(bodies) as BodyName[];
