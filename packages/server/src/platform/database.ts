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
  /** Undoes what `work` wrote when it answers a refusal, while the transaction itself goes on. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

export interface Database extends Queryable {
  /** One transaction. A refusal as the answer, or a throw, rolls everything back. */
  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
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

async function run<Row extends object>(
  client: pg.Pool | pg.PoolClient,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await client.query<Row>(sql, values.map(encode));
  return result.rows;
}

class OpenTransaction implements Transaction {
  readonly #client: pg.PoolClient;
  readonly after: (() => void)[] = [];
  #savepoints = 0;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    return run<Row>(this.#client, sql, values);
  }

  afterCommit(action: () => void): void {
    this.after.push(action);
  }

  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const name = `attempt_${++this.#savepoints}`;
    const kept = this.after.length;
    await this.#client.query(`savepoint ${name}`);
    const result = await work();
    if (isRefusal(result)) {
      await this.#client.query(`rollback to savepoint ${name}`);
      this.after.length = kept;
    }
    return result;
  }
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly log: Logger;
  /** A role with fewer rights that every connection takes on. */
  readonly role?: string | undefined;
}

export function connectDatabase({ url, poolSize, log, role }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    idleTimeoutMillis: 0,
    statement_timeout: 30_000,
    application_name: 'assay',
    ...(role !== undefined && { options: `-c role=${role}` }),
  });
  // Without a listener a database restart would end the process: idle clients report their broken connection here.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection broke'));
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ reason: error.message }, 'a database connection broke'));
  });

  async function transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const tx = new OpenTransaction(client);
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await work(tx);
      await client.query(isRefusal(result) ? 'rollback' : 'commit');
      if (isRefusal(result)) tx.after.length = 0;
      return result;
    } catch (error) {
      tx.after.length = 0;
      await client.query('rollback').catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error('rollback failed');
      });
      throw error;
    } finally {
      client.release(broken);
      for (const action of tx.after) action();
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
