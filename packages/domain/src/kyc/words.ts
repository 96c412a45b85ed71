import { latinLooks, normalNumber } from './person.ts';

/** Letters of scripts that put no space between words: each is one. */
const alone = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}';
const inWords = new RegExp(`[${alone}]|[^${alone}]+`, 'gu');

/** Latin letters that are no letter with a mark. */
const ligatures: Readonly<Record<string, string>> = { Ø: 'O', Ł: 'L', Đ: 'D', Ħ: 'H', Æ: 'AE', Œ: 'OE', Þ: 'TH', Ð: 'D' };
/** How some write them where the letter is missing. */
const writtenOut: Readonly<Record<string, string>> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Ø: 'OE' };

/**
 * The words of a name, in any order, each by the spellings under which it may be looked for: without accents, case and apostrophes,
 * by the looks of its letters, and once more with the letters written out that have such a spelling, as in Mueller.
 */
export function nameWords(text: string): readonly (readonly string[])[] {
  const capitals = text
    .replaceAll(/['’‘ʼ`´]/gu, '')
    .toUpperCase()
    .normalize('NFC');
  const plain = wordsOf(capitals);
  const written = wordsOf(capitals.replaceAll(/[ÄÖÜÅØ]/gu, (letter) => writtenOut[letter] ?? letter));
  return plain.map((word, place) => [...new Set([word, written[place] ?? word])]);
}

function wordsOf(capitals: string): string[] {
  const bare = capitals.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
  // Korean syllables come apart like accents, and are put together again.
  return latinLooks(bare.replaceAll(/[ØŁĐĦÆŒÞÐ]/gu, (letter) => ligatures[letter] ?? letter))
    .normalize('NFC')
    .split(/[^\p{L}]+/u)
    .flatMap((word) => word.match(inWords) ?? []);
}

/** Digits at the end of a telephone number by which it is found, with its country's code or without. */
const tailDigits = 8;

/** Undefined of what has fewer digits than a telephone number. */
export function phoneTail(text: string): string | undefined {
  const digits = normalNumber(text).replaceAll(/\D/gu, '').replace(/^0+/u, '');
  return digits.length < tailDigits - 1 ? undefined : digits.slice(-tailDigits);
}
