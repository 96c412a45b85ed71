import type { Database, Transaction } from '../../src/platform/database.ts';
import { CommitInDoubt, ConnectionLost } from '../../src/platform/statements/lost-connection.ts';

/**
 * The possible faults of a transaction: there is no connection; its second statement fails; its connection is lost before the
 * commit, or after it; it hangs, and is begun late.
 */
export const troubles = ['refused', 'failed', 'lostBefore', 'lostAfter', 'late'] as const;
export type Trouble = (typeof troubles)[number];

const lost = () => new ConnectionLost('the connection was lost');

/** The database as one process reaches it: the given faults happen to it, one after the other. */
export class Troubled {
  readonly #db: Database;
  #planned: Trouble[] = [];
  #gates: (() => void)[] = [];
  #whenQuiet: (() => void)[] = [];
  /** Nothing passes any more, without an error: what was begun is rolled back. */
  away = false;
  /** Statements and transactions under way that nothing holds up. */
  busy = 0;
  #hangs = true;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The next transactions meet these, one each. */
  plan(planned: readonly Trouble[]): void {
    this.#planned.push(...planned);
  }

  /** Whether anything that was planned has not been met yet. */
  get hasPlanned(): boolean {
    return this.#planned.length > 0;
  }

  /** What was planned and not met is forgotten; what hangs goes on. */
  mend(): void {
    this.#planned = [];
    this.release();
  }

  /** Until nothing is under way but what hangs. */
  async quiet(): Promise<void> {
    if (this.busy > 0) await new Promise<void>((resolve) => this.#whenQuiet.push(resolve));
  }

  release(): void {
    for (const go of this.#gates.splice(0)) go();
  }

  /**
   * From here on nothing hangs: a stopping process is waited for, and nothing else would release what it begins at its
   * end.
   */
  hurry(): void {
    this.#hangs = false;
    this.release();
  }

  get database(): Database {
    return {
      ...this.#db,
      query: (sql, values) => this.#meet((trouble) => this.#query(trouble, () => this.#db.query(sql, values))),
      transact: (work, settings) => this.#meet((trouble) => this.#transact(trouble, work, settings)),
    };
  }

  async #meet<T>(work: (trouble: Trouble | undefined) => Promise<T>): Promise<T> {
    const trouble = this.#planned.shift();
    if (this.away || trouble === 'refused') throw lost();
    if (trouble === 'late' && this.#hangs) {
      await new Promise<void>((resolve) => this.#gates.push(resolve));
      if (this.away) throw lost();
    }
    this.busy += 1;
    try {
      return await work(trouble);
    } finally {
      this.busy -= 1;
      if (this.busy === 0) for (const go of this.#whenQuiet.splice(0)) go();
    }
  }

  async #query<T>(trouble: Trouble | undefined, ask: () => Promise<T>): Promise<T> {
    if (trouble === 'failed') throw new Error('a statement failed');
    if (trouble === 'lostBefore') throw lost();
    const answer = await ask();
    if (trouble === 'lostAfter' || this.away) throw lost();
    return answer;
  }

  async #transact<T>(
    trouble: Trouble | undefined,
    work: (tx: Transaction) => Promise<T>,
    settings?: Parameters<Database['transact']>[1],
  ) {
    const isUnheard = trouble === 'lostAfter';
    let before = false;
    const done = this.#db.transact(async (tx) => {
      const answer = await work(unheard(tx, { fails: trouble === 'failed', isUnheard }));
      if (trouble === 'failed') throw new Error('a statement failed');
      before = trouble === 'lostBefore' || this.away;
      if (before) throw lost();
      return answer;
    }, settings);
    const answer = await done.catch((error: unknown) => {
      throw before ? new CommitInDoubt(error) : error;
    });
    if (isUnheard) throw new CommitInDoubt(lost());
    return answer;
  }
}

/** A transaction whose second statement fails, or whose commit is never answered. */
function unheard(tx: Transaction, { fails, isUnheard }: { readonly fails: boolean; readonly isUnheard: boolean }): Transaction {
  let statements = 0;
  return {
    afterCommit: (action) => {
      if (!isUnheard) tx.afterCommit(action);
    },
    withCommit: (sql, values, then) => tx.withCommit(sql, values, isUnheard ? undefined : then),
    query: (sql, values) => {
      statements += 1;
      if (fails && statements === 2) return Promise.reject(new Error('a statement failed'));
      return tx.query(sql, values);
    },
  };
}
