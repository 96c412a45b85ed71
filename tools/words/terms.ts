// The word for a thing in each language, on the keys where it is named; the words that are forbidden everywhere; and the lists
// whose names must differ. The table of docs/glossary.md is rendered from the same data.
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

type Patterns = Readonly<Record<string, RegExp>>;

/** What no language writes. */
const everywhere: Patterns = {
  'two spaces together': /[^\s|] {2,}[^\s|]/u,
  'a typewriter’s quotes': /"/u,
  'three full stops in place of an ellipsis': /\.\.\./u,
};
const ideographic: Patterns = {
  'a mark of half a width': /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}](?:[,;!?]|:(?!\d))/u,
  'brackets of half a width': /(?<!\])\([^)]*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
};

/** How a language is set, as patterns of what is wrong. */
const typesetting: Readonly<Record<Language, Patterns>> = {
  fr: {
    'a space that lets a line end before its mark': /(?<=[^\s|]) [;:!?»%](?=[\s.,)]|$)|« /u,
    'a mark without its space': /[\p{L})](?:[;!?»]|:(?=\s))/u,
    'a typewriter’s apostrophe': /\p{L}'\p{L}/u,
    'quotes of another language': /[“”„「」]/u,
  },
  de: { 'a dash of another language': / — /u, 'quotes of another language': /[«»「」]|“[^„]*”/u },
  it: { 'a typewriter’s apostrophe': /\p{L}'\p{L}/u, 'quotes of another language': /[“”„「」]/u },
  es: { 'quotes of another language': /[“”„「」]/u, 'a question or call that does not open': /^[^¿¡]*[?!]/u },
  en: { 'a typewriter’s apostrophe': /\p{L}'\p{L}/u, 'quotes of another language': /[«»„「」]/u },
  zh: { 'half an ellipsis': /(?<![…/])…(?!…)/u, 'quotes of another language': /[«»„「」]/u, ...ideographic },
  hk: { 'half an ellipsis': /(?<!…)…(?!…)/u, 'quotes of another language': /[“”«»„]/u, ...ideographic },
  ja: {
    'quotes of another language': /[“”«»„]/u,
    'a space between a figure and what it counts': /\d (?:日|時間|分|秒|歳|文字|桁|回|件|個|名|人|倍|週|年|ロット)/u,
    ...ideographic,
  },
  ko: { 'quotes of another language': /[«»„「」]/u },
  ar: { 'a mark of another script': /\p{Script=Arabic}\s*[,;?]/u, 'quotes of another language': /[“”„「」]/u },
};

/** A text without its values, addresses and code. */
const setting = (body: Body, text: string): string =>
  text
    .replace(body.value, 'x')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`]*`/g, 'x');

export function typesettingFaults(body: Body, language: Language): string[] {
  return Object.entries({ ...everywhere, ...typesetting[language] }).flatMap(([fault, pattern]) =>
    [...textsOf(body, language)]
      .filter(([, text]) => pattern.test(setting(body, text)))
      .map(([key, text]) => `${key} has ${fault}: "${text}"`),
  );
}

const ideographicStop: readonly Language[] = ['zh', 'hk', 'ja'];
const stopOf = (language: Language) =>
  ideographicStop.includes(language) ? (['。', /[。！？]./u] as const) : (['.', /[.!?؟]\s+\S/u] as const);
/** What ends a text as well as a full stop does; a value that is put in may end it, too. */
const ended = /[!?؟！？:：…)）”»」』]$/u;

/** A message of one sentence has no full stop; one of several ends with one. */
export function fullStopFaults(codes: Body, language: Language): string[] {
  const [stop, several] = stopOf(language);
  return [...textsOf(codes, language)].flatMap(([key, text]) => {
    if (ended.test(text)) return [];
    return text.endsWith(stop) === several.test(text)
      ? []
      : [`${key} ends with a full stop that is none, or lacks one: "${text}"`];
  });
}

/** Prefixes of keys whose texts are part of a sentence or a list, or are continued. */
const goneOnWith = ['closing:obstacle.', 'notifications:word.', 'words.', 'orders:phrase.', 'service:topic.'];
/** Neither a number of a step nor an abbreviation ends a sentence. */
const noEnd = /^\d\. |(?<!\p{L})(?:Var|Jr|Mio)\. /gu;

/** A text of several sentences that leaves its last one open. */
export function unendedFaults(body: Body, language: Language): string[] {
  const [stop, several] = stopOf(language);
  return [...textsOf(body, language)]
    .filter(([key]) => !goneOnWith.some((beginning) => key.startsWith(beginning)))
    .filter(
      ([, text]) => several.test(text.replace(noEnd, '')) && !text.endsWith(stop) && !ended.test(text) && !text.endsWith('}'),
    )
    .map(([key, text]) => `${key} leaves its last sentence open: "${text}"`);
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
