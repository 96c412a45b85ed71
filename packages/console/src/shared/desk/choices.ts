import type { Choice } from './act-field.tsx';

/** Values of a closed list with their words. */
export function choices<T extends string>(values: readonly T[], word: (value: T) => string): Choice[] {
  return values.map((value) => ({ value, label: word(value) }));
}
