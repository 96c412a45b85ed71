import { assetClasses } from '@assay/contract/vocabulary/markets.ts';

/** Codes and classes as they are typed: apart by commas or spaces, codes in any letters. */
export function subjectsOf(typed: string): string[] {
  const words = typed.split(/[\s,，、]+/).filter((word) => word !== '');
  return words.map((word) => (classes.has(word.toLowerCase()) ? word.toLowerCase() : word.toUpperCase()));
}

const classes: ReadonlySet<string> = new Set<string>(assetClasses);
