import type { HaltInForce, HaltScope } from '@assay/contract/vocabulary/halts.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';

/** Says to all processes that something was stopped or resumed. It carries nothing: receivers read what is in force. */
export const haltsTopic = 'halts';

/** What is in force is read anew after so long, should a message of the bus be lost. */
const readMsMax = 2_000;

interface HaltsParts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly market: { instrument(code: string): Pick<Instrument, 'assetClass'> | undefined };
}

/** What operators have stopped, in memory: asking it costs an order no statement but one every two seconds. */
export class Halts {
  readonly #parts: HaltsParts;
  #inForce: readonly HaltInForce[] = [];
  /** When what is known began to be read. */
  #readAt = -Infinity;
  /** How often something was stopped or resumed, or may have been. */
  #told = 0;
  /** Reads started so far, and which of them gave the present state. */
  #reads = 0;
  #known = 0;

  constructor(parts: HaltsParts) {
    this.#parts = parts;
    const doubt = () => {
      this.#told += 1;
      this.#readAt = -Infinity;
    };
    parts.bus.subscribe<unknown>(haltsTopic, doubt, doubt);
  }

  /**
   * Sent with the other reads of a group; nothing while the cached state is recent enough. Where it can't be read the group
   * fails. Groups that come while another reads do so themselves: under their locks none may wait for what another sends behind
   * those.
   */
  async read(db: Queryable): Promise<void> {
    const { clock } = this.#parts;
    while (clock.elapsed() - this.#readAt >= readMsMax) {
      const [told, begunAt, read] = [this.#told, clock.elapsed(), (this.#reads += 1)];
      const inForce = await haltsInForce(db, clock.wall());
      // What was stopped while it was being read may not be in it.
      if (told !== this.#told) continue;
      // What another has begun to read since is newer.
      if (read < this.#known) return;
      this.#known = read;
      this.#readAt = begunAt;
      this.#inForce = inForce;
      return;
    }
  }

  /** Whether nothing may open in this instrument; null stands for products without one. */
  stops(code: string | null): boolean {
    const assetClass = code === null ? undefined : this.#parts.market.instrument(code)?.assetClass;
    return this.#inForce.some(
      ({ scope, subject }) =>
        scope === 'openings' ||
        (code !== null && scope === 'instrument' && subject === code) ||
        (assetClass !== undefined && scope === 'class' && subject === assetClass),
    );
  }
}

/** The condition of a stop that is in force at $1. */
export const inForceSql = 'h.ended_at is null and (h.lapses_at is null or h.lapses_at > $1)';

/** The message to customers: written by one person alone, who could send them anywhere by it, it waits for a second. */
export async function haltsInForce(db: Queryable, now: number): Promise<HaltInForce[]> {
  const rows = await db.query<{
    scope: HaltScope;
    subject: string | null;
    since: Date;
    until: Date | null;
    message: string | null;
  }>(
    `select h.scope, h.subject, h.begun_at as since, h.lapses_at as until,
       case when h.confirmed_by is not null then h.message end as message
     from halts h where ${inForceSql} order by h.id`,
    [new Date(now)],
  );
  return rows.map(({ since, until, ...halt }) => ({
    ...halt,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
  }));
}

/** Whether this is halted, read from the database: for rare calls. */
export async function isHalted(db: Queryable, scope: 'withdrawals' | 'registrations', now: number): Promise<boolean> {
  const rows = await db.query(`select from halts h where ${inForceSql} and h.scope = $2 limit 1`, [new Date(now), scope]);
  return rows.length > 0;
}
