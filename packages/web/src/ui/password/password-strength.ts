import { isNewPassword } from '@assay/contract/vocabulary/credentials.ts';

export type Strength = 'weak' | 'fair' | 'good' | 'strong';

/**
 * Rates a password by its guessing space: length times the logarithm of the kinds of characters in it, where a character
 * that was there before counts half. What the contract refuses is weak whatever its size.
 */
export function strengthOf(password: string): Strength {
  if (!isNewPassword(password)) return 'weak';
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password)).length;
  const characters = Array.from(password);
  const distinct = new Set(characters).size;
  const bits = (distinct + (characters.length - distinct) / 2) * Math.log2(kinds * 24);
  return bits < 45 ? 'fair' : bits < 70 ? 'good' : 'strong';
}
