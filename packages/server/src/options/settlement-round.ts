import { shortestPeriodMs } from '@assay/domain/options/periods.ts';
import type { Round } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import type { OptionsContext } from './context.ts';
import { type DueOption, settleOption, settleableOf } from './submit.ts';

const pageSize = 500;
/** The most concurrent reads of recorded prices; the rest of the pool serves other work. */
const looksAtOnceMax = 4;

/**
 * Settles options as the business clock, which a replay moves, passes their expiry; only in the leader. It remembers
 * when the next one expires: until then a round costs nothing. What is bought after a look expires a shortest period
 * later at the earliest, so by looking that often it misses nothing and needs no notification. Where the clock was set
 * back, what is bought since expires before what was then a shortest period away: it looks as often by the clock that
 * only grows, too.
 */
export class SettlementRound implements Round {
  readonly name = 'settlement';
  readonly #context: OptionsContext;
  readonly #log: Logger;
  #nextLook = 0;
  /** When it last looked. */
  #looked = { now: -Infinity, elapsed: -Infinity };

  constructor(context: OptionsContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  /** Settles all that may be settled. One that waits or fails does not keep the others waiting; the next round tries again. */
  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    const [now, elapsed] = [clock.now(), clock.elapsed()];
    const { now: before, elapsed: since } = this.#looked;
    if (now < this.#nextLook && now >= before && elapsed - since < shortestPeriodMs) return;
    this.#looked = { now, elapsed };
    let left = false;
    let last: ExpiredOption | undefined;
    do {
      const due = await readDue(db, now, last);
      last = due.at(-1);
      left = !(await this.#settleAll(due, signal)) || left;
    } while (last !== undefined && !signal.aborted);
    const next = await readNextExpiry(db, now);
    this.#nextLook = left || signal.aborted ? 0 : Math.min(next, now + shortestPeriodMs);
  }

  /** Whose quote is found is submitted at once and waited for with all others, so that groups fill. */
  async #settleAll(due: readonly DueOption[], signal: AbortSignal): Promise<boolean> {
    const waiting = due.values();
    const settled: Promise<true | undefined>[] = [];
    const looker = async (): Promise<void> => {
      for (const one of waiting) {
        if (signal.aborted) return;
        const found = await this.#orFailed(one, () => settleableOf(this.#context, one));
        settled.push(
          found === undefined ? Promise.resolve(found) : this.#orFailed(one, () => settleOption(this.#context, found)),
        );
      }
    };
    await Promise.all(Array.from({ length: looksAtOnceMax }, looker));
    const outcomes = await Promise.all(settled);
    return outcomes.every((done) => done === true);
  }

  /** One that fails keeps no other waiting. */
  async #orFailed<T>({ id }: DueOption, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#log.error({ err: error, option: id }, 'an option could not be settled');
      return undefined;
    }
  }
}

/** Its expiry to the microsecond, as the database keeps it: a page that began at the millisecond would find it once more. */
type ExpiredOption = DueOption & { readonly expiry: string };

/** A page of what has expired and is open, in the order of expiry, after the last one of the page before. */
function readDue(db: Queryable, now: number, after: ExpiredOption | undefined): Promise<ExpiredOption[]> {
  return db.query<ExpiredOption>(
    `select id, user_id::text as "userId", book, code, source, stale_after_ms as "staleAfterMs", expires_at as "expiresAt",
       expires_at::text as expiry
     from options where status = 'open' and expires_at <= $1 and (expires_at, id) > ($2, $3)
     order by expires_at, id limit $4`,
    [new Date(now), after?.expiry ?? 'epoch', after?.id ?? 0, pageSize],
  );
}

/** Rounded up: at the millisecond that it begins in, an expiry has not passed. */
async function readNextExpiry(db: Queryable, now: number): Promise<number> {
  const [row] = await db.query<{ next: Date | null }>(
    `select date_trunc('milliseconds', min(expires_at) + interval '999 microseconds') as next
     from options where status = 'open' and expires_at > $1`,
    [new Date(now)],
  );
  return row?.next?.getTime() ?? Infinity;
}
