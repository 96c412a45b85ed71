import { freshForMs } from '@assay/domain/market/freshness.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Fence } from '../platform/lead/lead.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Feed } from './feeds/feed.ts';
import type { createFigures } from './figures.ts';
import { Instants } from './instants.ts';
import type { TapedQuote } from './recording/batches.ts';
import type { Recorder } from './recording/recorder.ts';
import { type Believed, Tape } from './recording/tape.ts';
import { createPublisher, type Publisher } from './relay.ts';
import type { Ticker } from './ticker.ts';

export interface IntakeParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Where two feeds bring the same instrument, the first has it. */
  readonly feeds: readonly Feed[];
  readonly tickers: ReadonlyMap<string, Ticker>;
  readonly numbers: ReadonlyMap<string, number>;
  readonly recorder: Recorder;
  /** True where other processes are to be notified. */
  readonly publishes: boolean;
  /** Called with every quote that counts now. */
  readonly told: (ticker: Ticker, quote: TapedQuote) => void;
  /** Called when it may have stopped or started being tradable. */
  readonly noticed: (ticker: Ticker) => void;
  /** Business time. */
  readonly now: () => number;
  readonly figures: ReturnType<typeof createFigures>;
}

/** Takes the feeds in the one process that leads: what is believed goes to the tape, and counts from then on. */
export class Intake {
  readonly #parts: IntakeParts;
  readonly #tape: Tape;
  readonly #instants = new Instants();
  #publisher: Publisher | undefined;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
    this.#tape = new Tape({
      ...parts,
      elapsed: () => parts.clock.elapsed(),
      kept: (believed, position) => this.#count(believed, position),
      givenUp: (believed) => this.#giveUp(believed),
    });
  }

  /** Answers the number of the last batch of the tape, after which this process goes on. */
  prepare(term: Fence | undefined): Promise<number> {
    return this.#tape.begin(term);
  }

  /** From now on quotes come in. */
  async begin(): Promise<void> {
    const { feeds, bus, publishes } = this.#parts;
    if (publishes)
      this.#publisher = createPublisher(
        bus,
        () => this.#lastQuotes(),
        () => this.#parts.clock.elapsed(),
      );
    for (const feed of feeds) await feed.start((quote, counts) => this.#take(feed, quote, counts));
  }

  /** No more come in; what is on its way to the tape is finished. */
  async end(): Promise<void> {
    await Promise.all(this.#parts.feeds.map((feed) => feed.stop()));
    await this.#tape.end();
    this.#publisher?.stop();
    this.#publisher = undefined;
  }

  /** Until what has been believed so far counts, or is given up. */
  idle(): Promise<void> {
    return this.#tape.idle();
  }

  tapeLagMs(): number {
    return this.#tape.lagMs();
  }

  /** Sends other processes what has come since the last time. */
  publish(held: readonly string[]): void {
    this.#publisher?.publish(held, this.#late());
  }

  /** A feed must not fail because of the quotes that it delivers. See `Emit`. */
  #take(feed: Feed, told: Quote, counts: (() => void) | undefined): Promise<boolean> {
    const { tickers, figures, noticed, recorder, log } = this.#parts;
    const now = this.#parts.now();
    const ticker = tickers.get(told.code);
    if (ticker === undefined || ticker.kind !== feed.kind) {
      figures.dropped.inc({ reason: 'unknown' });
      return Promise.resolve(true);
    }
    // A feed that is the clock brings quotes before the clock shows their time.
    const patient = feed.clock !== undefined;
    const quote = patient ? told : this.#instants.apart(told, ticker.quote);
    const then = patient ? Math.max(now, quote.time) : now;
    const verdict = ticker.judge(quote, then);
    if (verdict.outcome === 'dropped') figures.dropped.inc({ reason: verdict.reason });
    if (verdict.outcome === 'held') {
      figures.held.inc();
      recorder.held(ticker);
      // Processes that read it elsewhere must not trade on the price before for as long as a flush may take to come.
      if (ticker.heldSince === quote.time) void recorder.flush();
      if (ticker.heldSince === quote.time && ticker.openingGap !== undefined) {
        log.warn({ code: quote.code }, 'a share is far from its last close: two operators must say why');
      }
    }
    noticed(ticker);
    if (verdict.outcome !== 'accepted') return Promise.resolve(true);
    figures.accepted.inc();
    this.#instants.believed(quote, told.time);
    for (const earlier of verdict.confirmed ?? []) void this.#tape.append(feed.kind, { quote: earlier, acts: false }, patient);
    return this.#tape.append(feed.kind, { quote, acts: ticker.mayAct(quote, then), counts }, patient);
  }

  #count(believed: readonly Believed[], position: number): void {
    for (const { quote, acts, counts } of believed) {
      const ticker = this.#parts.tickers.get(quote.code);
      if (ticker === undefined) continue;
      counts?.();
      const before = ticker.quote?.time;
      ticker.count(quote);
      this.#parts.recorder.counted(ticker, position);
      this.#publisher?.add(quote, before);
      this.#parts.told(ticker, { ...quote, source: ticker.kind, position, acts });
    }
  }

  #giveUp(believed: readonly Believed[]): void {
    for (const { quote } of believed) {
      const ticker = this.#parts.tickers.get(quote.code);
      if (ticker === undefined) continue;
      ticker.giveUp(quote);
      this.#parts.recorder.held(ticker);
      this.#parts.noticed(ticker);
    }
  }

  /** True while its feed has just proved to be in time. */
  fresh({ instrument, kind }: Ticker): boolean {
    const allowed = freshForMs(instrument, kind);
    if (allowed === null) return true;
    const feed = this.#parts.feeds.find(({ codes }) => codes.has(instrument.code));
    return feed?.provedMsAgo === undefined || feed.provedMsAgo() <= allowed;
  }

  #late(): string[] {
    return [...this.#parts.tickers.values()].flatMap((ticker) => (this.fresh(ticker) ? [] : [ticker.instrument.code]));
  }

  #lastQuotes(): Quote[] {
    return [...this.#parts.tickers.values()].flatMap(({ quote }) => (quote === undefined ? [] : [quote]));
  }
}
