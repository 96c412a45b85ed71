import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './gate.ts';
import { type SourceFile, missingFromLock, rules, sourceFiles } from './tidy.ts';

const files = sourceFiles(root);

const many = (folder: string): SourceFile[] =>
  Array.from({ length: 29 }, (_, index) => ({ path: `${folder}/part-${index}.ts`, text: '' }));
const file = (text: string, path = 'packages/domain/src/planted.ts'): SourceFile[] => [{ path, text }];

/** One violation for each rule, in the order of the rules. */
const planted: readonly (readonly SourceFile[])[] = [
  file('x\n'.repeat(401)),
  many('packages/server/src/planted'),
  file('', 'packages/web/src/utils/dates.ts'),
  file("export { a } from './a.ts';"),
  file('// oxlint-disable-next-line no-unused-vars'),
  file('// TODO: the other half'),
  file("test.skip('later', () => {});", 'packages/domain/src/planted.test.ts'),
  file('await new Promise((resolve) => setTimeout(resolve, 100));', 'packages/domain/src/planted.test.ts'),
  file(`const folder = '${['', 'root', 'data'].join('/')}';`),
  file('-----BEGIN EC PRIVATE KEY-----', 'docs/planted.md'),
  file('<bdi dir="ltr">{amount}</bdi>', 'packages/web/src/planted.tsx'),
  file("<p>{t('rules.noSale')} {t('rules.settlement')}</p>", 'packages/web/src/planted.tsx'),
  file('<input inputMode="decimal" />', 'packages/web/src/planted.tsx'),
  file("console.log('here');"),
];

/** What each rule leaves alone though it comes near, in the order of the rules. */
const healthy: readonly (readonly SourceFile[])[] = [
  file('x\n'.repeat(400)),
  many('packages/server/src/planted').slice(1),
  file('', 'packages/web/src/shared/format.ts'),
  file("export { a } from './a.ts';", 'packages/server/src/books/index.ts'),
  file('// The rule is disabled for nobody.'),
  file('const method = TODOS;'),
  file("test.skipIf(noData)('replays a day', () => {});", 'packages/domain/src/planted.test.ts'),
  file('setTimeout(stop, graceMs);', 'packages/server/src/planted.ts'),
  file("const folder = '../data';"),
  file('const hash = 0n;'),
  file('<bdi dir="ltr">{format.amount(amount)} USDT</bdi>', 'packages/web/src/planted.tsx'),
  file("<p>{inARow(t('rules.noSale'), t('rules.settlement'))}</p>", 'packages/web/src/planted.tsx'),
  file('<input inputMode="numeric" autoComplete="one-time-code" />', 'packages/web/src/planted.tsx'),
  file("console.log('listening');", 'packages/server/src/main.ts'),
];

describe.for(rules.map((rule, index) => ({ ...rule, index })))('tidy: $name', ({ find, index }) => {
  test('holds', () => {
    expect(find(files)).toEqual([]);
  });

  test('catches a planted violation', () => {
    expect(find(planted[index] ?? [])).toHaveLength(1);
  });

  test('leaves the near miss alone', () => {
    expect(healthy[index]).toBeDefined();
    expect(find(healthy[index] ?? [])).toEqual([]);
  });
});

describe('tidy', () => {
  test('reads the whole project', () => {
    const read = new Set(files.map(({ path }) => path.split('/').slice(0, 2).join('/')));
    expect([...read]).toEqual(
      expect.arrayContaining([
        'packages/contract',
        'packages/domain',
        'packages/server',
        'packages/web',
        'tools/tidy.ts',
        'README.md',
      ]),
    );
    expect(files.length).toBeGreaterThan(100);
  });

  test('finds the packages of every platform in the lockfile', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Parameters<typeof missingFromLock>[0];
    expect(missingFromLock(lock)).toEqual([]);
  });

  test('notices a platform that the lockfile forgot', () => {
    const packages = {
      'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' } },
      'node_modules/tool-linux': {},
    };
    expect(missingFromLock({ packages })).toEqual(['tool-darwin']);
  });
});
