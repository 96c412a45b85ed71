import createBidi from 'bidi-js';

/** What is drawn in one go, from left to right. */
export interface Run {
  readonly text: string;
  readonly font: string;
}

interface Levelled extends Run {
  readonly level: number;
}

const bidi = createBidi();

/** Keeps a value that is put into a sentence as it is, whatever direction the sentence has. */
export const isolated = (value: string): string => `\u2066${value}\u2069`;
/** Invisible direction marks; numbers of Arabic begin with one. */
const isMark = (character: string): boolean => /[\u061c\u200e\u200f\u2066-\u2069]/.test(character);
/** Numbers of French have a space that no font of paper has. */
const onPaper = (character: string): string => (character === '\u202f' ? '\u00a0' : character);
const isArabic = (text: string): boolean => /\p{Script_Extensions=Arabic}/u.test(text);

/**
 * A line in visual order, by the Unicode bidirectional algorithm. Arabic words keep the order of their letters: the font joins
 * and turns them. Other right-to-left runs are reversed here, brackets mirrored.
 */
export function visualRuns(text: string, direction: 'ltr' | 'rtl', fontOf: (character: string) => string): Run[] {
  // A figure alone reads as everywhere.
  const { levels } = bidi.getEmbeddingLevels(text, isArabic(text) ? direction : 'ltr');
  const runs: Levelled[] = [];
  let at = 0;
  for (const written of text) {
    const level = levels[at] ?? 0;
    at += written.length;
    if (isMark(written)) continue;
    const character = onPaper(written);
    const font = fontOf(character);
    const last = runs.at(-1);
    // From right to left each word is drawn by itself, because the font turns the letters of one alone.
    const isApart = level % 2 === 1 && (character === ' ' || last?.text.endsWith(' ') === true);
    const joins = last !== undefined && last.level === level && last.font === font && !isApart;
    if (joins) runs.splice(-1, 1, { ...last, text: last.text + character });
    else runs.push({ text: character, font, level });
  }
  return joined(reordered(runs)).map(({ text: logical, font, level }) => ({
    text: level % 2 === 1 ? turned(logical) : logical,
    font,
  }));
}

/** From the highest level down to the lowest odd one, every run at that level or above is reversed. */
function reordered(runs: readonly Levelled[]): Levelled[] {
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  let line = [...runs];
  for (let level = highest; level > 0; level -= 1) {
    const next: Levelled[] = [];
    for (let at = 0; at < line.length;) {
      let end = at;
      while (end < line.length && (line[end]?.level ?? 0) >= level) end += 1;
      next.push(...(end > at ? line.slice(at, end).toReversed() : line.slice(at, at + 1)));
      at = Math.max(end, at + 1);
    }
    line = next;
  }
  return line;
}

function turned(text: string): string {
  if (isArabic(text)) return text;
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character)
    .toReversed()
    .join('');
}

/** Adjacent left-to-right runs are drawn together. */
function joined(runs: readonly Levelled[]): Levelled[] {
  return runs.reduce<Levelled[]>((line, run) => {
    const last = line.at(-1);
    const isOne = last !== undefined && last.font === run.font && last.level % 2 === 0 && run.level % 2 === 0;
    return isOne ? [...line.slice(0, -1), { ...last, text: last.text + run.text }] : [...line, run];
  }, []);
}
