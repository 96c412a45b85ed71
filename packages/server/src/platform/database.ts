import pg from 'pg';
import type { Logger } from 'pino';
import { isRefusal } from './refusal.ts';

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

export interface Database extends Queryable {
  /**
   * One transaction. A refusal as the answer, or a throw, rolls everything back. `settings` (each `name = value`) are its own, and
   * travel with its beginning.
   */
  transact<T>(work: (tx: Transaction) => Promise<T>, settings?: readonly string[]): Promise<T>;
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

/**
 * int8 becomes a number (ids, ticks, milliseconds), numeric a bigint (every numeric column holds smallest units).
 * Set per pool: the job library shares this process and has its own idea of types.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown => {
    if (format !== 'binary' && oid === int8) return parseInt8;
    if (format !== 'binary' && oid === numeric) return BigInt;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** bigint parameters go as text; pg itself would refuse them inside arrays. */
function encode(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(encode);
  return value;
}

/** Names of prepared statements by their text. The texts stand in the code, so there are few. */
const statementNames = new Map<string, string>();

function nameOf(sql: string): string {
  const known = statementNames.get(sql);
  if (known !== undefined) return known;
  const name = `s${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
}

/** With parameters a statement is prepared once per connection; without, it may be a whole script. */
async function run<Row extends object>(
  client: pg.Pool | pg.PoolClient,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  if (values.length === 0) return (await client.query<Row>(sql)).rows;
  return (await client.query<Row>({ name: nameOf(sql), text: sql, values: values.map(encode) })).rows;
}

/**
 * Collects what is sent until the running code pauses, and writes it at once: a write costs more than what is in it.
 * Whoever issues several statements before awaiting the first pays for one.
 */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = client.connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

class OpenTransaction implements Transaction {
  readonly #client: pg.PoolClient;
  readonly #begun: Promise<unknown>;
  readonly #last: Promise<unknown>[] = [];
  readonly after: (() => void)[] = [];

  constructor(client: pg.PoolClient, settings: readonly string[]) {
    this.#client = client;
    sendTogether(client);
    this.#begun = client.query(['begin', ...settings.map((setting) => `set local ${setting}`)].join('; '));
    // Awaited with the first statement, which travels with it; until then nobody is listening.
    this.#begun.catch(() => undefined);
  }

  async query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    sendTogether(this.#client);
    const [rows] = await Promise.all([run<Row>(this.#client, sql, values), this.#begun]);
    return rows;
  }

  last<Row extends object>(sql: string, values: readonly unknown[], then?: (rows: Row[]) => void): void {
    sendTogether(this.#client);
    const sent = run<Row>(this.#client, sql, values);
    sent.catch(() => undefined);
    this.#last.push(then === undefined ? sent : sent.then((rows) => this.afterCommit(() => then(rows))));
  }

  afterCommit(action: () => void): void {
    this.after.push(action);
  }

  async commit(): Promise<void> {
    sendTogether(this.#client);
    const [{ command }] = await Promise.all([this.#client.query('commit'), this.#begun, ...this.#last]);
    // A transaction that a failed statement has ended answers a commit with a rollback, and no error.
    if (command !== 'COMMIT') throw new Error(`a commit was answered with ${command}`);
  }

  async rollback(): Promise<void> {
    await Promise.allSettled(this.#last);
    this.after.length = 0;
    await this.#client.query('rollback');
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

  async function transact<T>(work: (tx: Transaction) => Promise<T>, settings: readonly string[] = []): Promise<T> {
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
    query: (sql, values) => run(pool, sql, values),
    transact,
    connect: () => pool.connect(),
    close: () => pool.end(),
  };
}
