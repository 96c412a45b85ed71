import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { heldKinds, protectedKinds, unlockedKinds } from '@assay/domain/ledger/accounts.ts';
import { reasons } from '@assay/domain/ledger/recipes/recipe.ts';
import { expect, it } from 'vitest';

// Operators read words, not the codes of the books: what the server can write down has words in both of their languages.

const root = join(import.meta.dirname, '../src');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(root, path), 'utf8'));

/** The texts of a catalogue of the console by their path. */
function wordsOf(language: string, file: string): Map<string, string> {
  const path = join(import.meta.dirname, `../../console/src/locales/${language}/${file}.json`);
  const flat = (value: unknown, at: string): [string, string][] =>
    typeof value === 'string'
      ? [[at, value]]
      : Object.entries(value as object).flatMap(([key, inner]) => flat(inner, at === '' ? key : `${at}.${key}`));
  return new Map(flat(JSON.parse(readFileSync(path, 'utf8')), ''));
}

function found(pattern: RegExp): string[] {
  return [...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, code = '']) => code)))].toSorted();
}

/** The statuses of the codes that end in one. */
const decisions: Readonly<Record<string, readonly string[]>> = {
  deposit: ['approved', 'completed', 'rejected', 'failed'],
  withdrawal: ['approved', 'completed', 'rejected', 'failed'],
  kyc: ['verified', 'failed'],
  proposal: ['approved', 'rejected', 'withdrawn', 'failed'],
};

it.each(['zh', 'en'])('every reason and account of the books has words (%s)', (language) => {
  const words = wordsOf(language, 'names');
  const accounts = ['available', ...heldKinds, 'loan', ...protectedKinds, ...unlockedKinds];
  const codes = [...reasons.map((reason) => `reason.${reason}`), ...accounts.map((kind) => `account.${kind}`)];
  expect(codes.filter((code) => !words.has(code))).toEqual([]);
});

it.each(['zh', 'en'])('every action that is written to the audit log has words (%s)', (language) => {
  const words = wordsOf(language, 'names');
  // As they are in entries, and as they are passed to the writer of the entry.
  const whole = [
    ...found(/\baction: '([a-z]+\.[a-zA-Z]+)'/g),
    ...found(/\b(?:about\(id|logged\(audit), '([a-z]+\.[a-zA-Z]+)'/g),
    ...found(/'(session\.[a-zA-Z]+|operator\.enrolled|options\.[a-zA-Z]+)'/g),
  ];
  expect(whole.length).toBeGreaterThan(40);
  const composed = found(/\baction: `([a-z]+)\.\$\{/g);
  const codes = [...whole, ...composed.flatMap((thing) => (decisions[thing] ?? ['?']).map((end) => `${thing}.${end}`))];
  expect(codes.filter((code) => !words.has(`action.${code}`))).toEqual([]);
});

it.each(['zh', 'en'])('everything that an entry or a proposal can be about has words (%s)', (language) => {
  const words = wordsOf(language, 'names');
  const kinds = found(/\bsubject: `([a-zA-Z.]+):/g);
  expect(kinds.length).toBeGreaterThan(15);
  expect(kinds.filter((kind) => !words.has(`subject.${kind}`))).toEqual([]);
});

it.each(['zh', 'en'])('every act that needs a second person has words (%s)', (language) => {
  const words = wordsOf(language, 'proposals');
  const kinds = found(/\b(?:kind: |knowAccess\(desk, |const (?:act|kind) = )'([a-z]+\.[a-zA-Z]+)'/g);
  expect(kinds.length).toBeGreaterThan(15);
  expect(kinds.filter((kind) => !words.has(`kind.${kind}`))).toEqual([]);
});
