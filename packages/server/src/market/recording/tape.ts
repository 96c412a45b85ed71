import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Database } from '../../platform/database.ts';
import type { Fence } from '../../platform/lead/lead.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { type Batch, batchAt, insertBatch, lastPosition } from './batches.ts';

/** A quote not on the tape by then is given up: it was never shown, and is out of date. */
const keepMsMax = 1000;
const retryMs = 50;
/** Quotes of one batch: a feed that was held up brings no statement without bounds. */
const batchMax = 10_000;

/** A quote that was believed. */
export interface Believed {
  readonly quote: Quote;
  /** Whether it may act on orders, or is kept as evidence alone. */
  readonly acts: boolean;
  /** Called when it counts, just before it is published. */
  readonly counts?: (() => void) | undefined;
}

export interface TapeParts {
  readonly db: Database;
  /** Short names of the instruments. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Called with what is on the tape now, in its order. */
  readonly kept: (believed: readonly Believed[], position: number) => void;
  readonly givenUp: (believed: readonly Believed[]) => void;
  /** Milliseconds that only ever grow. */
  readonly elapsed?: () => number;
}

interface Waiting {
  readonly source: FeedKind;
  readonly believed: Believed;
  /** When it came in and when it is too late, by `elapsed`. */
  readonly since: number;
  readonly deadline: number;
  readonly resolve: (kept: boolean) => void;
  /** Once it counts, or is given up. */
  readonly done: Promise<boolean>;
}

/**
 * Where every believed quote goes before it counts: nothing that is not on the tape is shown, enters a bar or acts on an order.
 * Batches have numbers without gaps. An append is one statement for all that has come in while the last one was written.
 */
export class Tape {
  readonly #parts: TapeParts;
  readonly #elapsed: () => number;
  readonly #writer = randomUUID();
  readonly #lost;
  readonly #seconds;
  #term: Fence | undefined;
  #waiting: Waiting[] = [];
  /** What is being written. */
  #writes: readonly Waiting[] = [];
  #writing: Promise<void> | undefined;
  #next = 0;
  #ended = true;

  constructor(parts: TapeParts) {
    this.#parts = parts;
    this.#elapsed = parts.elapsed ?? (() => performance.now());
    this.#lost = parts.metrics.counter(
      'market_quotes_given_up_total',
      'Believed quotes that could not be kept in time, and count for nothing',
    );
    this.#seconds = parts.metrics.histogram(
      'market_tape_append_seconds',
      'How long a batch of quotes took to be kept',
      [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
    );
    parts.metrics.observed(
      'market_tape_lag_seconds',
      'For how long the oldest believed quote that is not on the tape yet has waited for it',
      () => this.lagMs() / 1000,
    );
  }

  /**
   * Continues after the last batch, whose number it returns. There is one writer; `term`, if there is one, fails all
   * others.
   */
  async begin(term?: Fence): Promise<number> {
    const last = await lastPosition(this.#parts.db);
    this.#next = last + 1;
    this.#term = term;
    this.#ended = false;
    return last;
  }

  /** Finishes what is being written, and gives up what waits. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#writing;
    this.#dropIf(() => true);
  }

  /** For how long the oldest quote that is not on the tape yet has waited for it. */
  lagMs(): number {
    const oldest = this.#writes[0] ?? this.#waiting[0];
    return oldest === undefined ? 0 : this.#elapsed() - oldest.since;
  }

  /** Until what has been believed so far counts, or is given up. What comes after it is not waited for: there is always more. */
  async idle(): Promise<void> {
    await Promise.all([...this.#writes, ...this.#waiting].map(({ done }) => done));
  }

  /**
   * Answers true once the quote counts, false when it was given up. `patient` is for a feed whose clock stands still meanwhile: its prices
   * grow no older, and none is given up.
   */
  append(source: FeedKind, believed: Believed, patient: boolean): Promise<boolean> {
    if (this.#ended) return Promise.resolve(false);
    const { promise: done, resolve } = Promise.withResolvers<boolean>();
    const since = this.#elapsed();
    this.#waiting.push({ source, believed, since, deadline: patient ? Infinity : since + keepMsMax, resolve, done });
    this.#writing ??= this.#write();
    return done;
  }

  /** One batch after the other while anything waits. Never rejects. */
  async #write(): Promise<void> {
    // What has arrived together is kept together.
    await new Promise((resolve) => setImmediate(resolve));
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) {
      const done = this.#seconds.startTimer();
      this.#writes = batch;
      const position = await this.#keep(batch);
      this.#writes = [];
      if (position === undefined) {
        this.#giveUp(batch);
        continue;
      }
      done();
      this.#parts.kept(
        batch.map(({ believed }) => believed),
        position,
      );
      for (const { resolve } of batch) resolve(true);
    }
    this.#writing = undefined;
  }

  /** All that waits and comes from the same source as the first. */
  #take(): Waiting[] {
    this.#dropLate();
    const [first] = this.#waiting;
    if (first === undefined || this.#ended) return [];
    const other = this.#waiting.findIndex(({ source }) => source !== first.source);
    return this.#waiting.splice(0, Math.min(batchMax, other < 0 ? batchMax : other));
  }

  /**
   * Returns the number under which the batch is stored. A failure leaves it in doubt: a disconnected backend may still be
   * writing. Then the same number is written again, which waits for that one. While there is time the batch itself: under its
   * number it is kept once, whichever attempt did it. Later an empty one, so that it never comes to be; if that finds the
   * number taken, the batch was kept, late, and counts.
   */
  async #keep(batch: readonly Waiting[]): Promise<number | undefined> {
    const deadline = Math.max(...batch.map((waiting) => waiting.deadline));
    const whole = this.#batchOf(batch);
    let late = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const limit = late ? keepMsMax : Math.min(keepMsMax, deadline - this.#elapsed());
        const content = late ? { ...whole, quotes: [] } : whole;
        const stands = await within(limit, this.#put(this.#next, content));
        if (stands === undefined) {
          // Another has led meanwhile, or leads: its batches are not ours.
          this.#next = (await lastPosition(this.#parts.db)) + 1;
          continue;
        }
        this.#next += 1;
        return stands > 0 ? this.#next - 1 : undefined;
      } catch (error) {
        this.#parts.log.warn({ err: error, quotes: batch.length, attempt }, 'quotes could not be kept; trying again');
      }
      if (this.#ended) return undefined;
      if (!late && this.#elapsed() >= deadline) {
        late = true;
        this.#parts.givenUp(batch.map(({ believed }) => believed));
      }
      this.#dropLate();
      await sleep(retryMs);
    }
  }

  /** How many quotes are stored under the number now, by any attempt; undefined where they are another's. */
  async #put(position: number, batch: Batch): Promise<number | undefined> {
    const { db } = this.#parts;
    if (await insertBatch(db, this.#writer, position, batch, this.#term)) return batch.quotes.length;
    const there = await batchAt(db, position);
    return there?.writer === this.#writer ? there.quotes : undefined;
  }

  #batchOf(batch: readonly Waiting[]): Batch {
    const { numbers } = this.#parts;
    const quotes = batch.map(({ believed: { quote, acts } }) => ({ ...quote, number: numbers.get(quote.code) ?? 0, acts }));
    return { source: batch[0]?.source ?? 'live', quotes };
  }

  #dropLate(): void {
    const now = this.#elapsed();
    this.#dropIf(({ deadline }) => deadline <= now);
  }

  #dropIf(isDropped: (waiting: Waiting) => boolean): void {
    const dropped = this.#waiting.filter(isDropped);
    if (dropped.length === 0) return;
    this.#waiting = this.#waiting.filter((waiting) => !isDropped(waiting));
    this.#giveUp(dropped);
  }

  #giveUp(batch: readonly Waiting[]): void {
    this.#lost.inc(batch.length);
    this.#parts.givenUp(batch.map(({ believed }) => believed));
    for (const { resolve } of batch) resolve(false);
  }
}

/** A statement that hangs is left to itself. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const over = sleep(Math.max(0, ms), undefined, { signal: stop.signal }).then(() => {
    throw new Error(`no answer within ${Math.round(ms)} ms`);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    stop.abort();
    over.catch(() => undefined);
    work.catch(() => undefined);
  }
}
