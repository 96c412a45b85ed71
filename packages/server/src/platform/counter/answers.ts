import { setTimeout as pause } from 'node:timers/promises';
import { repeatWindowMs } from '@assay/contract/vocabulary/limits.ts';
import type { Logger } from 'pino';
import type { Database, Queryable, Transaction } from '../database.ts';
import { type Stored, clockMsMax, comeBackLater, confirming, isClosed, storedRefusal } from '../idempotency.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Call } from './command.ts';

/** How long the outcome of a commit in doubt is queried before the caller is answered so. */
const doubtMsMax = 4000;
const doubtPauseMs = 200;

/** What a call was answered before; `undefined` where it may go on. */
export type Answered = (call: Call) => { readonly answer: unknown } | undefined;

interface Row {
  readonly scope: string;
  readonly key: string;
  readonly bodyHash: Buffer;
  readonly answer: Stored | null;
  readonly ageMs: number;
}

/** The name under which a call is stored. */
export const nameOf = ({ scope, key }: Pick<Call, 'scope' | 'key'>): string => `${scope}|${key}`;

/** The order in which keys are inserted everywhere: otherwise writers and readers of answers could deadlock. */
const byName = (a: Call, b: Call) => (nameOf(a) < nameOf(b) ? -1 : 1);

async function readRows(db: Queryable, calls: readonly Call[]): Promise<(call: Call) => Row | undefined> {
  const rows = await db.query<Row>(
    `select i.scope, i.key, i.body_hash as "bodyHash", i.answer,
       (extract(epoch from clock_timestamp() - i.created_at) * 1000)::bigint as "ageMs"
     from unnest($1::text[], $2::text[]) c (scope, key) join idempotency i on i.scope = c.scope and i.key = c.key`,
    [calls.map(({ scope }) => scope), calls.map(({ key }) => key)],
  );
  const known = new Map(rows.map((row) => [nameOf(row), row]));
  return (call) => known.get(nameOf(call));
}

/** Reads which of the calls are repeats. To be sent after the locks: their last holder may just have answered one. */
export async function readAnswers(db: Queryable, calls: readonly Call[]): Promise<Answered> {
  if (calls.length === 0) return () => undefined;
  const known = await readRows(db, calls);
  return (call) => {
    const row = known(call);
    if (row === undefined || (!call.keyed && row.ageMs > repeatWindowMs)) return undefined;
    return { answer: call.keyed || isShut(row) ? answerTo(call, row) : refuse('30000') };
  };
}

/**
 * Reads the answers of exactly these calls. A call without a key may find an older answer under its name, of an earlier call
 * with the same body: `sinceMs` is how long ago the calls were known to be unanswered.
 */
async function readOwnAnswers(db: Queryable, calls: readonly Call[], sinceMs: () => number): Promise<Answered> {
  const known = await readRows(db, calls);
  const ageMsMax = sinceMs() + clockMsMax;
  return (call) => {
    const row = known(call);
    if (row === undefined || (!call.keyed && row.ageMs > ageMsMax)) return undefined;
    return { answer: answerTo(call, row) };
  };
}

const isShut = ({ answer }: Row) => answer !== null && isClosed(answer);

const answerTo = ({ bodyHash }: Call, row: Row) =>
  isShut(row) || row.bodyHash.equals(bodyHash) ? answerOf(row) : refuse('30000');

function answerOf({ answer }: Row): unknown {
  if (answer === null) return refuse('30000');
  return 'refusal' in answer ? storedRefusal(answer.refusal) : answer.result;
}

/**
 * Whether an answer is kept for repeats. Without a key a refusal is not: nothing has moved, so the caller may try again at
 * once. Nor is one that says to come back later.
 */
export function isKept(call: Call, answer: unknown): boolean {
  return !(answer instanceof Refusal) || (call.keyed && !comeBackLater(answer.code));
}

function storedOf(answer: unknown): Stored {
  if (!(answer instanceof Refusal)) return { result: answer };
  const { code, fields, values } = answer;
  return { refusal: { code, fields, values } };
}

/** Stores answers with the transaction. A call that another process answered meanwhile fails it with `AC001`. */
export function keepAnswers(tx: Transaction, answers: readonly { readonly call: Call; readonly answer: unknown }[]): void {
  if (answers.length === 0) return;
  const sorted = answers.toSorted((a, b) => byName(a.call, b.call));
  tx.withCommit('select keep_answers($1, $2, $3, $4, $5)', [
    sorted.map(({ call }) => call.scope),
    sorted.map(({ call }) => call.key),
    sorted.map(({ call }) => call.bodyHash),
    sorted.map(({ answer }) => JSON.stringify(storedOf(answer))),
    repeatWindowMs,
  ]);
}

/**
 * Determines the outcome of calls whose commit is in doubt: its backend may still be running, so that an absent answer proves
 * nothing. Inserting the key itself waits for that. Where it succeeds nothing has happened, and the call may run again.
 */
async function settleDoubt({ db, elapsed, readAt }: Asking, calls: readonly Call[], msMax: number): Promise<Answered> {
  const free = refuse('503');
  const sorted = calls.toSorted(byName);
  const probe = await db.transact(
    async (tx) => {
      await tx.query(
        `insert into idempotency (scope, key, body_hash) select * from unnest($1::text[], $2::text[], $3::bytea[])
         on conflict do nothing`,
        [sorted.map(({ scope }) => scope), sorted.map(({ key }) => key), sorted.map(({ bodyHash }) => bodyHash)],
      );
      // What was inserted was only asked; it is rolled back.
      return free;
    },
    { statement_timeout: String(Math.max(1, Math.ceil(msMax))) },
  );
  if (probe !== free) throw new Error('a probe was not rolled back');
  const answered = await readOwnAnswers(db, calls, () => elapsed() - readAt);
  await db.query(...confirming);
  return answered;
}

export interface Asking {
  readonly db: Database;
  readonly log: Logger;
  readonly elapsed: () => number;
  /** When the calls were known to be unanswered, by `elapsed`. */
  readonly readAt: number;
}

/** Retries `settleDoubt` until there is an answer; undefined when the database can't be reached in time. */
export async function askForAnswers(asking: Asking, calls: readonly Call[]): Promise<Answered | undefined> {
  const late = Promise.withResolvers<undefined>();
  // A process that was asked may be silent for longer than that.
  const timer = setTimeout(() => late.resolve(undefined), doubtMsMax);
  const answered = await Promise.race([askInTime(asking, calls), late.promise]);
  clearTimeout(timer);
  if (answered === undefined) asking.log.error({ calls: calls.length }, 'it is not known what became of calls');
  return answered;
}

async function askInTime(asking: Asking, calls: readonly Call[]): Promise<Answered | undefined> {
  const { log, elapsed } = asking;
  const until = elapsed() + doubtMsMax;
  for (;;) {
    try {
      return await settleDoubt(asking, calls, until - elapsed());
    } catch (error) {
      log.warn({ err: error, calls: calls.length }, 'it can not be asked what became of calls');
      if (elapsed() > until) return undefined;
      await pause(doubtPauseMs);
    }
  }
}
