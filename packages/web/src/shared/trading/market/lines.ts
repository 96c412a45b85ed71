import type { FeedQuote } from '@assay/contract/feed.ts';
import { quotedCodesMax } from '@assay/contract/vocabulary/limits.ts';
import { continueLine } from './line.ts';

/** A line's first point becomes older than a day meanwhile: at this age it is fetched again while it is visible. */
const lineAgeMs = 60_000;
/** Rows scrolled past are gone by then. */
const askAfterMs = 120;

type Listener = () => void;

interface Line {
  readonly points: readonly number[];
  /** Time of the last point, as far as the feed has sent it; 0 before. */
  readonly lastMs: number;
  /** Undefined until a quote has arrived. */
  readonly splits: number | undefined;
  /** By this device. */
  readonly takenAt: number;
}

export interface LineOptions {
  readonly fetch: (codes: readonly string[]) => Promise<readonly Lined[]>;
  readonly quoteOf: (code: string) => FeedQuote | undefined;
  readonly onQuote: (code: string, listener: Listener) => Listener;
  readonly now: () => number;
  /** Runs later; the answer calls it off. */
  readonly later: (milliseconds: number, run: () => void) => Listener;
}

/** An instrument's day as a list of the market sends it; without points where it leaves them out. */
interface Lined {
  readonly code: string;
  readonly hundred?: readonly number[] | undefined;
}

/**
 * The small lines of the visible instruments, one of each: requested together, continued by the feed, and the same list of
 * points for all components until it changes. There are as many as instruments at most.
 */
export class Lines {
  readonly #options: LineOptions;
  readonly #lines = new Map<string, Line>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #ends = new Map<string, Listener>();
  readonly #asked = new Set<string>();
  #next: { readonly at: number; readonly callOff: Listener } | undefined;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  /** Undefined until it is known. */
  pointsOf(code: string): readonly number[] | undefined {
    return this.#lines.get(code)?.points;
  }

  listen(code: string, listener: Listener): Listener {
    const listeners = this.#listeners.get(code) ?? new Set();
    if (listeners.size === 0) {
      this.#listeners.set(code, listeners);
      this.#ends.set(
        code,
        this.#options.onQuote(code, () => this.#hear(code)),
      );
      if (this.#isOld(code)) this.#askIn(askAfterMs);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#listeners.get(code) !== listeners) return;
      this.#listeners.delete(code);
      this.#ends.get(code)?.();
      this.#ends.delete(code);
    };
  }

  /** What some answer has brought of lines beside other things. */
  take(items: readonly Lined[]): void {
    for (const { code, hundred } of items) {
      if (hundred === undefined) continue;
      this.#lines.set(code, { points: hundred, lastMs: 0, splits: undefined, takenAt: this.#options.now() });
      this.#hear(code, true);
    }
  }

  #hear(code: string, isNew = false): void {
    const line = this.#lines.get(code);
    const quote = this.#options.quoteOf(code);
    if (line === undefined) return;
    const splits = quote === undefined ? line.splits : (quote.splits ?? 0);
    if (line.splits !== undefined && splits !== line.splits) {
      // In other units from here on: what is drawn stays until the line is known in those.
      this.#lines.set(code, { ...line, splits, takenAt: -Infinity });
      return this.#askIn(0);
    }
    const time = quote === undefined ? line.lastMs : Date.parse(quote.time);
    const lastMs = line.lastMs === 0 ? time : line.lastMs;
    const points = quote === undefined ? line.points : continueLine(line.points, lastMs, Number(quote.price), time);
    this.#lines.set(code, { ...line, points, splits, lastMs: time });
    if (isNew || points !== line.points) for (const listener of this.#listeners.get(code) ?? []) listener();
  }

  #isOld(code: string): boolean {
    return this.#options.now() - (this.#lines.get(code)?.takenAt ?? -Infinity) >= lineAgeMs;
  }

  /** Asks then, or before where that was planned already. */
  #askIn(milliseconds: number): void {
    const at = this.#options.now() + milliseconds;
    if (this.#next !== undefined && this.#next.at <= at) return;
    this.#next?.callOff();
    const callOff = this.#options.later(milliseconds, () => {
      this.#next = undefined;
      void this.#ask();
    });
    this.#next = { at, callOff };
  }

  /** Fetches all lines that are visible and old, and again as long as any is visible. */
  async #ask(): Promise<void> {
    const wanted = [...this.#listeners.keys()].filter((code) => this.#isOld(code) && !this.#asked.has(code));
    const codes = wanted.slice(0, quotedCodesMax);
    for (const code of codes) this.#asked.add(code);
    try {
      if (codes.length > 0) this.take(await this.#options.fetch(codes));
    } catch {
      // The line is drawn as far as it is known; the next look asks again.
    }
    for (const code of codes) this.#asked.delete(code);
    if (wanted.length > codes.length) this.#askIn(0);
    else if (this.#listeners.size > 0) this.#askIn(lineAgeMs);
  }
}
