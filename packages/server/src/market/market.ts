import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { DayFigures } from '@assay/domain/market/day-window.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { type DollarPair, dollarPairsOf, rateOf } from '@assay/domain/market/rates.ts';
import type { Simulator } from '@assay/domain/market/simulator.ts';
import type { Fixed } from '@assay/domain/money/fixed.ts';
import type { ContractPrices } from '@assay/domain/positions/position.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { Http } from '../platform/http.ts';
import type { Job } from '../platform/jobs.ts';
import type { Fence } from '../platform/lead/lead.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { adjustTickers } from './adjust-tickers.ts';
import type { Feed } from './feeds/feed.ts';
import { createFigures } from './figures.ts';
import { followTape } from './follow-tape.ts';
import { loadInstruments, readInstruments } from './instruments.ts';
import { Intake } from './intake.ts';
import { marketJobs } from './jobs.ts';
import { Pace } from './pace.ts';
import { pricesAt } from './prices-at.ts';
import type { HaltListener, Market, QuoteListener } from './prices.ts';
import type { TapedQuote } from './recording/batches.ts';
import { createHistory } from './recording/history.ts';
import { type Loaded, loadAll } from './recording/load.ts';
import { readQuoteAt } from './recording/quote-at.ts';
import { readRealPrices } from './recording/real-prices.ts';
import { createRecorder, type Recorder } from './recording/recorder.ts';
import { type Heard, HeardFreshness, followQuotes } from './relay.ts';
import { itemsOf, type MarketRoutes, type Offers, offersOf, serveMarket } from './routes.ts';
import type { ClosedBar } from './series.ts';
import { Ticker } from './ticker.ts';
import { usedQuotes } from './used-quotes.ts';

export interface MarketOptions extends Pick<MarketRoutes, 'unfed'> {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Processes of the role `all` share only the database: the others send each other messages. */
  readonly role: 'all' | 'api' | 'engine';
  readonly catalogue: readonly Instrument[];
  /** Where two feeds bring the same instrument, the first has it. */
  readonly feeds: readonly Feed[];
  /** Makes what came before the first recorded price of instruments whose feed is simulated. */
  readonly simulator?: Pick<Simulator, 'bars' | 'minutes'>;
  /** By which this process notices that it has stood still; the machine's own clocks where nothing else is said. */
  readonly pace?: Pace;
}

const tickMs = 100;
const flushMs = 1000;
/** A process that missed the message has changed terms after this at the latest. */
const termsMs = 60_000;
/** Said when operators have changed the terms of an instrument, or called a price real. */
const termsTopic = 'instrument-terms';

/** Reads the instruments from the database; prices come with `start`. */
export async function createMarket(options: MarketOptions): Promise<Market> {
  const { db, catalogue, log, metrics } = options;
  const listed = await loadInstruments(db, catalogue);
  const numbers = new Map(listed.map(({ instrument, number }) => [instrument.code, number]));
  const instruments = listed.map(({ instrument }) => instrument);
  return new LiveMarket(options, instruments, numbers, createRecorder(db, { log, metrics }));
}

class LiveMarket implements Market {
  readonly #options: MarketOptions;
  #instruments: readonly Instrument[];
  readonly #tickers: ReadonlyMap<string, Ticker>;
  readonly #dollarPairs: ReadonlyMap<string, DollarPair>;
  readonly #recorder: Recorder;
  readonly #quoteListeners = new Set<QuoteListener>();
  readonly #haltListeners = new Set<HaltListener>();
  readonly #intake: Intake;
  readonly #figures: ReturnType<typeof createFigures>;
  readonly #timers: NodeJS.Timeout[] = [];
  /** What is taken in of the tape: all is loaded anew before this process leads where not all that was made of it is recorded. */
  #loaded: Loaded = { through: 0, isRecorded: false };
  /** Nothing closes meanwhile: what is on the tape of a minute has to be in it first. */
  #isLoading = false;
  readonly #pace: Pace;
  #leads = false;
  readonly #begunHere = new Set<string>();
  #term: Pick<Fence, 'holds'> | undefined;
  #unfollow: (() => void) | undefined;
  readonly #ends: (() => void)[] = [];
  readonly #told = new HeardFreshness();

  constructor(
    options: MarketOptions,
    instruments: readonly Instrument[],
    numbers: ReadonlyMap<string, number>,
    recorder: Recorder,
  ) {
    this.#options = options;
    this.#instruments = instruments;
    this.#recorder = recorder;
    this.#figures = createFigures(options.metrics);
    const kindOf = (code: string) => (options.feeds.find(({ codes }) => codes.has(code)) ?? options.feeds[0])?.kind ?? 'live';
    this.#pace = options.pace ?? new Pace();
    const elapsed = () => options.clock.elapsed();
    const tickerOf = (each: Instrument) => new Ticker(each, kindOf(each.code), (...bar) => this.#close(...bar), elapsed);
    this.#tickers = new Map(instruments.map((each) => [each.code, tickerOf(each)]));
    this.#dollarPairs = dollarPairsOf(instruments);
    this.#intake = new Intake({
      ...options,
      tickers: this.#tickers,
      numbers,
      recorder,
      publishes: options.role === 'engine',
      told: (ticker, quote) => this.#tell(ticker, quote),
      noticed: (ticker) => this.#noticeHalt(ticker, this.#now()),
      now: () => this.#now(),
      figures: this.#figures,
    });
  }

  instruments(): readonly Instrument[] {
    return this.#instruments;
  }

  catalogue(): readonly Instrument[] {
    return this.#options.catalogue;
  }

  instrument(code: string): Instrument | undefined {
    return this.#tickers.get(code)?.instrument;
  }

  quote(code: string): Quote | undefined {
    return this.#tickers.get(code)?.quote;
  }

  at(time: number, earlier: (code: string) => Quote | undefined): ContractPrices {
    return pricesAt(this, this.#tickers, time, { earlier, rateBy: (...of) => rateOf(this.#dollarPairs, ...of) });
  }

  async quoteAt(code: string, time: number, ageMsMax: number, db: Queryable = this.#options.db): Promise<Quote | undefined> {
    const ticker = this.#tickers.get(code);
    if (ticker === undefined) return undefined;
    const recent = ticker.lastQuoteAt(time);
    if (recent !== undefined) return time - recent.time > ageMsMax ? undefined : recent;
    return readQuoteAt(db, { code, source: ticker.kind, time, ageMsMax });
  }

  heldSince(code: string): number | undefined {
    return this.#tickers.get(code)?.heldSince;
  }

  feedKind(instrument: Instrument): FeedKind {
    return this.#tickers.get(instrument.code)?.kind ?? 'live';
  }

  tradable(code: string): boolean {
    return this.#tickers.get(code)?.tradable(this.#now()) ?? false;
  }

  fresh(code: string): boolean {
    const [ticker, followed] = [this.#tickers.get(code), this.#unfollow !== undefined];
    if (ticker === undefined || !followed) return ticker !== undefined && this.#intake.fresh(ticker);
    return this.#told.fresh(ticker, this.#options.clock.elapsed());
  }

  suspended(code: string): boolean {
    const ticker = this.#tickers.get(code);
    return ticker === undefined || ticker.suspension(this.#now()) !== undefined;
  }

  suspendedSince(code: string): number | undefined {
    return this.#tickers.get(code)?.suspendedSince(this.#now());
  }

  day(code: string): DayFigures | undefined {
    return this.#tickers.get(code)?.day(this.#now());
  }

  splits(code: string): number {
    return this.#tickers.get(code)?.splits ?? 0;
  }

  quoteToUsdt(instrument: Instrument): Fixed | undefined {
    return rateOf(this.#dollarPairs, instrument, ({ code }) => (this.tradable(code) ? this.quote(code) : undefined));
  }

  onQuote(listener: QuoteListener): () => void {
    this.#quoteListeners.add(listener);
    return () => this.#quoteListeners.delete(listener);
  }

  onHalt(listener: HaltListener): () => void {
    this.#haltListeners.add(listener);
    return () => this.#haltListeners.delete(listener);
  }

  readonly usedQuotes = usedQuotes;
  readonly quotesSince = (code: string, told: Quote | undefined) => this.#tickers.get(code)?.since(told);
  readonly items: Market['items'] = (codes) => itemsOf(this.#tickers, codes, this.#now());
  readonly tapeLagMs = () => this.#intake.tapeLagMs();
  readonly flush = () => this.#recorder.flush();

  async start(): Promise<void> {
    const { role, bus } = this.#options;
    await this.#load();
    await this.#readWords();
    this.#follow();
    this.#pace.beat();
    this.tick();
    this.#ends.push(bus.subscribe(termsTopic, () => void this.#readTerms()));
    this.#timers.push(setInterval(() => void this.#readTerms(), termsMs));
    this.#timers.push(setInterval(() => this.tick(), tickMs));
    if (role !== 'api') this.#timers.push(setInterval(() => void this.flush(), flushMs));
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    for (const end of this.#ends.splice(0)) end();
    await this.#retire();
    this.#unfollow?.();
  }

  async lead(term?: Fence, before: () => Promise<void> = async () => undefined): Promise<void> {
    this.#unfollow?.();
    this.#unfollow = undefined;
    this.#leads = true;
    this.#term = term;
    this.#recorder.begin(term);
    const last = await this.#intake.prepare(term);
    if (last !== this.#loaded.through || !this.#loaded.isRecorded) await this.#load();
    for (const ticker of this.#tickers.values()) ticker.holdElsewhere(false);
    await this.#readWords();
    await before();
    await this.#intake.begin();
  }

  async standBy(): Promise<void> {
    await this.#retire();
    this.#follow();
  }

  tick(): void {
    const now = this.#now();
    this.#pace.beat();
    if (this.#isLoading) return;
    const held: string[] = [];
    const standing = { suspended: 0, gaps: 0, late: 0 };
    for (const ticker of this.#tickers.values()) {
      ticker.settle(now);
      if (ticker.holding) held.push(ticker.instrument.code);
      if (ticker.suspension(now) !== undefined) standing.suspended += 1;
      if (ticker.openingGap !== undefined) standing.gaps += 1;
      if (ticker.tradable(now) && !this.fresh(ticker.instrument.code)) standing.late += 1;
      this.#noticeHalt(ticker, now);
    }
    this.#figures.standing(standing);
    if (this.#leads && this.#term?.holds() !== false) this.#intake.publish(held);
  }

  close(code: string): ReturnType<Market['close']> {
    return this.#tickers.get(code)?.close ?? null;
  }

  async actionsChanged(): Promise<void> {
    await this.#readActions();
    this.termsChanged();
  }

  async stopForAction(code: string): Promise<void> {
    this.#begunHere.add(code);
    await this.#readActions();
    await this.#intake.idle();
  }

  termsChanged(): void {
    this.#options.bus.publish(termsTopic, null);
  }

  registerRoutes(http: Http, ...offers: Offers): void {
    const { db, clock, simulator, unfed } = this.#options;
    const history = simulator && createHistory(simulator);
    const lastRate = (instrument: Instrument) => rateOf(this.#dollarPairs, instrument, ({ code }) => this.quote(code));
    serveMarket(http, { tickers: this.#tickers, unfed, lastRate, ...offersOf(...offers), db, clock, history });
  }

  jobs(): readonly Job[] {
    return marketJobs(this.#options.db);
  }

  /** Orders from now on are opened on the terms in force; those that there are keep theirs. */
  async #readTerms(): Promise<void> {
    const { db, catalogue, log } = this.#options;
    try {
      this.#instruments = await readInstruments(db, catalogue);
      await this.#readWords();
    } catch (error) {
      return log.error({ err: error }, 'what operators said of the instruments could not be read');
    }
    for (const instrument of this.#instruments) {
      const ticker = this.#tickers.get(instrument.code);
      if (ticker !== undefined) ticker.instrument = instrument;
    }
  }

  /** Of the same close it is the operators' word that counts: they have seen what came after the split. */
  async #readWords(): Promise<void> {
    await this.#readActions();
    for (const { code, source, ...real } of await readRealPrices(this.#options.db)) {
      const ticker = this.#tickers.get(code);
      if (ticker?.kind === source) ticker.believeReal(real);
    }
  }

  async #readActions(): Promise<void> {
    const restated = await adjustTickers(this.#options.db, this.#tickers, this.#begunHere);
    for (const [ticker, quote] of restated) this.#tell(ticker, { ...quote, source: ticker.kind, position: 0, acts: false });
  }

  async #retire(): Promise<void> {
    if (!this.#leads) return;
    await this.#intake.end();
    this.tick();
    await this.#recorder.end();
    this.#leads = false;
    this.#loaded = { ...this.#loaded, isRecorded: false };
  }

  /** Without a leader it is not recorded: the next leader has to load it, and to close it again. */
  #close(ticker: Ticker, bar: ClosedBar): void {
    if (!this.#leads) this.#loaded = { ...this.#loaded, isRecorded: false };
    this.#recorder.closed(ticker, bar);
  }

  async #load(): Promise<void> {
    await adjustTickers(this.#options.db, this.#tickers, this.#begunHere);
    const parts = { ...this.#options, tickers: this.#tickers, recorder: this.#recorder, now: this.#now() };
    this.#isLoading = true;
    this.#loaded = await loadAll(parts).finally(() => (this.#isLoading = false));
  }

  /** Followers get prices from the leader: over the bus, or by the tape where there is no bus. */
  #follow(): void {
    const [take, hold] = [this.#take, this.#holdElsewhere];
    const parts = { ...this.#options, tickers: this.#tickers, after: this.#loaded.through, take, hold };
    this.#unfollow = this.#options.role === 'all' ? followTape(parts) : followQuotes(this.#options.bus, take, hold);
  }

  readonly #take = (quote: Quote, { before = this.quote(quote.code)?.time, position = this.#loaded.through }: Heard): void => {
    this.#mindPace();
    const ticker = this.#tickers.get(quote.code);
    if (ticker?.follow(quote, before) !== true) return;
    this.#loaded = { through: position, isRecorded: false };
    this.#tell(ticker, { ...quote, source: ticker.kind, position: 0, acts: false });
  };

  /** Whatever wakes first after a pause, a price, a call or the timer, finds that it was one. */
  #mindPace(): void {
    if (!this.#pace.stoodStill()) return;
    const now = this.#options.clock.now();
    this.#options.log.warn('this process has stood still, or its clock was set: nothing trades before the next prices');
    for (const ticker of this.#tickers.values()) ticker.interrupt(now);
  }

  readonly #holdElsewhere = (held: ReadonlySet<string>, late: ReadonlySet<string>): void => {
    this.#told.hear(late, this.#options.clock.elapsed());
    for (const ticker of this.#tickers.values()) ticker.holdElsewhere(held.has(ticker.instrument.code));
  };

  #tell(ticker: Ticker, quote: TapedQuote): void {
    if (quote.position > 0) this.#loaded = { through: quote.position, isRecorded: false };
    this.#noticeHalt(ticker, this.#now());
    for (const listener of this.#quoteListeners) this.#guard(() => listener(quote, ticker.instrument));
  }

  #noticeHalt(ticker: Ticker, now: number): void {
    const halted = !ticker.tradable(now);
    if (halted === ticker.halted) return;
    ticker.halted = halted;
    for (const listener of this.#haltListeners) this.#guard(() => listener(ticker.instrument, halted));
  }

  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#options.log.error({ err: error }, 'a listener of the market failed');
    }
  }

  #now(): number {
    this.#mindPace();
    return this.#options.clock.now();
  }
}
