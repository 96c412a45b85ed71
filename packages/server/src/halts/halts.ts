import type { HaltInForce, HaltScope } from '@assay/contract/vocabulary/halts.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';

/** Says to all processes that something was stopped or resumed; its message is what is in force now. */
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
  #readAt = -Infinity;

  constructor(parts: HaltsParts) {
    this.#parts = parts;
    parts.bus.subscribe<unknown>(
      haltsTopic,
      () => (this.#readAt = -Infinity),
      () => (this.#readAt = -Infinity),
    );
  }

  /** To be sent with whatever else a group reads; nothing while what is known is young enough. */
  async read(db: Queryable): Promise<void> {
    const { clock } = this.#parts;
    const now = clock.elapsed();
    if (now - this.#readAt < readMsMax) return;
    // What is stopped while it is being read is read again by whoever comes next.
    this.#readAt = now;
    this.#inForce = await haltsInForce(db, clock.wall());
  }

  /** Whether nothing may open in this instrument; null asks for what has none. */
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

export async function haltsInForce(db: Queryable, now: number): Promise<HaltInForce[]> {
  const rows = await db.query<{
    scope: HaltScope;
    subject: string | null;
    since: Date;
    until: Date | null;
    message: string | null;
  }>(
    `select h.scope, h.subject, h.begun_at as since, h.lapses_at as until, h.message from halts h where ${inForceSql} order by h.id`,
    [new Date(now)],
  );
  return rows.map(({ since, until, ...halt }) => ({
    ...halt,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
  }));
}

/** Whether this is stopped, asked of the database: for what is asked seldom. */
export async function isHalted(db: Queryable, scope: 'withdrawals' | 'registrations', now: number): Promise<boolean> {
  const rows = await db.query(`select from halts h where ${inForceSql} and h.scope = $2 limit 1`, [new Date(now), scope]);
  return rows.length > 0;
}
