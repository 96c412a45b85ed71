// A gate that passes everything is worse than none: each check must fail on a file made to break it.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Check, gateChecks, report, root, runCheck } from './gate.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const sound = 'export const answer = 42;\n';
const entry = "import { answer } from './rule.ts';\n\nprocess.stdout.write(String(answer));\n";

/** A package of two files under the project's own settings. */
function workspace(rule: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-gate-'));
  folders.push(folder);
  for (const name of ['.oxlintrc.json', '.oxfmtrc.json', 'tsconfig.base.json']) cpSync(join(root, name), join(folder, name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const json = (name: string, value: unknown): void => writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
  json('package.json', { name: 'planted', private: true, type: 'module', main: 'src/entry.ts' });
  json('tsconfig.json', { extends: './tsconfig.base.json', compilerOptions: { types: ['node'] }, include: ['src'] });
  json('knip.json', { entry: ['src/entry.ts'], project: ['src/**'] });
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/entry.ts'), entry);
  writeFileSync(join(folder, 'src/rule.ts'), rule);
  return folder;
}

const programs: Readonly<Record<string, Check['command']>> = {
  'types and lint': ['oxlint', '--format', 'unix', 'src'],
  format: ['oxfmt', '--check', 'src'],
  'dead code': ['knip', '--exclude', 'dependencies'],
};

/** A file that breaks the check, and the word by which its report is known. */
const breaking: readonly (readonly [check: string, name: string, text: string, word: string])[] = [
  ['types and lint', 'a wrong type', `${sound}export const text: string = answer;\n`, 'TS2322'],
  ['types and lint', 'an unchecked index', `${sound}export const first: number = [answer][0];\n`, 'TS2322'],
  ['types and lint', 'an enum, which type stripping cannot run', `${sound}export enum Side { long }\n`, 'TS1294'],
  ['types and lint', 'an import of what is not there', `import { gone } from './entry.ts';\n${sound}gone();\n`, 'TS2305'],
  [
    'types and lint',
    'a path without an answer',
    `export function f(x: number): 1 | undefined {\n  if (x > 1) return 1;\n}\n`,
    'TS7030',
  ],
  [
    'types and lint',
    'a property by a dot that may not be there',
    `export const f = (r: Record<string, 1>) => r.name;\n`,
    'TS4111',
  ],
  ['types and lint', 'an any', `${sound}export const loose: any = answer;\n`, 'no-explicit-any'],
  ['types and lint', 'a non-null assertion', `${sound}export const first: number = [answer][0]!;\n`, 'no-non-null-assertion'],
  ['types and lint', 'a floating promise', `${sound}Promise.resolve(answer);\n`, 'no-floating-promises'],
  ['types and lint', 'an unused variable', `${sound}const spare = 1;\n`, 'no-unused-vars'],
  ['types and lint', 'a suppression without need', `// oxlint-disable-next-line no-debugger\n${sound}`, 'disable'],
  ['format', 'double quotes', `${sound}export const text = "double";\n`, ''],
  ['dead code', 'an export that nobody uses', `${sound}export const spare = 1;\n`, 'spare'],
];

describe('the gate', () => {
  test.for(Object.entries(programs))('%s lets a sound package through', async ([name, command]) => {
    const outcome = await runCheck({ name, command }, workspace(sound));
    expect(outcome).toMatchObject({ passed: true });
  });

  // One run looks at all files that break it, because most of its time goes into starting and reading types.
  test.for(Object.entries(programs))('%s fails on every file made to break it', async ([name, command]) => {
    const files = breaking.filter(([check]) => check === name);
    expect(files).not.toEqual([]);
    const folder = workspace(sound);
    files.forEach(([, , text], at) => {
      writeFileSync(join(folder, `src/broken-${at}.ts`), text);
    });
    writeFileSync(join(folder, 'src/entry.ts'), [entry, ...files.map((_, at) => `import './broken-${at}.ts';\n`)].join(''));
    const outcome = await runCheck({ name, command }, folder);
    expect(outcome.passed).toBe(false);
    const lines = outcome.output.split('\n');
    const found = files.map(([, what, , word], at) => {
      const told = lines.some((line) => line.includes(`broken-${at}.ts`) && line.includes(word));
      return told ? 'told' : what;
    });
    expect(found).toEqual(files.map(() => 'told'));
  });

  test('counts a program that is missing as a failure', async () => {
    const outcome = await runCheck({ name: 'missing', command: ['no-such-program'] });
    expect(outcome.passed).toBe(false);
  });

  test('runs the same programs on the project', () => {
    const commands = gateChecks().map(({ command }) => command[0]);
    expect(new Set(commands)).toEqual(new Set(['node', 'depcruise', 'knip', 'oxlint', 'oxfmt']));
    expect(gateChecks().map(({ name }) => name)).toEqual([
      'types and lint',
      'boundaries',
      'dead code',
      'generated pages',
      'budgets',
      'format',
    ]);
  });

  test('shows the words of a failure and a line for every check', () => {
    const seconds = 0.1;
    const text = report([
      { name: 'types', passed: true, seconds, output: 'quiet', telling: false },
      { name: 'lint', passed: false, seconds, output: 'something is wrong', telling: false },
      { name: 'budgets', passed: true, seconds, output: 'not judged', telling: true },
    ]);
    expect(text).toContain('not judged');
    expect(text).toContain('something is wrong');
    expect(text).not.toContain('quiet');
    expect(text).toMatch(/ok .*types/);
    expect(text).toMatch(/FAILED .*lint/);
  });
});
