import type { Choice } from './act-field.tsx';

/** Values of a closed list with their words. */
export function choices<T extends string>(
  values: readonly T[],
  word: (value: T) => string,
  countOf: (value: T) => number | undefined = () => undefined,
): Choice[] {
  return values.map((value) => ({ value, label: word(value), count: countOf(value) }));
}
