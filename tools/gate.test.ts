// A gate that passes everything is worse than none: each check must fail on a file made to break it.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Check, compiler, gateChecks, report, root, runCheck } from './gate.ts';

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
  types: compiler('.'),
  lint: ['oxlint', 'src'],
  format: ['oxfmt', '--check', 'src'],
  'dead code': ['knip', '--exclude', 'dependencies'],
};

/** A file that breaks the check, and the word by which its report is known. */
const breaking: readonly (readonly [check: string, name: string, text: string, word: string])[] = [
  ['types', 'a wrong type', `${sound}export const text: string = answer;\n`, 'TS2322'],
  ['types', 'an unchecked index', `${sound}export const first: number = [answer][0];\n`, 'TS2322'],
  ['types', 'an enum, which type stripping cannot run', `${sound}export enum Side { long }\n`, 'TS1294'],
  ['lint', 'an any', `${sound}export const loose: any = answer;\n`, 'no-explicit-any'],
  ['lint', 'a non-null assertion', `${sound}export const first: number = [answer][0]!;\n`, 'no-non-null-assertion'],
  ['lint', 'a floating promise', `${sound}Promise.resolve(answer);\n`, 'no-floating-promises'],
  ['lint', 'an unused variable', `${sound}const spare = 1;\n`, 'no-unused-vars'],
  ['lint', 'a suppression without need', `// oxlint-disable-next-line no-debugger\n${sound}`, 'disable'],
  ['format', 'double quotes', `${sound}export const text = "double";\n`, 'rule.ts'],
  ['dead code', 'an export that nobody uses', `${sound}export const spare = 1;\n`, 'spare'],
];

describe('the gate', () => {
  test.for(Object.entries(programs))('%s lets a sound package through', async ([name, command]) => {
    const outcome = await runCheck({ name, command }, workspace(sound));
    expect(outcome).toMatchObject({ passed: true });
  });

  test.for(breaking)('%s fails on %s', async ([name, , text, word]) => {
    const command = programs[name];
    expect(command).toBeDefined();
    const outcome = await runCheck({ name, command: command ?? ['false'] }, workspace(text));
    expect(outcome.output).toContain(word);
    expect(outcome.passed).toBe(false);
  });

  test('counts a program that is missing as a failure', async () => {
    const outcome = await runCheck({ name: 'missing', command: ['no-such-program'] });
    expect(outcome.passed).toBe(false);
  });

  test('runs the same programs on the project, types once for every package', () => {
    const commands = gateChecks().map(({ command }) => command[0]);
    expect(new Set(commands)).toEqual(new Set(['node', 'depcruise', 'knip', 'oxlint', 'oxfmt']));
    expect(gateChecks().map(({ name }) => name)).toEqual([
      'types of web',
      'types of server',
      'types of domain',
      'types of contract',
      'types of console',
      'types of the workshop',
      'boundaries',
      'dead code',
      'lint',
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
