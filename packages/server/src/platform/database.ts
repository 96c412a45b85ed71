import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';
import { isRefusal } from './refusal.ts';
import { Batch, type BatchOptions, type Done } from './statements/batch.ts';
import {
  type ConnectionOptions,
  type DirectConnection,
  connectDirectly,
  connectionConfig,
  connectionSecondsMax,
  graceMs,
  greetingMsMax,
  idleInTransactionMsMax,
  isThere,
  knownConnections,
  parserOf,
  statementMsMax,
  thereMsMax,
} from './statements/connection.ts';
import { Hosts, poolOf } from './statements/hosts.ts';
import { CommitInDoubt, ConnectionLost, failureOf } from './statements/lost-connection.ts';

/** Anything that runs SQL: the database itself (own connection, own commit) or an open transaction. */
export interface Queryable {
  /** Runs one parametrised statement and answers its rows. The row type is held by the stories on a real database. */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /** Runs once the transaction is durable; never when it rolls back. */
  afterCommit(action: () => void): void;
  /**
   * A statement whose result is not awaited: it is sent together with the commit, and its failure fails that. `then` gets its
   * rows once they are durable.
   */
  withCommit<Row extends object>(sql: string, values: readonly unknown[], then?: (rows: Row[]) => void): void;
}

/** Settings of the database by name. With `transaction_isolation` a transaction begins. */
export type Settings = Readonly<Record<string, string>>;

/** For a transaction that reads or computes over large tables, and blocks no trading. */
export const unhurried: Settings = { statement_timeout: '0', idle_in_transaction_session_timeout: '0' };

/** A user's read, on a standby where that has what they have written. */
export interface Reads {
  by<T>(reader: string, work: () => T): T;
  /** To be called when what they have written is durable. */
  wrote(reader: string): void;
}

export interface Database extends Queryable {
  /**
   * One transaction. A refusal as the answer, or a throw, rolls everything back. `settings` (values by name) are its own, and
   * travel with its beginning. Rejects with `ConnectionLost` where there is no connection any more and nothing was done, and
   * with `CommitInDoubt` where that is not known.
   */
  transact<T>(work: (tx: Transaction) => Promise<T>, settings?: Settings): Promise<T>;
  /** A connection of the pool for something that lasts. The caller releases it. */
  connect(): Promise<pg.PoolClient>;
  /** A connection of its own, such as for a leader's lock. The caller closes it. */
  direct(): Promise<DirectConnection>;
  /** To be called when the database has fallen silent: connections of others that lead there are given up too. */
  whenSilent(giveUp: () => void): void;
  /** How the connections of this process, and of no other, are called in the database. */
  readonly name: string;
  readonly pool: pg.Pool;
  /** Where some of the reading is done by a standby. */
  readonly reads?: Reads;
  close(): Promise<void>;
}

/**
 * Without parameters it may be several statements, which can't be prepared. The driver knows the second option, and its
 * types do not: a connection without an answer by then is cut off.
 */
const scriptOf = (text: string, msMax: number): pg.QueryConfig & { query_timeout: number } => ({ text, query_timeout: msMax });

async function runScript<Row extends object>(pool: pg.Pool, text: string, msMax: number): Promise<Row[]> {
  try {
    return (await pool.query<Row>(scriptOf(text, msMax))).rows;
  } catch (error) {
    throw failureOf(error);
  }
}

/** What writes outside of a transaction is one. */
const commitsItself = (sql: string) => /^\s*(?:insert|update|delete|with)\b/i.test(sql);

const traced = new WeakSet<Error>();

/** An error's stack names the sender of the failed statement, not the socket callback. */
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

const echoes: ReadonlySet<string | undefined> = new Set(['25P02', '26000']);

type Answering = Pick<BatchOptions, 'answerMsMax' | 'names'>;

class OpenTransaction implements Transaction {
  readonly #client: pg.PoolClient;
  readonly #sentWithCommit: Promise<unknown>[] = [];
  readonly after: (() => void)[] = [];
  /** How long it waits for an answer; 0 where its settings say that statements may take as long as they need. */
  readonly #answerMsMax: number;
  readonly #names: boolean;
  #batch: Batch | undefined;
  #ended = false;
  #failure: unknown;

  constructor(client: pg.PoolClient, settings: Settings, { answerMsMax, names }: Answering) {
    this.#client = client;
    this.#names = names;
    this.#answerMsMax = settings['statement_timeout'] === unhurried['statement_timeout'] ? 0 : answerMsMax;
    // What begins a transaction travels with its first statements, and fails them where it fails itself.
    const { transaction_isolation: isolation, ...others } = settings;
    this.#send(isolation === undefined ? 'begin' : `begin isolation level ${isolation}`).catch(() => undefined);
    const set = Object.entries(others);
    if (set.length === 0) return;
    const each = set.map((_, place) => `set_config($${2 * place + 1}, $${2 * place + 2}, true)`);
    this.#send(`select ${each.join(', ')}`, set.flat()).catch(() => undefined);
  }

  async query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (values.length > 0) return rowsOf(this.#send(sql, values));
    this.#mustBeOpen();
    this.#submit();
    return this.#script<Row>(sql);
  }

  /** Hears of a failure as soon as the driver does: what was sent after it fails with the next message. */
  #script<Row extends object>(sql: string): Promise<Row[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
    this.#client.query<Row>(scriptOf(sql, this.#answerMsMax), (error: unknown, result: pg.QueryResult<Row> | undefined) => {
      if (error instanceof Error || result === undefined) reject(this.#causeOf(failureOf(error)));
      else resolve(result.rows);
    });
    return promise;
  }

  withCommit<Row extends object>(sql: string, values: readonly unknown[], then?: (rows: Row[]) => void): void {
    const sent = this.#send(sql, values);
    sent.catch(() => undefined);
    this.#sentWithCommit.push(then === undefined ? sent : sent.then(({ rows }) => this.afterCommit(() => then(rows as Row[]))));
  }

  afterCommit(action: () => void): void {
    this.after.push(action);
  }

  async commit(): Promise<void> {
    const sent = this.#send('commit');
    this.#ended = true;
    const { command } = await sent.catch((error: unknown) => {
      throw error instanceof ConnectionLost ? new CommitInDoubt(error) : error;
    });
    // A committed act stays so: an answer that can't be read is reported by its reader, and fails no commit.
    await Promise.allSettled(this.#sentWithCommit);
    // A transaction that a failed statement has ended answers a commit with a rollback, and no error.
    if (command !== 'COMMIT') throw new Error(`a commit was answered with ${command}`);
  }

  async rollback(): Promise<void> {
    await Promise.allSettled(this.#sentWithCommit);
    this.after.length = 0;
    this.#ended = false;
    const sent = this.#send('rollback');
    this.#ended = true;
    await sent;
  }

  /**
   * After a failure the database says of whatever comes next that the transaction has failed, or that it does not know a
   * statement that it has refused to prepare: what counts is why.
   */
  #causeOf(error: unknown): unknown {
    const isEcho = error instanceof pg.DatabaseError && echoes.has(error.code) && this.#failure !== undefined;
    if (!isEcho) this.#failure = error;
    return this.#failure;
  }

  /** The connection has another user by now. */
  #mustBeOpen(): void {
    if (this.#ended) throw new Error('the transaction has ended');
  }

  /** Sent with whatever else is, before the running code pauses: a message costs more than what is in it. */
  #send(sql: string, values: readonly unknown[] = []): Promise<Done> {
    this.#mustBeOpen();
    if (this.#batch === undefined) {
      const options = { parserOf, answerMsMax: this.#answerMsMax, names: this.#names };
      this.#batch = new Batch(options, (error) => this.#causeOf(error));
      process.nextTick(() => this.#submit());
    }
    return this.#batch.add(sql, values);
  }

  #submit(): void {
    if (this.#batch !== undefined) this.#client.query(this.#batch);
    this.#batch = undefined;
  }
}

/** A pooler by transaction between this process and the database: each transaction gets another of its connections. */
export interface Pooler {
  /** Past it, for what outlives a transaction. */
  readonly directUrl: string;
  /** Whether it knows by name what was prepared on another of its connections. */
  readonly keepsNames: boolean;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly pooler?: Pooler | undefined;
  readonly poolSize: number;
  readonly log: Logger;
  /** A role with fewer rights that every connection takes on. */
  readonly role?: string | undefined;
  /** Waiting longer than this for a connection fails: when the database hangs, waiting calls must not pile up. */
  readonly waitMsMax?: number;
  /** A connection on which an answer takes longer is given up: the server cuts statements off before that. */
  readonly answerMsMax?: number;
  /** A connection that is not made by then, or sooner where there is another host, is given up, so that its caller can try another. */
  readonly greetedMsMax?: number;
  /**
   * After the loss of a long-lived connection all others are given up, unless the database answers a new one by then.
   */
  readonly thereMsMax?: number;
  /** A connection of the pool is made anew after this. */
  readonly connectionSecondsMax?: number;
  /** A transaction that is idle for longer is rolled back. */
  readonly idleInTransactionMsMax?: number;
}

/** How many connections there are, and how many wait for one: where these are many, more are needed, or statements take too long. */
export function showPool(metrics: Metrics, { pool }: Pick<Database, 'pool'>): void {
  metrics.looked('database_pool_connections', 'Connections to the database, used and idle', ['state'], async () => [
    { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
  ]);
  metrics.observed('database_pool_waiting', 'What waits for a connection to the database', () => pool.waitingCount);
}

function poolConfig(
  options: DatabaseOptions,
  connection: Pick<ConnectionOptions, 'hosts' | 'name' | 'waitMsMax'>,
): pg.PoolConfig {
  const pooled = options.pooler !== undefined;
  const idleMsMax = options.idleInTransactionMsMax ?? idleInTransactionMsMax;
  return {
    ...connectionConfig({ ...connection, role: options.role, pooled }),
    ...(pooled ? {} : { idle_in_transaction_session_timeout: idleMsMax }),
    max: options.poolSize,
    // Statements are sent without waiting for the answers to those before them.
    pipeline: true,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: options.connectionSecondsMax ?? connectionSecondsMax,
  };
}

export function connectDatabase(options: DatabaseOptions): Database {
  const { url, pooler, log, waitMsMax = 30_000, answerMsMax = statementMsMax + graceMs } = options;
  const hosts = new Hosts(url);
  const direct = { hosts: pooler === undefined ? hosts : new Hosts(pooler.directUrl) };
  const answering = { answerMsMax, names: pooler?.keepsNames ?? true };
  const name = `assay ${randomUUID()}`;
  const connections = knownConnections(hosts, options.greetedMsMax ?? greetingMsMax);
  const whoGiveUp = [connections.giveUp];
  const pool = poolOf(hosts, { ...poolConfig(options, { hosts, name, waitMsMax }), Client: connections.Client });
  // Without a listener a database restart would end the process: idle clients report their broken connection here.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection broke'));
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ reason: error.message }, 'a database connection broke'));
  });

  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw new ConnectionLost(error);
    });

  async function query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (values.length === 0) return runScript<Row>(pool, sql, answerMsMax);
    const client = await connect();
    let lost: ConnectionLost | undefined;
    try {
      const batch = new Batch({ parserOf, ...answering });
      const done = batch.add(sql, values);
      client.query(batch);
      return await rowsOf(done);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      lost = error;
      throw commitsItself(sql) ? new CommitInDoubt(error) : error;
    } finally {
      // Its end may not have been heard yet: the next to ask would be given it.
      client.release(lost);
    }
  }

  async function transact<T>(work: (tx: Transaction) => Promise<T>, settings: Settings = {}): Promise<T> {
    const client = await connect();
    const tx = new OpenTransaction(client, settings, answering);
    let broken: Error | undefined;
    try {
      const result = await work(tx);
      await (isRefusal(result) ? tx.rollback() : tx.commit());
      return result;
    } catch (error) {
      await tx.rollback().catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error('rollback failed');
      });
      // A primary that has become a standby still answers: its connection is left.
      if (error instanceof ConnectionLost) broken ??= error;
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

  /** A leader has lost the lead by then, and its successor has ended these connections at the other end. */
  async function silent(): Promise<void> {
    if (await isThere({ ...direct, name, waitMsMax: options.thereMsMax ?? thereMsMax })) return;
    log.warn('the database has fallen silent: all connections are given up');
    for (const giveUp of whoGiveUp) giveUp();
  }

  return {
    pool,
    query,
    transact,
    connect,
    // Named alike, so that ending the connections of this process ends it too; with the rights to end those of another.
    direct: () => connectDirectly({ ...direct, name, waitMsMax }, () => void silent()),
    whenSilent: (giveUp) => void whoGiveUp.push(giveUp),
    name,
    close: () => pool.end(),
  };
}
