import { createHash } from 'node:crypto';
import type { Code } from '@assay/contract/vocabulary/codes.ts';
import { repeatWindowMs } from '@assay/contract/vocabulary/limits.ts';
import type { Database, Transaction } from './database.ts';
import { Refusal, isRefusal, refuse } from './refusal.ts';

type Stored = { result: unknown } | { refusal: { code: Code; fields: Record<string, Code> } };

/** JSON with sorted keys: the same request in another field order is the same request. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`);
    return `{${parts.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

export interface Repeatable {
  /** User, book and path: the same key of another user, account or call is another key. */
  readonly scope: string;
  /** The caller's own key; without one, the identical body within three seconds is refused. */
  readonly key: string | undefined;
  readonly input: unknown;
}

/**
 * Runs `work` in one transaction, at most once per key. A repeat gets the stored first answer, refusals included; a
 * concurrent repeat waits for the first, because both insert the same row. Another body under the same key, or the
 * same body without a key within three seconds, is refused with 30000. A throw (our mistake) stores nothing.
 */
export async function once<T>(
  db: Database,
  { scope, key, input }: Repeatable,
  work: (tx: Transaction) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const bodyHash = createHash('sha256').update(canonical(input)).digest();
  const row: Row = { scope, key: key === undefined ? `body:${bodyHash.toString('hex')}` : `key:${key}`, bodyHash };
  // Boxed, because the record of a refusal must be committed, and a bare refusal would roll back.
  const { answer } = await db.transact(async (tx) => {
    if (!(await claim(tx, row, key === undefined)))
      return { answer: key === undefined ? refuse('30000') : await firstAnswer<T>(tx, row) };
    const first = await tx.attempt(() => work(tx));
    const stored: Stored = isRefusal(first)
      ? { refusal: { code: first.code, fields: { ...first.fields } } }
      : { result: first };
    await tx.query('update idempotency set answer = $3 where scope = $1 and key = $2', [
      row.scope,
      row.key,
      JSON.stringify(stored),
    ]);
    return { answer: first };
  });
  return answer;
}

interface Row {
  readonly scope: string;
  readonly key: string;
  readonly bodyHash: Buffer;
}

/** Inserts the row, waiting for whoever inserts the same; without a key an old row is taken over. */
async function claim(tx: Transaction, { scope, key, bodyHash }: Row, expires: boolean): Promise<boolean> {
  const claimed = await tx.query(
    `insert into idempotency as i (scope, key, body_hash) values ($1, $2, $3)
     on conflict (scope, key) do update set created_at = clock_timestamp(), answer = null
       where $4 and i.created_at < clock_timestamp() - make_interval(secs => $5)
     returning 1 as claimed`,
    [scope, key, bodyHash, expires, repeatWindowMs / 1000],
  );
  return claimed.length > 0;
}

async function firstAnswer<T>(tx: Transaction, { scope, key, bodyHash }: Row): Promise<T | Refusal> {
  const [row] = await tx.query<{ body_hash: Buffer; answer: Stored | null }>(
    'select body_hash, answer from idempotency where scope = $1 and key = $2',
    [scope, key],
  );
  if (!row?.answer || !row.body_hash.equals(bodyHash)) return refuse('30000');
  if ('refusal' in row.answer) return new Refusal(row.answer.refusal.code, row.answer.refusal.fields, null);
  // It was the answer of this very call, so it has its type.
  return row.answer.result as T;
}
