import { AsyncLocalStorage } from 'node:async_hooks';
import type { Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queryable, Reads } from '../database.ts';
import { onPrivateMessage } from '../private-events.ts';

/** A standby that is further behind than this is not asked: what a customer sees is at most so old. */
export const behindMsMax = 3_000;
/** Moments of the primary that are remembered, one for each look. */
const momentsMax = 64;
/** Where more people than this have written since the standby's last known moment, all count as writers. */
const writersMax = 100_000;

const topic = 'wrote';

/** How far two servers are in the log of what was written: the one that writes, and the one that follows; null where it does not. */
export interface Positions {
  written(): Promise<bigint>;
  replayed(): Promise<bigint | null>;
}

const readers = new AsyncLocalStorage<string>();

/** Runs a call of a known user: what they read may come from a standby that has all they have written. */
export async function asReader<T>(
  { reads }: Pick<Database, 'reads'>,
  method: 'GET' | 'POST',
  reader: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (reads === undefined || reader === undefined) return work();
  if (method === 'GET') return reads.by(reader, work);
  try {
    return await work();
  } finally {
    reads.wrote(reader);
  }
}

/** Asks the primary in any case: for what another process may have written just now. */
export function atPrimary<T>(work: () => T): T {
  return readers.exit(work);
}

/** Log positions as the database reports them, `16/B374D848`, as numbers. */
function positionOf(text: string): bigint {
  const [segment = '0', offset = '0'] = text.split('/');
  return (BigInt(`0x${segment}`) << 32n) + BigInt(`0x${offset}`);
}

export function positionsOf(primary: Queryable, standby: Queryable): Positions {
  return {
    written: async () => {
      const [row] = await primary.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at where $1', [true]);
      return positionOf(row?.at ?? '');
    },
    replayed: async () => {
      const [row] = await standby.query<{ at: string | null }>('select pg_last_wal_replay_lsn()::text as at where $1', [true]);
      const at = row?.at ?? null;
      return at === null ? null : positionOf(at);
    },
  };
}

/**
 * Knows up to which moment of this process a standby has all that was committed. A look notes the moment, then how far the primary
 * is: as soon as the standby has replayed up to there, it has whatever was acknowledged before that moment.
 */
export class Standby implements Reads {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #positions: Positions;
  readonly #bus: Pick<Bus, 'publish' | 'connected'>;
  #moments: { readonly at: number; readonly written: bigint }[] = [];
  #hasAllUntil = -Infinity;
  readonly #wroteAt = new Map<string, number>();
  #everybodyWroteAt = -Infinity;
  readonly #unsubscribe: readonly (() => void)[];

  constructor({ clock, positions, bus }: { clock: Pick<Clock, 'elapsed'>; positions: Positions; bus: Bus }) {
    this.#clock = clock;
    this.#positions = positions;
    this.#bus = bus;
    // What the engine or another process has done for a user must be visible to them, too.
    this.#unsubscribe = [
      bus.subscribe<string | null>(
        topic,
        (reader) => this.#hear(reader),
        () => this.#noteEverybody(),
      ),
      onPrivateMessage(
        bus,
        ({ userId }) => this.#note(`user:${userId}`),
        () => this.#noteEverybody(),
      ),
    ];
  }

  by<T>(reader: string, work: () => T): T {
    return readers.run(reader, work);
  }

  /** Noted here at once: the message is for other processes, and comes back when it does. */
  wrote(reader: string): void {
    this.#note(reader);
    this.#bus.publish(topic, reader);
  }

  /** Milliseconds for which the standby may lack what was committed. */
  behindMs(): number {
    return this.#clock.elapsed() - this.#hasAllUntil;
  }

  /** Whether a read at this moment may be answered by the standby. */
  suffices(): boolean {
    const reader = readers.getStore();
    if (reader === undefined || this.behindMs() > behindMsMax) return false;
    // Writes elsewhere go unnoticed.
    if (!this.#bus.connected) this.#noteEverybody();
    return Math.max(this.#wroteAt.get(reader) ?? -Infinity, this.#everybodyWroteAt) < this.#hasAllUntil;
  }

  /** Looks how far the standby is. What can't be learned leaves it as far behind as it was. */
  async look(): Promise<void> {
    const at = this.#clock.elapsed();
    if (!this.#bus.connected) this.#noteEverybody();
    // A lost message is detected by the next one: there is one soon, even without writes.
    this.#bus.publish(topic, null);
    const [written, replayed] = await Promise.all([this.#positions.written(), this.#positions.replayed()]);
    this.#moments = [...this.#moments.slice(1 - momentsMax), { at, written }];
    if (replayed === null) return;
    for (const moment of this.#moments) {
      if (moment.written <= replayed) this.#hasAllUntil = Math.max(this.#hasAllUntil, moment.at);
    }
    this.#moments = this.#moments.filter((moment) => moment.at > this.#hasAllUntil);
    for (const [reader, wroteAt] of this.#wroteAt) if (wroteAt < this.#hasAllUntil) this.#wroteAt.delete(reader);
  }

  /** It is not asked until it has been seen to be up to date again. */
  distrust(): void {
    this.#hasAllUntil = -Infinity;
  }

  stop(): void {
    for (const end of this.#unsubscribe) end();
  }

  #hear(reader: string | null): void {
    if (reader !== null) this.#note(reader);
  }

  #note(reader: string): void {
    if (this.#wroteAt.size >= writersMax) this.#noteEverybody();
    this.#wroteAt.set(reader, this.#clock.elapsed());
  }

  /** Treats all users as having written at this moment. */
  #noteEverybody(): void {
    this.#wroteAt.clear();
    this.#everybodyWroteAt = this.#clock.elapsed();
  }
}

/**
 * The database, of which single reading statements go to the standby where that suffices. It can't be changed by them: whatever it
 * refuses or fails to answer is asked of the primary, once.
 */
export function withStandby(db: Database, standby: Standby, other: Queryable): Database {
  return {
    ...db,
    reads: standby,
    query: async <Row extends object>(sql: string, values?: readonly unknown[]) => {
      if (!standby.suffices()) return db.query<Row>(sql, values);
      return other.query<Row>(sql, values).catch(() => db.query<Row>(sql, values));
    },
  };
}
