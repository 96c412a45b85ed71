import { useCallback } from 'react';
import { useTranslate } from 'react-admin';
import type { Words } from './words.ts';

type Groups = Words extends infer K
  ? K extends `${infer A}.${infer B}`
    ? B extends `${infer C}.${string}`
      ? `${A}.${C}`
      : A
    : never
  : never;

/** The word for a code of a closed list that grows with the product; one that has no word yet shows itself. */
export function useNames(): (group: Groups, code: string) => string {
  const translate = useTranslate();
  return useCallback((group, code) => translate(`${group}.${code}`, { _: code }), [translate]);
}
