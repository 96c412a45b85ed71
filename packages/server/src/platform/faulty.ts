import { type Code, isCode } from '@assay/contract/vocabulary/code-statuses.ts';
import { aboveZero, decimal } from '@assay/contract/vocabulary/units.ts';
import type { ZodError } from 'zod';
import { type Refusal, refuse } from './refusal.ts';

/**
 * What is wrong with an entry, by field. Where every fault has a code of its own (left empty, out of range, mistyped) the
 * refusal is the first of them in the form's order; anything that no form would send (unknown field, other type, number out of
 * notation) makes the whole entry malformed.
 */
export function faulty(error: ZodError, sent: unknown): Refusal {
  const fields: Record<string, Code> = {};
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '')];
    for (const name of names) fields[name.slice(0, 64)] ??= isCode(issue.message) ? issue.message : '400';
  }
  // The schema is walked in its own order, not in that of the entry.
  const [first] = Object.values(fields);
  return refuse(first === undefined || error.issues.some((issue) => isMalformed(issue, sent)) ? '400' : first, fields);
}

function isMalformed(issue: ZodError['issues'][number], sent: unknown): boolean {
  if (!isCode(issue.message)) return true;
  const given = issue.path.reduce((at: unknown, key) => Reflect.get(Object(at), key), sent);
  // Of a number that is not whole zod says that its type is another; what is not there was left empty.
  if (issue.code === 'invalid_type') return issue.expected !== 'int' && given !== undefined;
  // Nought and nothing are amounts that are wrong, and no faults of notation.
  const ofNumber = issue.code === 'invalid_format' && issue.pattern === String(aboveZero);
  return ofNumber && given !== '' && !decimal.safeParse(given).success;
}

/** Refuses what no form sends and no database keeps: a text with a character of nought in it. */
export function unstorable(entry: Readonly<Record<string, unknown>>): Refusal | undefined {
  const fields = Object.entries(entry).filter(([, value]) => holdsNought(value));
  return fields.length === 0 ? undefined : refuse('400', Object.fromEntries(fields.map(([name]) => [name, '400' as const])));
}

const holdsNought = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsNought);
