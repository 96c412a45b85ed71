import { type Language, localeTags } from '@assay/contract/vocabulary/languages.ts';

const formats = new Map<Language, Intl.NumberFormat>();

/** A figure in the language's way, to its last digit. */
export function figureIn(language: Language, text: string): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(localeTags[language], { maximumFractionDigits: 18 });
  formats.set(language, format);
  return format.format(text as Intl.StringNumericLiteral);
}
