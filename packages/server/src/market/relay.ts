import { freshForMs } from '@assay/domain/market/freshness.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Bus } from '../platform/bus.ts';
import type { Ticker } from './ticker.ts';

/**
 * Quotes travel as plain arrays, in the order in which they were believed, with the time of the one before: a receiver
 * that knows another predecessor has missed some. 0 where it is not said.
 */
type WireQuote = [code: string, bid: number, ask: number, time: number, volume: number, before?: number];

/**
 * What the sender of a quote says of its place: after which other one it came, or in which batch of the tape, of which
 * none is left out.
 */
export interface Heard {
  readonly before?: number;
  readonly position?: number;
}

export interface QuoteBatch {
  readonly quotes: readonly WireQuote[];
  /** Instruments whose price is held back by the sanity rule: only who takes the feeds sees that. */
  readonly held: readonly string[];
  /** Instruments at whose price nothing new may be opened, since their source is late or silent. */
  readonly late: readonly string[];
}

const quotesTopic = 'quotes';
/** Sent also when nothing has changed: without it a receiver does not know whether prices still arrive in time. */
const sayMsMax = 500;
/** Asked by a process that has just started: it gets every last quote, not only the next ones. */
const wantedTopic = 'quotes-wanted';

export interface Publisher {
  /** With the time of the one before it. */
  add(quote: Quote, before: number | undefined): void;
  /** Sends what has come since the last time, if anything has changed. */
  publish(held: readonly string[], late: readonly string[]): void;
  stop(): void;
}

/** Publishes to other processes the quotes that this one accepts. `all` returns every last quote. */
export function createPublisher(bus: Bus, all: () => Quote[], elapsed: () => number): Publisher {
  let waiting: WireQuote[] = [];
  let heldBefore = '';
  let saidAt = -Infinity;
  const stop = bus.subscribe(wantedTopic, () => {
    waiting = [...all().map((quote) => wireOf({ ...quote, volume: 0 }, undefined)), ...waiting];
    heldBefore = 'unknown to the one who asks';
  });
  return {
    add: (quote, before) => waiting.push(wireOf(quote, before)),
    publish(held, late) {
      const heldNow = `${held.join(' ')}|${late.join(' ')}`;
      const quiet = elapsed() - saidAt < sayMsMax;
      if (quiet && waiting.length === 0 && heldNow === heldBefore) return;
      const batch: QuoteBatch = { quotes: waiting, held, late };
      saidAt = elapsed();
      waiting = [];
      heldBefore = heldNow;
      bus.publish(quotesTopic, batch);
    },
    stop,
  };
}

/** Follows the process that takes the feeds. Answers how to end it. */
export function followQuotes(
  bus: Bus,
  take: (quote: Quote, heard: Heard) => void,
  hold: (held: ReadonlySet<string>, late: ReadonlySet<string>) => void,
): () => void {
  const stop = bus.subscribe<QuoteBatch>(quotesTopic, ({ quotes, held, late }) => {
    hold(new Set(held), new Set(late));
    for (const [code, bid, ask, time, volume, before = 0] of quotes) take({ code, bid, ask, time, volume }, { before });
  });
  bus.publish(wantedTopic, null);
  return stop;
}

/** What the process that takes the feeds has last said of prices that are late, for one that follows it. */
export class HeardFreshness {
  #late: ReadonlySet<string> = new Set();
  #at = -Infinity;

  hear(late: ReadonlySet<string>, elapsed: number): void {
    this.#late = late;
    this.#at = elapsed;
  }

  /** A receiver without messages does not know. */
  fresh({ instrument, kind }: Pick<Ticker, 'instrument' | 'kind'>, elapsed: number): boolean {
    const allowed = freshForMs(instrument, kind);
    return allowed === null || (!this.#late.has(instrument.code) && elapsed - this.#at <= allowed);
  }
}

function wireOf({ code, bid, ask, time, volume }: Quote, before = 0): WireQuote {
  return [code, bid, ask, time, volume, before];
}
