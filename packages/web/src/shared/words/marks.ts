/** Marks between words by the first letters of a language's tag; elsewhere they are those of English. */
const commas: Readonly<Record<string, string>> = { zh: '，', ja: '、', ar: '، ' };
const colons: Readonly<Record<string, string>> = { zh: '：', ja: '：', fr: '\u00a0: ' };

/** Between the parts of a sentence, in the language of this tag. */
export const commaOf = (tag: string): string => commas[tag.slice(0, 2)] ?? ', ';

/** Between a name and what it names. */
export const colonOf = (tag: string): string => colons[tag.slice(0, 2)] ?? ': ';
