import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Queryable } from '../../platform/database.ts';

export const checks = [
  'zeroSum',
  'balance',
  'negative',
  'crossing',
  'complete',
  'chain',
  'checkpoint',
  'close',
  'dayResult',
  'held',
  'agreed',
] as const;

/** Something that the books and the rules do not agree on. There is no harmless one. */
export interface Finding {
  readonly check: (typeof checks)[number];
  readonly book: Book | null;
  /** The account, transaction or thing it is about. */
  readonly about: string;
  readonly detail: string;
}

/** Findings that one check lists at most: the first hundred say enough. */
const findingsMax = 100;

export async function find(
  tx: Queryable,
  check: Finding['check'],
  sql: string,
  values: readonly unknown[] = [],
): Promise<Finding[]> {
  const rows = await tx.query<{ book: Book | null; about: string; detail: string }>(
    `select book, about, detail from (${sql}) found order by book, about limit ${findingsMax}`,
    values,
  );
  return rows.map((row) => ({ check, ...row }));
}

export const nameOf = (alias: string) => `concat_ws(' ', ${alias}.owner, ${alias}.asset, ${alias}.kind)`;

/** Transactions after the first and up to the last number of it. */
export interface Span {
  readonly after: number;
  readonly through: number;
}

/** Higher than any number of a transaction. */
export const noEnd = Number.MAX_SAFE_INTEGER;
