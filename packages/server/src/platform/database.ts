import pg from 'pg';
import type { Logger } from 'pino';
import { isRefusal } from './refusal.ts';
import { Batch, type Done } from './statements/batch.ts';

/** Anything that runs SQL: the database itself (own connection, own commit) or an open transaction. */
export interface Queryable {
  /** Runs one parametrised statement and answers its rows. The row type is held by the stories on a real database. */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /** Runs once the transaction is durable; never when it rolls back. */
  afterCommit(action: () => void): void;
  /**
   * A statement that nobody waits for: it travels together with the commit, and its failure fails that. `then` gets its rows
   * once they are durable.
   */
  last<Row extends object>(sql: string, values: readonly unknown[], then?: (rows: Row[]) => void): void;
}

/** Settings of the database by name. */
export type Settings = Readonly<Record<string, string>>;

export interface Database extends Queryable {
  /**
   * One transaction. A refusal as the answer, or a throw, rolls everything back. `settings` (values by name) are its own, and
   * travel with its beginning.
   */
  transact<T>(work: (tx: Transaction) => Promise<T>, settings?: Settings): Promise<T>;
  /** A connection for something that lasts, such as a leader's lock. The caller releases it. */
  connect(): Promise<pg.PoolClient>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const int8 = 20;
const numeric = 1700;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`int8 beyond the safe integers: ${text}`);
  return value;
}

/** int8 becomes a number (ids, ticks, milliseconds), numeric a bigint (every numeric column holds smallest units). */
function parserOf(type: number): (text: string) => unknown {
  if (type === int8) return parseInt8;
  if (type === numeric) return (text) => BigInt(text);
  return pg.types.getTypeParser(type, 'text') as (text: string) => unknown;
}

/** Set per pool: the job library shares this process and has its own idea of types. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary'): unknown =>
    format === 'binary' ? pg.types.getTypeParser(type, format) : parserOf(type)) as pg.CustomTypesConfig['getTypeParser'],
};

/** Without parameters it may be several statements, which can't be prepared. */
async function runScript<Row extends object>(client: pg.Pool | pg.PoolClient, sql: string): Promise<Row[]> {
  return (await client.query<Row>(sql)).rows;
}

const traced = new WeakSet<Error>();

/** An error tells who sent the statement that failed, not from which socket that was heard. */
async function rowsOf<Row extends object>(sent: Promise<Done>): Promise<Row[]> {
  try {
    return (await sent).rows as Row[];
  } catch (error) {
    // Those that were sent after it fail with the same error.
    if (error instanceof Error && !traced.has(error)) {
      traced.add(error);
      Error.captureStackTrace(error);
    }
    throw error;
  }
}

class OpenTransaction implements Transaction {
  readonly #client: pg.PoolClient;
  readonly #last: Promise<unknown>[] = [];
  readonly after: (() => void)[] = [];
  #batch: Batch | undefined;
  #ended = false;
  #failure: unknown;

  constructor(client: pg.PoolClient, settings: Settings) {
    this.#client = client;
    // What begins a transaction travels with its first statements, and fails them where it fails itself.
    this.#send('begin').catch(() => undefined);
    const set = Object.entries(settings);
    if (set.length === 0) return;
    const each = set.map((_, place) => `set_config($${2 * place + 1}, $${2 * place + 2}, true)`);
    this.#send(`select ${each.join(', ')}`, set.flat()).catch(() => undefined);
  }

  async query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (values.length > 0) return rowsOf(this.#send(sql, values));
    this.#mustBeOpen();
    this.#submit();
    return runScript<Row>(this.#client, sql).catch((error: unknown) => Promise.reject(this.#causeOf(error)));
  }

  last<Row extends object>(sql: string, values: readonly unknown[], then?: (rows: Row[]) => void): void {
    const sent = this.#send(sql, values);
    sent.catch(() => undefined);
    this.#last.push(then === undefined ? sent : sent.then(({ rows }) => this.afterCommit(() => then(rows as Row[]))));
  }

  afterCommit(action: () => void): void {
    this.after.push(action);
  }

  async commit(): Promise<void> {
    const sent = this.#send('commit');
    this.#ended = true;
    const { command } = await sent;
    // Done is done: what can't be read of an answer is told by whoever reads it, and fails no commit.
    await Promise.allSettled(this.#last);
    // A transaction that a failed statement has ended answers a commit with a rollback, and no error.
    if (command !== 'COMMIT') throw new Error(`a commit was answered with ${command}`);
  }

  async rollback(): Promise<void> {
    await Promise.allSettled(this.#last);
    this.after.length = 0;
    this.#ended = false;
    const sent = this.#send('rollback');
    this.#ended = true;
    await sent;
  }

  /** After a failure the database says of whatever comes next that the transaction has failed: what counts is why. */
  #causeOf(error: unknown): unknown {
    const isEcho = error instanceof pg.DatabaseError && error.code === '25P02' && this.#failure !== undefined;
    if (!isEcho) this.#failure = error;
    return this.#failure;
  }

  /** The connection is somebody else's by now. */
  #mustBeOpen(): void {
    if (this.#ended) throw new Error('the transaction has ended');
  }

  /** Sent with whatever else is, before the running code pauses: a message costs more than what is in it. */
  #send(sql: string, values: readonly unknown[] = []): Promise<Done> {
    this.#mustBeOpen();
    if (this.#batch === undefined) {
      this.#batch = new Batch(parserOf, (error) => this.#causeOf(error));
      process.nextTick(() => this.#submit());
    }
    return this.#batch.add(sql, values);
  }

  #submit(): void {
    if (this.#batch !== undefined) this.#client.query(this.#batch);
    this.#batch = undefined;
  }
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly log: Logger;
  /** A role with fewer rights that every connection takes on. */
  readonly role?: string | undefined;
  /** Whoever waits longer than this for a connection fails: when the database stands still, waiting must not pile up. */
  readonly waitMsMax?: number;
}

export function connectDatabase({ url, poolSize, log, role, waitMsMax = 30_000 }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    // Statements are sent without waiting for the answers to those before them.
    pipeline: true,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitMsMax,
    statement_timeout: 30_000,
    application_name: 'assay',
    ...(role !== undefined && { options: `-c role=${role}` }),
  });
  // Without a listener a database restart would end the process: idle clients report their broken connection here.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection broke'));
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ reason: error.message }, 'a database connection broke'));
  });

  async function query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (values.length === 0) return runScript<Row>(pool, sql);
    const client = await pool.connect();
    try {
      const batch = new Batch(parserOf);
      const done = batch.add(sql, values);
      client.query(batch);
      return await rowsOf(done);
    } finally {
      client.release();
    }
  }

  async function transact<T>(work: (tx: Transaction) => Promise<T>, settings: Settings = {}): Promise<T> {
    const client = await pool.connect();
    const tx = new OpenTransaction(client, settings);
    let broken: Error | undefined;
    try {
      const result = await work(tx);
      await (isRefusal(result) ? tx.rollback() : tx.commit());
      return result;
    } catch (error) {
      await tx.rollback().catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error('rollback failed');
      });
      throw error;
    } finally {
      client.release(broken);
      for (const action of tx.after) afterwards(action);
    }
  }

  /** What is committed stays so, whatever fails after it. */
  function afterwards(action: () => void): void {
    try {
      action();
    } catch (error) {
      log.error({ err: error }, 'what follows a commit has failed');
    }
  }

  return {
    pool,
    query,
    transact,
    connect: () => pool.connect(),
    close: () => pool.end(),
  };
}
