import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../platform/database.ts';
import { type Fence, type Lead, Term } from '../platform/lead/lead.ts';
import { endConnectionsOf, giveBackLease, leaseMs, readLease, renewLease, takeLease, tryLock } from '../platform/lead/lease.ts';
import type { Logger } from '../platform/log.ts';
import type { DirectConnection } from '../platform/statements/connection.ts';

const renewMs = 1_000;
/**
 * A leader that loads without progress for so long, twice what one statement may take, gives up the lead: another process may
 * succeed.
 */
const loadingMs = 60_000;
/** So long is waited for the lock of a holder whose connections have just been ended. */
const lockMsMax = 1_000;
const lockPauseMs = 50;

export interface Candidacy {
  readonly db: Database;
  readonly log: Logger;
  /** What the rest of the process knows of the lead. */
  readonly lead: Lead;
  /** How often a standby looks whether it may lead. */
  readonly pollMs: number;
  /** How long a term may load without coming any further. */
  readonly loadingMsMax?: number | undefined;
  /**
   * Called when this process begins a term; the signal aborts when it is to stop, because the term is over or the process ends. Where it
   * is lost nothing that is begun has an effect any more, and this process leads again only after this has ended.
   */
  readonly serve: (term: Fence, signal: AbortSignal, loading: Loading) => Promise<void>;
}

/**
 * Runs `serve` in one process at a time. The leader holds a lock of the database, which is freed as soon as its connection ends
 * (a crash, a restart: the next process takes over at once), and a lease, which lapses when it is not renewed (the process
 * hangs, or is cut off). Both together do not prove that it has stopped: its writes carry its term and fail once the next term
 * has begun.
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
      await stand(candidacy, stopping);
    } catch (error) {
      candidacy.log.warn({ err: error }, 'the engine lost its lead');
    }
    await pause(candidacy.pollMs, stopping);
  }
}

/** Waits for the lead and serves a term, over one connection: with it ends the candidacy. */
async function stand(candidacy: Candidacy, stopping: AbortSignal): Promise<void> {
  const direct = await candidacy.db.direct();
  try {
    const seat = new Seat(candidacy, direct);
    const either = AbortSignal.any([stopping, direct.lost]);
    let term = await seat.tryToTake();
    while (term === undefined && !either.aborted) {
      await pause(candidacy.pollMs, either);
      if (!either.aborted) term = await seat.tryToTake();
    }
    if (term !== undefined) await serveTerm(candidacy, { seat, term, direct }, stopping);
  } finally {
    await direct.close();
  }
}

interface Serving {
  readonly seat: Seat;
  readonly term: Term;
  readonly direct: DirectConnection;
}

/** How far a term is that begins. */
export interface Loading {
  /** Aborts when the term is over. */
  readonly lost: AbortSignal;
  /** To be called whenever some more of what there is has been loaded. */
  readonly came: () => void;
  /** To be called once it watches. */
  readonly done: () => void;
}

/** Notices when a term does not get on with loading. */
function watchLoading({ lead, loadingMsMax = loadingMs }: Candidacy, lost: AbortSignal) {
  let since = lead.elapsed();
  let isDone = false;
  const loading: Loading = {
    lost,
    came: () => (since = lead.elapsed()),
    done: () => {
      isDone = true;
      if (!lost.aborted) lead.loaded();
    },
  };
  return { loading, stands: () => !isDone && lead.elapsed() - since > loadingMsMax };
}

/** The lease is renewed until what was begun in the term has been finished; only then it is given back. */
async function serveTerm(candidacy: Candidacy, { seat, term, direct }: Serving, stopping: AbortSignal): Promise<void> {
  const { serve, lead, log } = candidacy;
  const over = new AbortController();
  const ended = new AbortController();
  log.info({ term: String(term.term) }, 'the engine leads');
  const lost = AbortSignal.any([over.signal, direct.lost]);
  const { loading, stands } = watchLoading(candidacy, lost);
  const served = serve(term, AbortSignal.any([stopping, lost]), loading).finally(() => ended.abort());
  // A failure ends the term; it is thrown by the last `await served`.
  served.catch(() => undefined);
  const gone = AbortSignal.any([ended.signal, direct.lost]);
  try {
    while (!gone.aborted && !stands()) {
      await pause(renewMs, gone);
      if (!gone.aborted) await seat.renew(term);
    }
    if (!direct.lost.aborted) await giveBackLease(direct, term.term);
    if (!gone.aborted) {
      log.error({ term: String(term.term) }, 'the engine comes no further with loading and gives its lead up');
      // Until this process runs again it follows no leader.
      lead.seen({ term: term.term, leftMs: 0 }, lead.elapsed());
    }
  } finally {
    term.end();
    lead.ended();
    over.abort();
    // A stopped leader may take long to finish its work: the lock is released before that.
    await direct.close().catch(() => undefined);
    await served;
  }
}

/** The lead, requested, renewed and released over one connection. */
class Seat {
  readonly #candidacy: Candidacy;
  readonly #direct: DirectConnection;
  #locked = false;

  constructor(candidacy: Candidacy, direct: DirectConnection) {
    this.#candidacy = candidacy;
    this.#direct = direct;
  }

  /** Undefined while another process leads. */
  async tryToTake(): Promise<Term | undefined> {
    const { lead, db, log } = this.#candidacy;
    const readAt = lead.elapsed();
    let lease = await readLease(this.#direct);
    lead.seen(lease, readAt);
    this.#locked = await tryLock(this.#direct);
    if (!this.#locked && lease.leftMs > 0) return undefined;
    // The former leader may have returned the lease since it was read: then no process hangs, and none is ended.
    if (this.#locked) lease = await readLease(this.#direct);
    if (lease.holder !== null && lease.holder !== db.name) await this.#endOther(lease.holder);
    const sentAt = lead.elapsed();
    const taken = await takeLease(this.#direct, db.name, this.#locked);
    if (taken === undefined) return undefined;
    if (lease.leftMs <= 0 && lease.holder !== null) log.warn({ lateMs: -lease.leftMs }, 'the lease of the engine had lapsed');
    const term = new Term(taken, sentAt, lead.elapsed);
    lead.begun(term, sentAt);
    return term;
  }

  /** Throws when the lease has lapsed, or its answer takes too long. */
  async renew(term: Term): Promise<void> {
    const { lead } = this.#candidacy;
    const sentAt = lead.elapsed();
    if (!(await renewLease(this.#direct, term.term))) throw new Error('the lease has lapsed');
    term.renewed(sentAt);
    lead.seen({ term: term.term, leftMs: leaseMs }, sentAt);
    this.#locked ||= await tryLock(this.#direct);
  }

  /** What a holder that hangs has begun is rolled back, and his lock becomes free. Where that may not be done, his term ends anyway. */
  async #endOther(holder: string): Promise<void> {
    const { log } = this.#candidacy;
    try {
      const connections = await endConnectionsOf(this.#direct, holder);
      log.info({ holder, connections }, 'the connections of the old leader were ended');
    } catch (error) {
      log.warn({ err: error, holder }, 'the connections of the old leader could not be ended');
    }
    for (let waited = 0; !this.#locked && waited < lockMsMax; waited += lockPauseMs) {
      this.#locked = await tryLock(this.#direct);
      if (!this.#locked) await pause(lockPauseMs, this.#direct.lost);
    }
  }
}

/** When the signal aborts, or has. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
}

/** Ends early, and quietly, when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
