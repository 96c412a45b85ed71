import pg from 'pg';
import type { Hosts } from './hosts.ts';

const int8 = 20;
const numeric = 1700;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`int8 beyond the safe integers: ${text}`);
  return value;
}

/** int8 becomes a number (ids, ticks, milliseconds), numeric a bigint (every numeric column holds smallest units). */
export function parserOf(type: number): (text: string) => unknown {
  if (type === int8) return parseInt8;
  if (type === numeric) return (text) => BigInt(text);
  return pg.types.getTypeParser(type, 'text') as (text: string) => unknown;
}

/** Set per pool: the job library shares this process and has its own idea of types. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary'): unknown =>
    format === 'binary' ? pg.types.getTypeParser(type, format) : parserOf(type)) as pg.CustomTypesConfig['getTypeParser'],
};

/** A statement of a customer's call or an act takes no longer; who needs more time says so in the settings of the transaction. */
export const statementMsMax = 30_000;
/** The answer to a cancelled one is late by this much at most. After that the connection is dead. */
export const graceMs = 5_000;
/**
 * A client that stops in the middle of a transaction (a process that hangs, a machine that is gone) holds its locks no
 * longer.
 */
export const idleInTransactionMsMax = 2_000;
/** Statements of a connection for something that lasts are short, and what is behind them must not wait. */
const directMsMax = 3_000;
/** The answer to one of these that was cut off comes within this. */
const directGraceMs = 500;
/** A database to which a connection was lost has this long to prove that it is still there. */
export const thereMsMax = 1_000;
/** A connection of a pool is made anew after this, so that none stays for good with a server or proxy that has been replaced. */
export const connectionSecondsMax = 1_800;
/** A reachable database greets within this; an unreachable one never does. */
export const greetingMsMax = 5_000;

/** How the server finds out that we are gone: it asks after 5 s of silence, and waits 10 s for what it has sent to arrive. */
const serverNotices = [
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=10000',
];

export interface ConnectionOptions {
  readonly hosts: Hosts;
  /** How the connection is called in the database. */
  readonly name: string;
  /** A role with fewer rights that it takes on. */
  readonly role?: string | undefined;
  /** Waiting longer than this for it fails. */
  readonly waitMsMax: number;
  /** True behind a pooler in transaction mode: it takes no settings, which come with the login instead. */
  readonly pooled?: boolean | undefined;
}

/** Defaults of the login, for connections through a pooler. The others ask for the same when they start. */
export const loginSettings: Readonly<Record<string, string>> = {
  statement_timeout: String(statementMsMax),
  idle_in_transaction_session_timeout: String(idleInTransactionMsMax),
  ...Object.fromEntries(serverNotices.map((notice) => notice.split('=') as [string, string])),
};

/** Sent with the other settings: a pooler that drops those drops this one too. */
export const askedSetting = 'assay.asked';

/** What all connections have in common: none of them outlives its ends by much, nor blocks others while one of them hangs. */
export function connectionConfig({ hosts, name, role, waitMsMax, pooled = false }: ConnectionOptions): pg.ClientConfig {
  const settings = [...serverNotices, `${askedSetting}=on`, ...(role === undefined ? [] : [`role=${role}`])];
  const asked: pg.ClientConfig = {
    statement_timeout: statementMsMax,
    idle_in_transaction_session_timeout: idleInTransactionMsMax,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  };
  return {
    connectionString: hosts.current,
    types,
    connectionTimeoutMillis: waitMsMax,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    application_name: name,
    ...(pooled ? {} : asked),
  };
}

/** A connection outside of the pool, for something that lasts. It has the rights of the login. */
export interface DirectConnection {
  /** Runs one statement, as the database itself does. */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Aborted when the connection has ended. */
  readonly lost: AbortSignal;
  close(): Promise<void>;
}

/** `silent` is called when a statement has had no answer: the connection is dead. */
export async function connectDirectly(
  options: ConnectionOptions,
  silent: () => void = () => undefined,
): Promise<DirectConnection> {
  const lost = new AbortController();
  const client = await options.hosts.each(async () => {
    const url = options.hosts.current;
    const tried = new pg.Client({
      ...connectionConfig({ ...options, waitMsMax: directMsMax }),
      statement_timeout: directMsMax,
      query_timeout: directMsMax + directGraceMs,
    });
    options.hosts.watch(tried, url);
    tried.on('error', () => undefined);
    await tried.connect();
    return tried;
  });
  // The connection then ends, and its user is notified.
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  return {
    lost: lost.signal,
    query: async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
      try {
        return (await client.query<Row>(sql, [...values])).rows;
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) && !client.connection.stream.destroyed) silent();
        throw error;
      }
    },
    close: async () => {
      // A server that does not answer does not close the connection either.
      const cut = setTimeout(() => client.connection.stream.destroy(), 500);
      await client.end();
      clearTimeout(cut);
    },
  };
}

/**
 * Whether the database answers a new connection in that time: one connection may be lost, by a router that has forgotten it,
 * and no other.
 */
export async function isThere(options: ConnectionOptions): Promise<boolean> {
  const client = new pg.Client({ ...connectionConfig(options), query_timeout: options.waitMsMax });
  options.hosts.watch(client, options.hosts.current);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    client.connection.stream.destroy();
  }
}

/**
 * Gives up after so long, unless called off. It is counted in parts, each from when the one before was over: while this process
 * itself is paused nothing is read, and the greeting may have been there all the time.
 */
function unlessGreeted(msMax: number, giveUp: () => void): () => void {
  let parts = 5;
  const timer = setInterval(() => {
    parts -= 1;
    if (parts > 0) return;
    clearInterval(timer);
    giveUp();
  }, msMax / parts).unref();
  return () => clearInterval(timer);
}

/** The connections of a pool, known so that all of them can be given up at once. With several hosts, none is waited for long. */
export function knownConnections(hosts: Hosts, greetedMsMax: number) {
  const msMax = hosts.count > 1 ? Math.min(greetedMsMax, greetingMsMax) : greetedMsMax;
  const open = new Set<pg.Client>();
  class Known extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const url = hosts.current;
      // Waiting for a free connection may take longer than making one.
      super({ ...config, connectionString: url, connectionTimeoutMillis: 0 });
      hosts.watch(this, url);
      open.add(this);
      this.once('end', () => open.delete(this));
      const greeted = unlessGreeted(msMax, () => this.connection.stream.destroy(new Error('timeout expired')));
      this.once('connect', greeted).once('end', greeted);
    }
  }
  /** What waits for an answer fails at once, as when the other end had said that it is gone. */
  function giveUp(): void {
    for (const client of open) client.connection.stream.destroy();
  }
  return { Client: Known, giveUp };
}
