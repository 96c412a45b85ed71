// Which word stands for a thing in each language, on the keys where it is named; which words do not, anywhere; and which lists name
// their things apart. The table of docs/glossary.md is rendered from the same data.
import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';
import { type Body, type BodyName, bodies } from './bodies.ts';
import { textsOf } from './faults.ts';
import data from './terms.json' with { type: 'json' };

interface Term {
  readonly id: string;
  /** Texts of the site that name the thing. */
  readonly keys: readonly string[];
  /** What those texts have in them, in small letters or capitals. */
  readonly words: Readonly<Record<Language, string>>;
}

interface Terms {
  readonly terms: readonly Term[];
  /** By language: a pattern, and what is said instead. */
  readonly forbidden: Readonly<Record<Language, Readonly<Record<string, string>>>>;
  /** Beginnings of keys: of each list no two texts are the same where the English ones differ. */
  readonly apart: readonly string[];
}

const { apart, ...rest }: Terms = data;
export const { terms, forbidden } = rest;

const small = (text: string) => text.toLowerCase();

/** Texts of the site that name a thing by another word than its own. */
export function termFaults(site: Body, language: Language): string[] {
  const texts = textsOf(site, language);
  return terms.flatMap(({ id, keys, words }) =>
    keys
      .filter((key) => !small(texts.get(key) ?? '').includes(small(words[language])))
      .map((key) => `${key} says of ${id} "${texts.get(key) ?? ''}" instead of "${words[language]}"`),
  );
}

/** What is signed stays as it was signed until another version replaces it. */
const signed: BodyName = 'agreement';

/** Texts with a word that this product does not use in the language. */
export function forbiddenFaults(body: Body, language: Language): string[] {
  return Object.entries(forbidden[language]).flatMap(([pattern, instead]) => {
    const found = new RegExp(pattern, 'u');
    return [...textsOf(body, language)].flatMap(([key, text]) => {
      const [word] = found.exec(text.replace(body.value, ' ')) ?? [];
      return word === undefined ? [] : [`${key} says "${word}", where "${instead}" is our word: "${text}"`];
    });
  });
}

/** Two things of one list that read alike, though they do not in English. */
export function clashFaults(site: Body, language: Language): string[] {
  const english = textsOf(site, 'en');
  const texts = textsOf(site, language);
  return apart.flatMap((list) => {
    const named = [...texts].filter(([key]) => key.startsWith(list) && !key.endsWith('.text'));
    return named.flatMap(([key, text], place) =>
      named
        .slice(place + 1)
        .filter(
          ([other, same]) => small(same) === small(text) && small(english.get(other) ?? '') !== small(english.get(key) ?? ''),
        )
        .map(([other]) => `${key} and ${other} both say "${text}"`),
    );
  });
}

/** How a language is set, as patterns of what is wrong. */
const typesetting: Readonly<Partial<Record<Language, Readonly<Record<string, RegExp>>>>> = {
  fr: {
    'a space that lets a line end before its mark': /(?<=[^\s|]) [;:!?»%](?=[\s.,)]|$)|« /u,
    'a typewriter’s apostrophe': /\p{L}'\p{L}/u,
  },
  de: { 'a dash of another language': / — /u, 'quotes of another language': /[«»]|“[^„]*”/u },
  it: { 'a typewriter’s apostrophe': /\p{L}'\p{L}/u, 'quotes of another language': /[“”]/u },
  es: { 'quotes of another language': /[“”]/u },
  en: { 'a typewriter’s apostrophe': /\p{L}'\p{L}/u },
  zh: { 'half an ellipsis': /(?<![…/])…(?!…)/u },
  hk: { 'half an ellipsis': /(?<!…)…(?!…)/u, 'quotes of another language': /[“”]/u },
  ja: { 'quotes of another language': /[“”]/u },
};

export function typesettingFaults(body: Body, language: Language): string[] {
  return Object.entries(typesetting[language] ?? {}).flatMap(([fault, pattern]) =>
    [...textsOf(body, language)]
      .filter(([, text]) => pattern.test(text.replace(body.value, 'x').replace(/`[^`]*`/g, 'x')))
      .map(([key, text]) => `${key} has ${fault}: "${text}"`),
  );
}

/** A message of one sentence has no full stop; one of several ends with one. */
export function fullStopFaults(codes: Body, language: Language): string[] {
  const isChinese = ['zh', 'hk', 'ja'].includes(language);
  const [stop, several] = isChinese ? ['。', /[。！？]./u] : ['.', /[.!?؟]\s+\S/u];
  return [...textsOf(codes, language)].flatMap(([key, text]) => {
    if (/[!?؟！？:…)）]$/u.test(text)) return [];
    return text.endsWith(stop) === several.test(text)
      ? []
      : [`${key} ends with a full stop that is none, or lacks one: "${text}"`];
  });
}

/** What the rules above are held on. */
export const governed = (Object.keys(bodies) as BodyName[]).filter((name) => name !== signed);

/** The table of the glossary, in Markdown. */
export function termTable(): string {
  const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const heads = ['thing', ...languages];
  return [
    row(...heads),
    row(...heads.map(() => '---')),
    ...terms.map(({ id, words }) => row(id, ...languages.map((language) => words[language]))),
  ].join('\n');
}
