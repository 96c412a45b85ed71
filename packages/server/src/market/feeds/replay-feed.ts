import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { quotesOfBar, type RecordedBar, type ReplayFile, type ReplayRange } from '@assay/domain/market/replay.ts';
import type { Emit, Feed, FeedLog, WallClock } from './feed.ts';
import { readReplay } from './replay-files.ts';

export interface ReplayOptions {
  /** A directory of recorded days, or one file. */
  readonly path: string;
  /** A day (yyyy-mm-dd) of the range to replay; by default the range with most files. */
  readonly day?: string;
  /** Business milliseconds per millisecond: 1 is as recorded, 60 a minute a second; 0 moves by `advanceTo` alone. */
  readonly speed: number;
  /** Business time to go on from, after a restart; by default, and when outside of the range, its beginning. */
  readonly from?: number;
  readonly now: WallClock;
  readonly log: FeedLog;
}

/** Recorded prices with their own time: `clock` is the business clock of a server on this feed. */
export interface ReplayFeed extends Feed {
  readonly kind: 'replay';
  readonly clock: () => number;
  /** The recorded days, whole: those before the clock are history, those after it are hidden. */
  readonly range: ReplayRange<ReplayFile>;
  /** Emits everything up to a business time, which becomes the time of the clock once all of it counts. */
  advanceTo(time: number): Promise<void>;
  /** True when the last quote has been emitted. */
  ended(): boolean;
}

const tickMs = 50;
/** Real time that one step makes up for at most. */
const stepMsMax = 1000;
/** Quotes that are emitted together at most. */
const atOnceMax = 5000;
const minuteMs = 60_000;
/** Nothing recorded for longer than this, of any instrument, is jumped over. */
const jumpAfterMs = 15 * minuteMs;
/** After the last bar the clock goes on until every price is stale, then stands still: nothing trades at a dead price. */
const afterEndMs = 5 * minuteMs;

/** Reads the files, positioned at the beginning. Throws `ReplayError` when they are not what they should be. */
export async function replayFeed(options: ReplayOptions): Promise<ReplayFeed> {
  const range = await readReplay(options.path, options.day);
  const schedule = new Schedule(range.files, options.from);
  let time = schedule.startsAt;
  let emit: Emit | undefined;
  let timer: NodeJS.Timeout | undefined;
  let advanced = Promise.resolve();

  /** One after the other: what one has emitted the next does not repeat. */
  function advanceTo(target: number): Promise<void> {
    advanced = advanced.then(() => advance(target));
    return advanced;
  }

  async function advance(target: number): Promise<void> {
    while (emit !== undefined && (await emitNext(emit, target)));
    // What could not be kept comes again, and the clock waits for it.
    const waiting = schedule.next()?.time ?? Infinity;
    time = Math.max(time, Math.min(target, waiting, schedule.endsAt + afterEndMs));
  }

  /** Emits so many quotes at once; false when there are no more up to that time, or when they could not be kept. */
  async function emitNext(to: Emit, target: number): Promise<boolean> {
    const quotes = schedule.upTo(target, atOnceMax);
    // While a quote is handled the clock shows the quote's own time.
    const handle = (quote: Quote) => to(quote, () => (time = Math.max(time, quote.time)));
    const kept = await Promise.all(quotes.map(handle));
    const missed = kept.indexOf(false);
    schedule.take(missed < 0 ? quotes.length : missed);
    return missed < 0 && quotes.length === atOnceMax;
  }

  function play(): void {
    let wall = options.now();
    let playing = false;
    const step = async (): Promise<void> => {
      // What could not be kept for longer than a step has held the clock up: the time is not caught up with.
      const elapsedMs = Math.min(Math.max(0, options.now() - wall), stepMsMax);
      wall = options.now();
      const waiting = schedule.next();
      const jump = waiting !== undefined && waiting.time - time > jumpAfterMs;
      await advanceTo(jump ? waiting.time : Math.floor(time + elapsedMs * options.speed));
      if (schedule.next() !== undefined || time < schedule.endsAt + afterEndMs) return;
      clearInterval(timer);
      options.log.info({ until: range.until }, 'the replay has ended');
    };
    timer = setInterval(() => {
      if (playing) return;
      playing = true;
      void step().finally(() => (playing = false));
    }, tickMs);
  }

  return {
    kind: 'replay',
    codes: new Set(range.files.map((file) => file.instrument.code)),
    range,
    clock: () => time,
    advanceTo,
    ended: () => schedule.next() === undefined,
    start: async (to) => {
      emit = to;
      void advanceTo(time);
      if (options.speed > 0) play();
    },
    stop: async () => {
      emit = undefined;
      clearInterval(timer);
    },
  };
}

interface MinuteBar {
  readonly instrument: Instrument;
  readonly bar: RecordedBar;
}

/** All quotes of a range in order of time, made minute by minute. */
class Schedule {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly #minutes: [time: number, bars: MinuteBar[]][];
  /** Where a replay goes on, it has already emitted everything up to here. */
  readonly #after: number;
  #minute = 0;
  #quotes: Quote[] = [];
  #position = 0;

  constructor(files: readonly ReplayFile[], from: number | undefined) {
    const bars = files.flatMap(({ instrument, bars: recorded }) => recorded.map((bar) => ({ instrument, bar })));
    const byMinute = Map.groupBy(bars, ({ bar }) => bar.time);
    this.#minutes = [...byMinute].toSorted(([a], [b]) => a - b);
    const first = this.#minutes.at(0)?.[0] ?? 0;
    this.endsAt = (this.#minutes.at(-1)?.[0] ?? 0) + minuteMs;
    const resumed = from !== undefined && from > first && from < this.endsAt;
    this.startsAt = resumed ? from : first;
    this.#after = resumed ? from : Number.NEGATIVE_INFINITY;
    while ((this.#minutes[this.#minute]?.[0] ?? Infinity) + minuteMs <= this.#after) this.#minute += 1;
  }

  next(): Quote | undefined {
    while (this.#position >= this.#quotes.length && this.#minute < this.#minutes.length) this.#load();
    return this.#quotes[this.#position];
  }

  /** The next quotes up to a time, at most so many. They stay until they are taken. */
  upTo(time: number, max: number): Quote[] {
    while (this.#quotes.length - this.#position < max && (this.#minutes[this.#minute]?.[0] ?? NaN) <= time) this.#load();
    const end = this.#quotes.findIndex((quote, place) => place >= this.#position && quote.time > time);
    return this.#quotes.slice(this.#position, end < 0 ? undefined : end).slice(0, max);
  }

  take(many: number): void {
    this.#position += many;
  }

  #load(): void {
    const bars = this.#minutes[this.#minute]?.[1] ?? [];
    this.#minute += 1;
    const loaded = bars
      .flatMap(({ instrument, bar }) => quotesOfBar(instrument, bar))
      .filter((quote) => quote.time > this.#after)
      .toSorted((a, b) => a.time - b.time);
    this.#quotes = [...this.#quotes.slice(this.#position), ...loaded];
    this.#position = 0;
  }
}
