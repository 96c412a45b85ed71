// A pseudo-language, for looking at screens: English with accents, longer by what the longest language needs, in brackets. What
// has no brackets was never given to a translator; where a bracket is missing the screen cuts the text off.

interface Tree {
  readonly [key: string]: string | Tree;
}

const accents: Readonly<Record<string, string>> = { a: 'à', c: 'ç', e: 'é', i: 'î', n: 'ñ', o: 'ô', u: 'ü' };
const value = /(\{\{\w+\}\})/;
const filler = ' ôñé twô thréé fôür fîvé sîx';
/** Short texts grow most: a button of German takes half as much again as that of English. */
const growth = [
  { upTo: 12, by: 0.6 },
  { upTo: 40, by: 0.45 },
  { upTo: Infinity, by: 0.35 },
] as const;

export function pseudo(text: string): string {
  const parts = text.split(value);
  const spoken = parts.filter((_, place) => place % 2 === 0).join('').length;
  const { by } = growth.find(({ upTo }) => spoken <= upTo) ?? growth[0];
  const more = filler.repeat(Math.ceil((spoken * by) / filler.length)).slice(0, Math.ceil(spoken * by));
  const accented = parts.map((part, place) =>
    place % 2 === 0 ? part.replace(/[aceinou]/g, (letter) => accents[letter] ?? letter) : part,
  );
  return `[${accented.join('')}${more}]`;
}

const pseudoTree = (tree: Tree): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, texts]) => [key, typeof texts === 'string' ? pseudo(texts) : pseudoTree(texts)]),
  );

/** The script that brings a file of English words, brought in the pseudo-language; nothing for any other script. */
export async function pseudoScript(script: string, english: ReadonlySet<string>): Promise<string | undefined> {
  if (!/^(?:var|let|const) \w+=\{[^]*\};?export\s?\{\w+ as default\};?\s*$/.test(script)) return undefined;
  const { default: texts } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as { default: Tree };
  return english.has(JSON.stringify(texts)) ? `export default ${JSON.stringify(pseudoTree(texts))};` : undefined;
}
