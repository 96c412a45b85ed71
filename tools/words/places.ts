// Where each text of the site is shown, and how long it may be there: what a translator cannot see in the file.
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { Body } from './bodies.ts';
import { textsOf } from './faults.ts';
import data from './places.json' with { type: 'json' };

export interface Place {
  /** How the keys of its texts begin; of several beginnings the longest one counts. */
  readonly keys: string;
  readonly what: string;
  /** How wide a text may be, in Latin letters. The longest of the ten languages has been looked at on a phone. */
  readonly max?: number;
}

export const places: readonly Place[] = data.toSorted((a, b) => b.keys.length - a.keys.length);

const placeOf = (key: string, all: readonly Place[] = places): Place | undefined =>
  all.find(({ keys }) => key.startsWith(keys));

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/** The width of a text in Latin letters: the scripts of East Asia take two each, and marks above a letter take none. */
export const widthOf = (body: Body, text: string): number =>
  Array.from(text.replace(body.value, '').replace(/\p{M}/gu, '')).reduce(
    (width, letter) => width + (wide.test(letter) ? 2 : 1),
    0,
  );

export function lengthFaults(site: Body, language: Language): string[] {
  return [...textsOf(site, language)].flatMap(([key, text]) => {
    const { what = '', max = Infinity } = placeOf(key) ?? {};
    const width = widthOf(site, text);
    return width <= max ? [] : [`${key} is ${width} letters wide, and ${max} have room (${what}): "${text}"`];
  });
}

/** Texts without an entry, and entries without a text. */
export function placeFaults(site: Body, all: readonly Place[] = places): string[] {
  const keys = [...textsOf(site, 'en').keys()];
  const used = new Set(keys.map((key) => placeOf(key, all)));
  return [
    ...keys.filter((key) => placeOf(key, all) === undefined).map((key) => `${key} stands nowhere`),
    ...all.filter((place) => !used.has(place)).map((place) => `nothing stands at ${place.keys}`),
  ];
}
