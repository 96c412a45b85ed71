// Cuts the face that every page begins with to what nearly every page is written with: `node packages/web/cut-face.ts` writes it
// anew, after a new version of Inter. All other letters come from the whole faces, where a page has one.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

export const cutFace = join(import.meta.dirname, 'src/ui/faces/inter-basic.woff2');

/** From one code point to another, both within. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x152, 0x153],
  [0x2009, 0x2009],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x202f, 0x202f],
  [0x20ac, 0x20ac],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
] as const;

/** As a stylesheet says which characters are in it. */
export const unicodeRange = ranges
  .map(([from, to]) => (from === to ? [from] : [from, to]).map((point) => point.toString(16).toUpperCase()).join('-'))
  .map((range) => `U+${range}`)
  .join(', ');

export const isInFace = (character: string): boolean => {
  const point = character.codePointAt(0) ?? 0;
  return ranges.some(([from, to]) => point >= from && point <= to);
};

/** The weights of the site, and the features that it asks for beside those that letters need to stand well together. */
const weights = { min: 400, max: 600 };
const features = ['kern', 'calt', 'ccmp', 'locl', 'mark', 'tnum', 'cv05', 'cv11', 'ss03'];

export async function cut(): Promise<Buffer> {
  const whole = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  const characters = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
  );
  const options = { targetFormat: 'woff2', variationAxes: { wght: weights }, keepFeatures: features } as const;
  return subsetFont(await readFile(whole), characters.join(''), options);
}

if (import.meta.main) await writeFile(cutFace, await cut());
