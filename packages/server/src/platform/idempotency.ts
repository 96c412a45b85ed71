import { hash } from 'node:crypto';
import { type Code, codeStatuses } from '@assay/contract/vocabulary/code-statuses.ts';
import { repeatWindowMs } from '@assay/contract/vocabulary/limits.ts';
import type { Database, Queryable, Transaction } from './database.ts';
import { Refusal, isRefusal, notKnown, refuse } from './refusal.ts';
import { CommitInDoubt, ConnectionLost } from './statements/lost-connection.ts';

/**
 * What is found committed may be on this server alone: it was started anew, or a connection was ended, while a commit waited for a
 * standby. What is committed after it is on a second server only together with it, so this goes before an answer that was found. It
 * writes a few bytes to the log of the database, and nothing else.
 */
export const confirming = ["select pg_logical_emit_message(true, $1, '')", ['assay']] as const;

/** How an answer is kept. */
export type Stored = { result: unknown } | { refusal: Pick<Refusal, 'code' | 'fields' | 'values'> };

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

/** The same for the same request, whatever the order of its fields. */
export function bodyHashOf(input: unknown): Buffer {
  return hash('sha256', canonical(input), 'buffer');
}

/** The name under which a call is kept: the caller's own key, or its body. */
export function keyOf(key: string | undefined, bodyHash: Buffer): string {
  return key === undefined ? `body:${bodyHash.toString('hex')}` : `key:${key}`;
}

export interface Repeatable {
  /** User, book and path: the same key of another user, account or call is another key. */
  readonly scope: string;
  /** The caller's own key; without one, the identical body within three seconds is refused. */
  readonly key: string | undefined;
  readonly input: unknown;
  /** It arrived after its caller's deadline: a stored answer is returned, nothing is started. */
  readonly late?: boolean;
}

/** Tolerance for clock differences, where an answer's age decides which call it belongs to. */
export const clockMsMax = 1000;

/** Nothing was done in time, and nothing will be. */
const neverExecuted: Code = '11152';

/**
 * Runs `work` in one transaction, with an effect at most once per key: it must have none outside of the transaction, since a
 * repeat's is undone. A repeat gets the stored first answer, refusals included; a concurrent repeat waits for the first,
 * because both insert the same row. Another body under the same key, or the same body without a key within three seconds, is
 * refused with 30000. A throw (our mistake) stores nothing; a connection that is lost at the commit is answered by what was
 * written, or with 11150. What comes too late is looked up, and closed with 11152 where there is no answer: an earlier try that
 * is still on its way finds that then.
 */
export async function idempotently<T>(
  db: Database,
  { scope, key, input, late = false }: Repeatable,
  work: (tx: Transaction) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const bodyHash = bodyHashOf(input);
  const row: Row = { scope, key: keyOf(key, bodyHash), bodyHash };
  if (late) return key === undefined ? refuse(neverExecuted) : orNotKnown(storeRefusal<T>(db, row, refuse(neverExecuted)));
  const notFirst = refuse('30000');
  let begunAt = 0;
  const performed = db.transact(async (tx) => {
    begunAt = performance.now();
    // Both are sent together, the claim first: a concurrent repeat waits there until the first call has ended. It learns that it is
    // a repeat only after its own work has run; its transaction is then rolled back, whatever the work answered.
    const [claimed, worked] = await Promise.allSettled([claim(tx, row, key === undefined), work(tx)]);
    if (claimed.status === 'rejected') throw claimed.reason;
    if (!claimed.value) return notFirst;
    if (worked.status === 'rejected') throw worked.reason;
    const answer = worked.value;
    // Rolls back, and the claim with it; the next caller waiting for this row proceeds as the first.
    if (isRefusal(answer)) return answer;
    const stored: Stored = { result: answer };
    tx.withCommit('update idempotency set answer = $3 where scope = $1 and key = $2', [
      row.scope,
      row.key,
      JSON.stringify(stored),
    ]);
    return { answer };
  });
  const outcome = await performed.catch((error: unknown) => {
    if (!(error instanceof CommitInDoubt)) throw error;
    return lookUp<T>(db, row, (ageMs) => key !== undefined || ageMs <= performance.now() - begunAt + clockMsMax);
  });
  if (!isRefusal(outcome)) return outcome.answer;
  if (outcome === notFirst) return key === undefined ? outcome : orNotKnown(firstAnswer<T>(db, row));
  // Without a key there is nothing to repeat: nothing has moved, so the caller may try again at once. Nor is it an answer
  // that the caller is to come back later.
  return key === undefined || comeBackLater(outcome.code) ? outcome : orNotKnown(storeRefusal<T>(db, row, outcome));
}

/** Another call under the same key may have done something, and its answer could not be read. */
function orNotKnown<T>(asked: Promise<T | Refusal>): Promise<T | Refusal> {
  return asked.catch((error: unknown) => {
    if (error instanceof ConnectionLost) return notKnown();
    throw error;
  });
}

/**
 * The connection was lost at the commit: the answer where it was written, and else that what was done is not known yet. Without
 * a key the answer of an earlier call with the same body may be stored there.
 */
async function lookUp<T>(db: Database, row: Row, isOurs: (ageMs: number) => boolean): Promise<{ answer: T } | Refusal> {
  const answer = await firstAnswer<T>(db, row, isOurs).catch(notKnown);
  // Without an answer the commit may still be under way.
  return isRefusal(answer) ? notKnown() : { answer };
}

/** Nothing will ever be done under this key. The client that closed it need not know the request's body. */
export function isClosed(answer: Stored): boolean {
  return 'refusal' in answer && answer.refusal.code === neverExecuted;
}

/** A caller that is refused now may be accepted later: a session that has ended is begun anew, a frozen account is freed. */
const ofTheMoment: readonly Code[] = ['10015', '11410', '429', '401', '10008'];

/** Not a final answer, but a temporary one: the caller should retry; a suspended market opens again. */
export function comeBackLater(code: Code): boolean {
  return ofTheMoment.includes(code) || codeStatuses[code] >= 500;
}

/** A refusal is an answer too. Where another process has answered the same call meanwhile, that one is the first answer. */
async function storeRefusal<T>(db: Database, row: Row, { code, fields, values }: Refusal): Promise<T | Refusal> {
  const stored: Stored = { refusal: { code, fields, values } };
  const written = await db.query(
    'insert into idempotency (scope, key, body_hash, answer) values ($1, $2, $3, $4) on conflict (scope, key) do nothing returning 1 as written',
    [row.scope, row.key, row.bodyHash, JSON.stringify(stored)],
  );
  return written.length > 0 ? new Refusal(code, fields, values, null) : firstAnswer<T>(db, row);
}

interface Row {
  readonly scope: string;
  readonly key: string;
  readonly bodyHash: Buffer;
}

/** Inserts the row, waiting for a concurrent insert of the same; without a key an old row is taken over. */
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

export function storedRefusal({ code, fields, values }: Pick<Refusal, 'code' | 'fields' | 'values'>): Refusal {
  return new Refusal(code, fields, values, null);
}

async function firstAnswer<T>(
  db: Queryable,
  { scope, key, bodyHash }: Row,
  isOurs: (ageMs: number) => boolean = () => true,
): Promise<T | Refusal> {
  const [row] = await db.query<{ body_hash: Buffer; answer: Stored | null; age: number }>(
    `select body_hash, answer, (extract(epoch from clock_timestamp() - created_at) * 1000)::bigint as age
     from idempotency where scope = $1 and key = $2`,
    [scope, key],
  );
  if (!row?.answer || !isOurs(row.age)) return refuse('30000');
  await db.query(...confirming);
  if (!isClosed(row.answer) && !row.body_hash.equals(bodyHash)) return refuse('30000');
  if ('refusal' in row.answer) return storedRefusal(row.answer.refusal);
  // It was the answer of this very call, so it has its type.
  return row.answer.result as T;
}

/** What became of a call: its answer, `working` while there is none, or `never`. */
export type Outcome =
  | { state: 'done'; result: unknown }
  | { state: 'refused'; refusal: Refusal }
  | { state: 'working' | 'never' };

/**
 * What became of the call under a key. `closed` says that its caller no longer wants it: where nothing has come of it yet the
 * key is closed, so that `never` stays true whatever is still on its way.
 */
export async function outcomeOf(db: Database, scope: string, key: string, closed: boolean): Promise<Outcome> {
  const row: Row = { scope, key: `key:${key}`, bodyHash: Buffer.alloc(0) };
  // Waits for the transaction that works on it.
  if (closed) await storeRefusal(db, row, refuse(neverExecuted));
  const [found] = await db.query<{ answer: Stored | null }>('select answer from idempotency where scope = $1 and key = $2', [
    row.scope,
    row.key,
  ]);
  if (!found?.answer) return { state: 'working' };
  await db.query(...confirming);
  if ('result' in found.answer) return { state: 'done', result: found.answer.result };
  return isClosed(found.answer) ? { state: 'never' } : { state: 'refused', refusal: storedRefusal(found.answer.refusal) };
}
