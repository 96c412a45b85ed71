import { cutNote } from '@assay/contract/vocabulary/operators.ts';

const [before = '', after = ''] = cutNote('\u0000').split('\u0000');

/** A file that ends with the note of a cut, without it, and where the rest begins. */
export function cutOff(text: string): { readonly lines: string; readonly next: string | null } {
  const end = text.trimEnd().lastIndexOf('\n') + 1;
  const last = text.slice(end).trim().replace(/^"|"$/g, '');
  if (!last.startsWith(before) || !last.endsWith(after)) return { lines: text, next: null };
  return { lines: text.slice(0, end), next: last.slice(before.length, last.length - after.length) };
}
