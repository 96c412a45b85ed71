import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cut, cutFace, isInFace, unicodeRange } from './cut-face.ts';

const source = join(import.meta.dirname, 'src');

test('the face that pages begin with is cut from the version of Inter that is installed', async () => {
  const [kept, fresh] = await Promise.all([readFile(cutFace), cut()]);
  expect(kept.equals(fresh), 'run `node packages/web/cut-face.ts` and commit what it writes').toBe(true);
  expect(kept.length).toBeLessThan(26_000);
});

test('the stylesheet says which characters are in it', async () => {
  const css = await readFile(join(source, 'ui/base.css'), 'utf8');
  expect(css.replaceAll(/\s+/g, ' ')).toContain(`unicode-range: ${unicodeRange};`);
});

test.each(['en', 'de', 'fr', 'it', 'es'])('every letter of the words in %s is', async (language) => {
  const folder = join(source, 'locales', language);
  const texts = await Promise.all((await readdir(folder)).map(async (name) => readFile(join(folder, name), 'utf8')));
  const letters = new Set(texts.join('').match(/[\p{L}\p{N}]/gu));
  expect([...letters].filter((character) => !isInFace(character))).toEqual([]);
});

test('letters of other alphabets are not', () => {
  for (const character of 'łőжα中') expect(isInFace(character), character).toBe(false);
  for (const character of 'aZ0ßé€’') expect(isInFace(character), character).toBe(true);
});
