import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { keptOnSite } from '@assay/contract/vocabulary/kept.ts';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import { describe, expect, test } from 'vitest';
import { fillIn, workedFigures } from './figures.ts';
import { readTexts } from './shipped.ts';

const site = join(import.meta.dirname, '../../../web/src');
const sources = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|test-browser/.test(path))
  .map((path) => [path, readFileSync(join(site, path), 'utf8')] as const);

describe.each(languages)('the cookie policy in %s', (language) => {
  test('names all that the site keeps in a browser, once, and nothing else', async () => {
    const body = (await readTexts(language)).get('cookie-policy')?.body ?? '';
    const shown = fillIn(body, language, workedFigures());
    const rows = shown.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((line) => [...line.matchAll(/`([\w.*]+)`/g)].map(([, name = '']) => name));
    const kept: readonly string[] = Object.values(keptOnSite).flatMap(({ names }) => [...names]);
    expect(named.toSorted()).toEqual(kept.toSorted());
    expect(rows).toHaveLength(Object.keys(keptOnSite).length);
  });
});

test('nothing of the site is kept but by names of that list, which the one way to a browser’s storage asks for', () => {
  const direct = /\b(?:localStorage|sessionStorage)\s*[.[]|document\.cookie|indexedDB/;
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter(([, source]) => direct.test(source)).map(([path]) => path)).toEqual([]);
  expect(direct.test("localStorage.setItem('x', '1')")).toBe(true);
});
