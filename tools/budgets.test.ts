// A small built site, whole and broken: what grows, is hidden or is missing must be reported.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { overspent, weigh } from './budgets.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const manifest = {
  '_frame.js': {
    file: 'assets/frame.js',
    css: ['assets/frame.css'],
    dynamicImports: ['src/features/a.tsx', 'src/features/b.tsx'],
  },
  '_shared.js': { file: 'assets/shared.js', imports: ['_frame.js'] },
  'src/features/a.tsx': { file: 'assets/a.js', imports: ['_frame.js', '_shared.js'], css: ['assets/a.css'] },
  'src/features/b.tsx': {
    file: 'assets/b.js',
    imports: ['_shared.js'],
    dynamicImports: ['src/locales/en/b.json', 'src/locales/de/b.json'],
  },
  'src/locales/en/b.json': { file: 'assets/words.js' },
  'src/locales/de/b.json': { file: 'assets/worte.js' },
};
const kB = {
  'frame.js': 100,
  'frame.css': 20,
  'shared.js': 10,
  'a.js': 5,
  'a.css': 2,
  'b.js': 3,
  'words.js': 50,
  'worte.js': 40,
};
const page = '<script type="module" src="/assets/frame.js"></script><link rel="stylesheet" href="/assets/frame.css">';

/** Such a site on disk, with these files heavier than they should be. */
function built(sizes: Partial<typeof kB> = {}, parts: object = manifest): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-budgets-'));
  folders.push(folder);
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write('.vite/manifest.json', JSON.stringify(parts));
  write('index.html', page);
  for (const [name, size] of Object.entries({ ...kB, ...sizes })) write(`assets/${name}.br`, new Uint8Array(size * 1000));
  return folder;
}

const pages = { '/a': { modules: ['features/a.tsx'] }, '/b': { modules: ['features/b.tsx'] } };
const budgets = { 'the frame': 121, '/a': 18, '/b': 14, 'the words of a part': 51 };
const faultsOf = (folder: string) => overspent(weigh(folder, pages).figures, budgets);

describe('the kilobytes of a page', () => {
  test('are those of its scripts and styles beyond the frame, texts apart', () => {
    // a: 5 + 2 of its own and 10 shared; b: 3 and the same 10. The frame is 100 + 20.
    const figures = { 'the frame': 120, '/a': 17, '/b': 13, 'the words of a part': 50 };
    expect(weigh(built(), pages)).toEqual({ figures, unknown: [] });
    expect(faultsOf(built())).toEqual([]);
  });

  test('count a part once, however many modules of the page need it', () => {
    const both = { '/both': { modules: ['features/a.tsx', 'features/b.tsx'] } };
    expect(weigh(built(), both).figures).toMatchObject({ '/both': 20 });
  });

  test.each([
    ['a script', { 'b.js': 5 }, ['/b: 15.0, more than its budget of 14']],
    ['a style', { 'a.css': 4 }, ['/a: 19.0, more than its budget of 18']],
    ['a shared part', { 'shared.js': 12 }, ['/a: 19.0, more than its budget of 18', '/b: 15.0, more than its budget of 14']],
    ['the words of one language', { 'worte.js': 53 }, ['the words of a part: 53.0, more than its budget of 51']],
    ['the frame', { 'frame.css': 22 }, ['the frame: 122.0, more than its budget of 121']],
  ])('are told where %s has grown', (_, sizes, faults) => {
    expect(faultsOf(built(sizes))).toEqual(faults);
  });

  test('are told where the budget holds nothing any more', () => {
    expect(faultsOf(built({ 'shared.js': 8 }))).toEqual([
      '/a: 15.0; lower its budget of 18 to 15',
      '/b: 11.0; lower its budget of 14 to 11',
    ]);
    expect(faultsOf(built({ 'frame.js': 88 }))).toEqual(['the frame: 108.0; lower its budget of 121 to 108']);
  });

  test('are unknown for a page without a budget, and gone for a budget without a page', () => {
    expect(weigh(built(), { '/a': pages['/a'] }).unknown).toEqual(['src/features/b.tsx']);
    const { 'src/features/b.tsx': _, ...rest } = manifest;
    expect(faultsOf(built({}, rest))).toContain('/b: is no part of the build any more; remove its budget of 14');
  });

  test('are unknown for whatever else is loaded by itself: rules, a library', () => {
    const asked = ['../domain/src/rules.ts', '../../node_modules/library/index.js', 'src/shared/later.ts'];
    const parts = {
      ...manifest,
      'src/features/a.tsx': { ...manifest['src/features/a.tsx'], dynamicImports: asked },
      ...Object.fromEntries(asked.map((key) => [key, { file: 'assets/b.js' }])),
    };
    expect(weigh(built({}, parts), pages).unknown).toEqual(asked);
    const rules = { 'the rules': { modules: ['../../domain/src/rules.ts'] } };
    expect(weigh(built({}, parts), { ...pages, ...rules })).toMatchObject({
      figures: { 'the rules': 3 },
      unknown: asked.slice(1),
    });
  });

  test('cannot be taken of a file that was not compressed, which is no budget kept', () => {
    const folder = built();
    rmSync(join(folder, 'assets/b.js.br'));
    expect(() => weigh(folder, pages)).toThrow('b.js.br');
  });
});
