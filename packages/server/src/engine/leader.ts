import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';

/** Names the lock in the database; chosen once, means nothing. */
const lockKey = 7_294_301;

export interface Candidacy {
  readonly db: Database;
  readonly log: Logger;
  /** How often a standby tries and a leader checks that its connection lives. */
  readonly pollMs: number;
  /** Called when this process becomes the leader; the signal aborts when it stops being it. */
  readonly lead: (signal: AbortSignal) => Promise<void>;
}

/**
 * Runs `lead` in one process at a time. The leader holds a lock of the database on a connection of its own: when the
 * process or its connection dies the database frees the lock and a standby takes over. An old leader that has not
 * noticed yet does no harm, since every act locks its order and looks at its status first.
 */
export function standForLeader(candidacy: Candidacy): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const done = run(candidacy, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

async function run(candidacy: Candidacy, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await serveTerm(candidacy, stopping);
    } catch (error) {
      candidacy.log.warn({ err: error }, 'the engine lost its lead');
    }
    await pause(candidacy.pollMs, stopping);
  }
}

/** Waits for the lock, leads while the connection lives, and gives the lock back by closing the connection. */
async function serveTerm({ db, log, pollMs, lead }: Candidacy, stopping: AbortSignal): Promise<void> {
  const client = await db.connect();
  const term = new AbortController();
  const end = () => term.abort();
  client.once('error', end);
  client.once('end', end);
  stopping.addEventListener('abort', end);
  let led: Promise<void> | undefined;
  try {
    const locked = async () => {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey]);
      return rows[0]?.locked === true;
    };
    while (!term.signal.aborted && !(await locked())) await pause(pollMs, term.signal);
    if (term.signal.aborted) return;
    log.info('the engine leads');
    led = lead(term.signal);
    // A rejection ends the term at once; it is thrown by the last `await led`.
    led.catch(end);
    while (!term.signal.aborted) {
      await pause(pollMs, term.signal);
      if (!term.signal.aborted) await client.query('select 1');
    }
  } finally {
    end();
    stopping.removeEventListener('abort', end);
    client.release(true);
    await led;
  }
}

/** Ends early, and quietly, when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
