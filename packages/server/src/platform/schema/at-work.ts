import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ConfigurationError } from '../config.ts';
import type { Database, Queryable } from '../database.ts';
import type { Logger } from '../log.ts';
import type { DirectConnection } from '../statements/connection.ts';

/** Held by every server for as long as it works on the tables, and by none while they are changed. */
const workLock = 4_127_003;
/** Held by the process that migrates the tables. */
const updateLock = 4_127_004;
const askAgainMs = 100;
/** The pause before a lost database is tried again. */
const comeBackMs = 1_000;
/** A lost host sends nothing: where there are others to go to, it is probed this often. */
export const stillThereMs = 5_000;
/** A server asked to stop is gone by then. */
const leaveMsMax = 10_000;

async function isOurs(direct: Queryable, lock: string): Promise<boolean> {
  const [row] = await direct.query<{ ours: boolean }>(`select ${lock} as ours`);
  return row?.ours === true;
}

/**
 * Changes the tables exclusively, one process after the other: the second finds what the first has left. `alone` waits
 * for servers that are about to stop, and refuses where others go on; none begins until the work is done.
 */
export async function updating<T>(
  db: Pick<Database, 'direct'>,
  work: (alone: () => Promise<void>) => Promise<T>,
  waitMsMax = leaveMsMax,
): Promise<T> {
  const direct = await db.direct();
  try {
    // Asked for again and again: an index that is built beside its table waits for every statement that was begun before.
    while (!(await isOurs(direct, `pg_try_advisory_lock(${updateLock})`))) await delay(askAgainMs);
    return await work(() => standAlone(direct, waitMsMax));
  } finally {
    await direct.close();
  }
}

async function standAlone(direct: DirectConnection, waitMsMax: number): Promise<void> {
  const deadline = performance.now() + waitMsMax;
  while (!(await isOurs(direct, `pg_try_advisory_lock(${workLock})`))) {
    if (performance.now() > deadline) throw new ConfigurationError(await whoWorks(direct));
    await delay(askAgainMs);
  }
}

async function whoWorks(direct: Queryable): Promise<string> {
  const [row] = await direct.query<{ servers: number }>(
    `select count(*)::int as servers from pg_locks l
     where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
       and l.classid = 0 and l.objid = ${workLock} and l.objsubid = 1 and l.granted`,
  );
  const servers = row?.servers ?? 0;
  return `the tables are of an earlier version, and ${servers === 1 ? 'a server works' : `${servers} servers work`} on them: stop every server, then bring them up to date`;
}

export interface AtWork {
  stop(): Promise<void>;
}

export interface AtWorkParts {
  readonly db: Pick<Database, 'direct'>;
  readonly log: Logger;
  /** Throws where the tables are not those of this version. */
  readonly isOurVersion: () => Promise<void>;
  /** How often the database is probed. Without it, it is not: a process that is paused would take an answer for late. */
  readonly stillThereEveryMs?: number | undefined;
  /** Called with the reason why this process can't go on: the tables were changed while its connection was lost. */
  readonly ended: (error: ConfigurationError) => void;
}

/**
 * Declares that this process works on the tables, from now on until `stop`: no migration changes them meanwhile. Waits while
 * one does.
 */
export async function workOn({ db, log, isOurVersion, ended, stillThereEveryMs }: AtWorkParts): Promise<AtWork> {
  const stopping = new AbortController();
  async function stand(): Promise<DirectConnection> {
    const direct = await db.direct();
    try {
      let told = false;
      while (!stopping.signal.aborted && !(await isOurs(direct, `pg_try_advisory_lock_shared(${workLock})`))) {
        if (!told) log.warn('the tables are being changed: waiting until that is done');
        told = true;
        await delay(askAgainMs);
      }
      await isOurVersion();
      return direct;
    } catch (error) {
      await direct.close();
      throw error;
    }
  }

  async function stay(direct: DirectConnection): Promise<void> {
    const either = AbortSignal.any([stopping.signal, direct.lost]);
    // A database that does not answer is left, with all connections of this process: there may be another primary by now.
    // One that has no time for the question has answered too; what it says as it ends this connection is heard there.
    const isThere = () =>
      direct.query('select 1').then(
        () => true,
        (error: unknown) => error instanceof pg.DatabaseError,
      );
    if (stillThereEveryMs === undefined && !either.aborted) await once(either, 'abort');
    while (!either.aborted) {
      await delay(stillThereEveryMs, undefined, { signal: either }).catch(() => undefined);
      if (!either.aborted && !(await isThere())) break;
    }
    await direct.close();
  }

  async function standAgain(): Promise<DirectConnection | undefined> {
    log.warn('the connection that keeps the tables as they are was lost');
    while (!stopping.signal.aborted) {
      try {
        return await stand();
      } catch (error) {
        if (error instanceof ConfigurationError) throw error;
        await delay(comeBackMs);
      }
    }
    return undefined;
  }

  async function keep(first: DirectConnection): Promise<void> {
    for (let direct: DirectConnection | undefined = first; direct !== undefined; direct = await standAgain()) {
      await stay(direct);
      if (stopping.signal.aborted) return;
    }
  }
  const kept = keep(await stand()).catch((error: unknown) => {
    if (!(error instanceof ConfigurationError)) throw error;
    ended(error);
  });
  return {
    stop: async () => {
      stopping.abort();
      await kept;
    },
  };
}
