import type reports from '@assay/contract/locales/en/reports.json';
import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';

/** The words of reports and statements, in one language. */
export type ReportWords = typeof reports;

const texts = new Map<Language, ReportWords>(
  await Promise.all(
    languages.map(async (language) => {
      const text = (await import(`@assay/contract/locales/${language}/reports.json`, { with: { type: 'json' } })) as {
        default: ReportWords;
      };
      return [language, text.default] as const;
    }),
  ),
);

export function wordsOf(language: Language): ReportWords {
  const words = texts.get(language);
  if (words === undefined) throw new Error(`there are no words of reports in ${language}`);
  return words;
}

/** A sentence with its values; each stays as it is in a sentence of the other direction. */
export function filled(text: string, values: Readonly<Record<string, string>>, around = (value: string) => value): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => around(values[name] ?? ''));
}
