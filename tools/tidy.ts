// House rules that neither compiler nor linter checks. Each finds its violations in one file or in the list of files.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Rule {
  readonly name: string;
  /** What breaks the rule, each as `path: what`. */
  readonly find: (files: readonly SourceFile[]) => string[];
}

const linesMax = 400;
/** Stories are read one at a time. */
const testLinesMax = 500;
const filesPerFolderMax = 28;
const notOurs = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'coverage', 'screens']);
const isCode = ({ path }: SourceFile): boolean => /\.(ts|tsx|mjs|cjs|js|sql|css)$/.test(path);
const isTest = ({ path }: SourceFile): boolean => /\.(test|sim|story)\.tsx?$/.test(path);
/** The rules and the workshop's tests spell out what they forbid. */
const spellsRules = ({ path }: SourceFile): boolean => /^tools\/(?:tidy|tidy\.test|gate\.test)\.ts$/.test(path);

/** Every text file of the project that a person writes. */
export function sourceFiles(root: string, folder = ''): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : sourceFiles(root, path);
    if (!entry.isFile() || !/\.(ts|tsx|mjs|cjs|js|sql|css|json|md|html|ya?ml)$/.test(entry.name)) return [];
    return entry.name === 'package-lock.json' ? [] : [{ path, text: readFileSync(join(root, path), 'utf8') }];
  });
}

/** A rule about lines: those that match, outside of files it does not concern. */
function line(name: string, pattern: RegExp, concerns: (file: SourceFile) => boolean = isCode): Rule {
  return {
    name,
    find: (files) =>
      files
        .filter((file) => concerns(file) && !spellsRules(file))
        .flatMap(({ path, text }) =>
          text.split('\n').flatMap((words, index) => (pattern.test(words) ? [`${path}:${index + 1}: ${words.trim()}`] : [])),
        ),
  };
}

function longFiles(files: readonly SourceFile[]): string[] {
  const lines = ({ text }: SourceFile): number => text.split('\n').length - 1;
  return files
    .filter((file) => isCode(file) && lines(file) > (isTest(file) ? testLinesMax : linesMax))
    .map((file) => `${file.path}: ${lines(file)} lines`);
}

function fullFolders(files: readonly SourceFile[]): string[] {
  const folders = Map.groupBy(
    files.filter((file) => isCode(file) && !isTest(file) && extname(file.path) !== '.sql'),
    ({ path }) => dirname(path),
  );
  return [...folders]
    .filter(([folder, inside]) => folder !== '.' && inside.length > filesPerFolderMax)
    .map(([folder, inside]) => `${folder}: ${inside.length} files`);
}

function vagueNames(files: readonly SourceFile[]): string[] {
  const vague = /^(utils?|misc|helpers?|common|services|managers?)$/;
  return files
    .filter(({ path }) => isCode({ path, text: '' }))
    .map(({ path }) => path)
    .filter((path) => [...dirname(path).split('/'), basename(path, extname(path))].some((part) => vague.test(part)));
}

/** A slice of the server has one door, its index.ts; anywhere else a file that only passes on is a detour. */
function barrels(files: readonly SourceFile[]): string[] {
  const passing = /^export (?:type )?(?:\*(?: as \w+)?|\{[^}]*\}) from '[^']+';$/gm;
  return files
    .filter((file) => /\.tsx?$/.test(file.path) && !/^packages\/server\/src\/[^/]+\/index\.ts$/.test(file.path))
    .filter(({ text }) => text.trim() !== '' && text.replaceAll(passing, '').trim() === '')
    .map(({ path }) => path);
}

/** The lockfile must name the packages of every platform, or `npm ci` fails on the others. */
export function missingFromLock(lock: {
  packages: Readonly<Record<string, { optionalDependencies?: Record<string, string> }>>;
}): string[] {
  return Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
    ),
  );
}

export const rules: readonly Rule[] = [
  { name: `no file of code is longer than ${linesMax} lines`, find: longFiles },
  { name: `no folder holds more than ${filesPerFolderMax} files of code`, find: fullFolders },
  { name: 'no file or folder has a name that says nothing', find: vagueNames },
  { name: 'nothing is passed on by a barrel', find: barrels },
  line(
    'no finding is suppressed',
    /(?:oxlint|eslint|biome|prettier|oxfmt)-(?:disable|ignore)|@ts-(?:ignore|expect-error|nocheck)|v8 ignore|istanbul ignore/,
  ),
  line('nothing is left for later', /\b(?:TODO|FIXME|XXX|HACK)\b/),
  line(
    'no test is skipped or runs alone',
    /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:only|skip|todo|fails)\b|\b[xf](?:it|describe)\(/,
  ),
  line('no test sleeps', /timers\/promises|setTimeout\((?:resolve|done|r|res)\b/, isTest),
  line('no path of one machine stands in the project', /(?:^|[\s'"`(=:])\/(?:work|root|home|Users)\//, () => true),
  line(
    'no private key or token stands in the project',
    /-----BEGIN [A-Z ]*PRIVATE KEY|\bghp_\w{20}|\bAKIA[0-9A-Z]{16}\b|\bnpm_\w{30}/,
    () => true,
  ),
  line(
    'what people read of numbers and dates is written by shared/words/format.ts',
    // By no other formatter, by no method of the value, and not as on the wire. What zone a clock is in is no format.
    /\bIntl\.(?:NumberFormat|DateTimeFormat)\((?!\)\.resolvedOptions)|\.toLocale(?:Date|Time)?String\(|\{(?:\w+\.)*(?:amount|fee|price|profit|margin|turnover|available|held)\}(?: (?:USDT|\$?\{)|<)/,
    ({ path }) =>
      /^packages\/(?:web|console)\/src\/.*\.tsx?$/.test(path) &&
      !/\.test\.tsx?$|\/shared\/words\/(?:format|read-number)\.ts$/.test(path),
  ),
  line(
    'sentences are set apart by sentences.ts of the contract, which knows where none puts a blank',
    /\b(?:t|words|say)\((?:[^()]|\([^()]*\))*\)\}(?:\{' '\}| \$?\{(?:t|words|say)\()/,
    ({ path }) => /^packages\/(?:web|console)\/src\/.*\.tsx?$/.test(path),
  ),
  line(
    'a figure is typed on the site by shared/words/number-field.tsx',
    /\binputMode="decimal"|\btype="(?:number|range)"/,
    ({ path }) => /^packages\/web\/src\/.*\.tsx$/.test(path) && !/\.test\.tsx$|\/shared\/words\/number-field\.tsx$/.test(path),
  ),
  line(
    'only the entry points and the workshop write to the console',
    /\bconsole\.(?:log|info|debug)\(/,
    ({ path }) => /^packages\/.*\/src\/.*\.tsx?$/.test(path) && !/(?:main|-command|\.test)\.ts$/.test(path),
  ),
];
