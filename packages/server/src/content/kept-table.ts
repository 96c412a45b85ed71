import type words from '@assay/contract/locales/en/kept.json';
import { keptGroups, keptOnSite } from '@assay/contract/vocabulary/kept.ts';
import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';

type Words = typeof words;

const wordsOf = new Map(
  await Promise.all(
    languages.map(async (language) => {
      const text = (await import(`@assay/contract/locales/${language}/kept.json`, { with: { type: 'json' } })) as {
        default: Words;
      };
      return [language, text.default] as const;
    }),
  ),
);

/** All that the site keeps in a browser, as a table in Markdown. */
export function keptTable(language: Language): string {
  const words = wordsOf.get(language);
  if (words === undefined) throw new Error(`nothing is written in ${language}`);
  const { column, holds, until } = words;
  const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = keptGroups.map((group) => {
    const names = keptOnSite[group].names.map((name) => `\`${name}\``).join(' ');
    return row(names, holds[group], until[keptOnSite[group].until]);
  });
  return [row(column.name, column.holds, column.place), row('---', '---', '---'), ...rows].join('\n');
}
