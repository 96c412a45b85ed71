import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import subsetFont from 'subset-font';

/** A font that every PDF reader includes: it has the letters of Western Europe. */
export const latin = 'Helvetica';

const families = {
  sc: '@fontsource-variable/noto-sans-sc',
  tc: '@fontsource-variable/noto-sans-tc',
  jp: '@fontsource-variable/noto-sans-jp',
  kr: '@fontsource-variable/noto-sans-kr',
  arabic: '@fontsource-variable/noto-sans-arabic',
} as const;
type Family = keyof typeof families;

/** In whose shapes a language writes the characters that several share. */
const shapes: Partial<Record<Language, Family>> = { zh: 'sc', hk: 'tc', ja: 'jp', ko: 'kr', ar: 'arabic' };

/** What PDF's own encoding has beyond Latin-1. */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** The font of each character, and the fonts to embed: none larger than the characters that are written with it. */
export interface Faces {
  readonly fontOf: (character: string) => string;
  readonly embedded: ReadonlyMap<string, Buffer>;
}

/** Fonts for a text of which every character is known: read, narrowed to them, and set to the weight of running text. */
export async function facesFor(text: Iterable<string>, language: Language): Promise<Faces> {
  const wanted = new Map<string, { family: Family; part: string; characters: Set<string> }>();
  const names = new Map<string, string>();
  for (const character of new Set(text)) {
    if (isLatin(character)) continue;
    const family = familyOf(character, language);
    const part = (await partsOf(family)).find(({ has }) => has(character.codePointAt(0) ?? 0))?.part;
    // A character that none of the fonts has is reported as missing.
    if (part === undefined) continue;
    const name = `${family} ${part}`;
    names.set(character, name);
    const group = wanted.get(name) ?? { family, part, characters: new Set<string>() };
    group.characters.add(character);
    wanted.set(name, group);
  }
  const embedded = await Promise.all(
    [...wanted].map(async ([name, { family, part, characters }]) => {
      const whole = await readFile(fileOf(family, part));
      const options = { targetFormat: 'truetype', variationAxes: { wght: 400 } } as const;
      return [name, await subsetFont(whole, Array.from(characters).join(''), options)] as const;
    }),
  );
  return { fontOf: (character) => names.get(character) ?? latin, embedded: new Map(embedded) };
}

function isLatin(character: string): boolean {
  return (character.codePointAt(0) ?? 0) < 0x100 || beyondLatin1.has(character);
}

/** Each script has its own font; characters that Chinese, Japanese and Korean share are of the reader's. */
function familyOf(character: string, language: Language): Family {
  // Signs above and below letters belong to several scripts, this one among them.
  if (/\p{Script_Extensions=Arabic}/u.test(character)) return 'arabic';
  if (/\p{Script=Hangul}/u.test(character)) return 'kr';
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return 'jp';
  const own = shapes[language];
  return own === undefined || own === 'arabic' ? 'sc' : own;
}

interface Part {
  readonly part: string;
  readonly has: (codePoint: number) => boolean;
}

const here = createRequire(import.meta.url);
const parts = new Map<Family, readonly Part[]>();

/** The files that a family comes in, each with the characters that it has. */
async function partsOf(family: Family): Promise<readonly Part[]> {
  const known = parts.get(family);
  if (known !== undefined) return known;
  // Its own format: a file's name, and its characters as CSS writes ranges.
  const ranges = JSON.parse(await readFile(here.resolve(`${families[family]}/unicode.json`), 'utf8')) as Record<string, string>;
  const read = Object.entries(ranges).map(([name, text]): Part => {
    const spans = text.split(',').map((range) => range.trim().replace(/^U\+/, '').split('-'));
    const bounds = spans.map(([from = '0', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const);
    return { part: name.replace(/[[\]]/g, ''), has: (at) => bounds.some(([from, to]) => at >= from && at <= to) };
  });
  parts.set(family, read);
  return read;
}

function fileOf(family: Family, part: string): string {
  const folder = families[family].slice('@fontsource-variable/'.length);
  return here.resolve(`${families[family]}/files/${folder}-${part}-wght-normal.woff2`);
}
