import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queryable } from '../database.ts';
import { type Lease, holdTerm, leaseMs } from './lease.ts';

/**
 * From sending the last renewal that was answered: less than the lease lasts, so that its holder stops before another process
 * can begin, however slow an answer was.
 */
const heldMs = 4_000;

/** Thrown to a process that acts in a term that is over, or without the lead. What it began had no effect. */
export class LeadLost extends Error {
  constructor() {
    super('this process does not lead');
  }
}

/** The right to publish and to act, as long as a term lasts. */
export interface Fence {
  readonly term: bigint;
  /**
   * False as soon as another process may lead, as far as this one can determine by itself. Checked before each publish and act.
   */
  holds(): boolean;
  /** Holds the term until the transaction ends. To be awaited before the first write; throws `LeadLost` when the term is over. */
  ensure(tx: Queryable): Promise<void>;
}

/** A term that this process has begun. */
export class Term implements Fence {
  readonly term: bigint;
  readonly #elapsed: () => number;
  #heldUntil: number;
  #over = false;

  /** `sentAt`: when the lease was requested, by the same clock. */
  constructor(term: bigint, sentAt: number, elapsed: () => number) {
    this.term = term;
    this.#elapsed = elapsed;
    this.#heldUntil = sentAt + heldMs;
  }

  renewed(sentAt: number): void {
    this.#heldUntil = sentAt + heldMs;
  }

  end(): void {
    this.#over = true;
  }

  holds(): boolean {
    return !this.#over && this.#elapsed() < this.#heldUntil;
  }

  async ensure(tx: Queryable): Promise<void> {
    if (!this.holds() || (await holdTerm(tx)) !== this.term) throw new LeadLost();
  }
}

const begunIn = new AsyncLocalStorage<Fence>();

/** What is begun by `work` acts in this term alone: not in a later one either, should this process lead again. */
export const within = <T>(term: Fence, work: () => T): T => begunIn.run(term, work);

/** What this process knows of the lead: its own, another process's, or none. */
export class Lead {
  readonly elapsed: () => number;
  #own: Term | undefined;
  #isLoaded = false;
  #known = { term: 0n, until: -Infinity };
  readonly #waiting = new Set<() => void>();

  /** `elapsed`: milliseconds that only ever grow. */
  constructor(elapsed: () => number = () => performance.now()) {
    this.elapsed = elapsed;
  }

  /** The newest term that it knows of. */
  get term(): bigint {
    return this.#known.term;
  }

  /** Whether it leads itself. */
  get here(): boolean {
    return this.#own?.holds() === true;
  }

  /** False while it leads and has not loaded yet what it watches: no stop is executed meanwhile. */
  get watching(): boolean {
    return this.#own === undefined || this.#isLoaded;
  }

  /** Whether there is a leader. Without one that watches prices nothing is opened. */
  get anywhere(): boolean {
    return this.here || this.elapsed() < this.#known.until;
  }

  /** Resolves once there is a leader, or the wait has timed out. */
  async awaited(msMax: number): Promise<void> {
    if (this.anywhere) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, msMax);
    this.#waiting.add(resolve);
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
  }

  /** What was read of the lease, requested at `sentAt`. */
  seen({ term, leftMs }: Pick<Lease, 'term' | 'leftMs'>, sentAt: number): void {
    this.#known = { term, until: sentAt + leftMs };
    if (this.anywhere) for (const go of this.#waiting) go();
  }

  begun(term: Term, sentAt: number): void {
    this.#own = term;
    this.#isLoaded = false;
    this.seen({ term: term.term, leftMs: leaseMs }, sentAt);
  }

  /** What it watches in its term is loaded. */
  loaded(): void {
    this.#isLoaded = true;
  }

  ended(): void {
    this.#own = undefined;
  }

  /** The term in which this process acts. Throws `LeadLost` where it does not lead. */
  fence(): Fence {
    const own = this.#own;
    if (own?.holds() !== true || (begunIn.getStore() ?? own) !== own) throw new LeadLost();
    return own;
  }
}

/** What only looks begins like this and names no writing: whatever else is sent outside of a transaction may write. */
const looksOnly = (sql: string) => /^\s*(?:select|with)\b/i.test(sql) && !/\b(?:insert|update|delete|merge)\b/i.test(sql);

/**
 * The database as the leader uses it: each transaction locks the term first, and does nothing once that is over. A
 * statement that writes by itself is such a transaction.
 */
export function fenced(db: Database, lead: Lead): Database {
  const transact: Database['transact'] = (work, settings) =>
    db.transact(async (tx) => {
      await lead.fence().ensure(tx);
      return work(tx);
    }, settings);
  return {
    ...db,
    transact,
    query: (sql, values) => (looksOnly(sql) ? db.query(sql, values) : transact((tx) => tx.query(sql, values))),
  };
}
