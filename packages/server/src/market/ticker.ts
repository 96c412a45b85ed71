import { chartPointsMax } from '@assay/contract/vocabulary/limits.ts';
import { type CandlePeriod, candlePeriods, type FeedKind } from '@assay/contract/vocabulary/markets.ts';
import { type Bar, barStart, extendBar, foldBar } from '@assay/domain/market/candles.ts';
import { type DayFigures, DayWindow } from '@assay/domain/market/day-window.ts';
import { isOpen, nextOpening } from '@assay/domain/market/hours.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { lastQuoteAt, mid, type Quote } from '@assay/domain/market/quote.ts';
import {
  believe,
  believeReal,
  checkQuote,
  initialSanity,
  type KeptSanity,
  openingGap,
  type OpeningGap,
  type RealPrice,
  restoredSanity,
  type SanityRules,
  sanityRules,
  type SanityState,
  type Suspension,
  suspension,
  type Verdict,
} from '@assay/domain/market/sanity.ts';

/** Periods that are recorded, each built from the one before; the others are put together when they are read. */
export const recordedPeriods = ['1m', '5m', '1h', '1d'] as const satisfies readonly CandlePeriod[];
export type RecordedPeriod = (typeof recordedPeriods)[number];

/** A bar that will not change any more. */
export interface ClosedBar {
  readonly period: RecordedPeriod;
  readonly bar: Bar;
}

/**
 * A minute stays open for this long after its end, for quotes that are still on their way. Whatever comes later is
 * left out of its bar, because the bar is closed.
 */
const lateMsMax = 2_000;

/** Closed bars kept in memory: a chart's points, and for larger ones what may not be written down yet. */
const keptMax: Readonly<Record<RecordedPeriod, number>> = { '1m': chartPointsMax, '5m': 3, '1h': 3, '1d': 3 };

/** Good quotes kept in memory, for questions about a moment just past. */
const recentMax = 64;

interface Series {
  readonly closed: Bar[];
  open: Bar | undefined;
}

/** All that is known about the price of one instrument: no input or output, one caller. */
export class Ticker {
  /** With the terms in force; what the price is made of never changes. */
  instrument: Instrument;
  readonly kind: FeedKind;
  readonly #rules: SanityRules;
  readonly #window = new DayWindow();
  readonly #series: Readonly<Record<RecordedPeriod, Series>> = {
    '1m': { closed: [], open: undefined },
    '5m': { closed: [], open: undefined },
    '1h': { closed: [], open: undefined },
    '1d': { closed: [], open: undefined },
  };
  readonly #onClosed: (ticker: Ticker, closed: ClosedBar) => void;
  #sanity: SanityState = initialSanity();
  readonly #recent: Quote[] = [];
  /** Everything that began before this moment is closed. */
  #closedUntil = 0;
  /** What the process that takes the feeds says about a quote that it holds back; this process does not see it. */
  #heldElsewhere = false;
  /** When the last good quote was heard, by the clock that only ever grows. */
  #heardAt = 0;
  readonly #elapsed: () => number;
  /** When this process found that it had stood still, and has heard no quote since; business time. */
  #interruptedAt: number | undefined;
  /** Start of the first minute that was ever quoted here. */
  firstMinute: number | undefined;
  halted = true;

  constructor(
    instrument: Instrument,
    kind: FeedKind,
    onClosed: (ticker: Ticker, closed: ClosedBar) => void,
    elapsed: () => number,
  ) {
    this.instrument = instrument;
    this.kind = kind;
    this.#rules = sanityRules(instrument, kind);
    this.#onClosed = onClosed;
    this.#elapsed = elapsed;
  }

  /** Judges a quote of a feed and, when it is believed, counts it. */
  take(quote: Quote, now: number): Verdict {
    const { state, verdict } = checkQuote(this.#sanity, quote, this.#rules, now);
    this.#sanity = state;
    if (verdict.outcome === 'accepted') {
      for (const one of verdict.confirmed ?? []) this.#count(one);
      this.#count(quote);
    }
    return verdict;
  }

  /** Counts a quote that another process has judged; false for one that is already known. */
  follow(quote: Quote): boolean {
    const { last } = this.#sanity;
    if (last !== null && (quote.time < last.time || isSame(quote, last))) return false;
    this.#sanity = believe(this.#sanity, quote, this.#rules);
    this.#count(quote);
    return true;
  }

  /** Takes two operators' word that a price is real; of another close than the last one it means nothing. */
  believeReal(real: RealPrice): void {
    this.#sanity = believeReal(this.#sanity, real);
  }

  /** A price that waits for two operators, since it is too far from the last session's close. */
  get openingGap(): OpeningGap | undefined {
    return openingGap(this.#sanity, this.#rules);
  }

  /** The last price of the last session that was quoted, where sessions are compared. */
  get close(): KeptSanity['close'] {
    return this.#sanity.close;
  }

  holdElsewhere(held: boolean): void {
    this.#heldElsewhere = held;
  }

  /** Nobody knows what the price has done: nothing trades before the next quote. A replay stands still with whoever shows it. */
  interrupt(now: number): void {
    if (this.kind !== 'replay') this.#interruptedAt ??= now;
  }

  get quote(): Quote | undefined {
    return this.#sanity.last ?? undefined;
  }

  /** The last good quote made at or before a moment; undefined when memory does not reach back that far. */
  lastQuoteAt(time: number): Quote | undefined {
    return lastQuoteAt(this.#recent, time);
  }

  /** Time of the quote that moved too far, while it waits to be confirmed. */
  get heldSince(): number | undefined {
    return this.#sanity.held[0]?.time;
  }

  /** True while a price that moved too far waits to be confirmed. */
  get holding(): boolean {
    return this.#heldElsewhere || this.#sanity.held.length > 0;
  }

  suspension(now: number): Suspension | undefined {
    if (this.#heldElsewhere) return 'spike';
    const open = isOpen(this.instrument.hours, now);
    if (open && this.#interruptedAt !== undefined) return 'stale';
    return suspension(this.#sanity, this.#rules, now, open, this.#heardMsAgo);
  }

  /**
   * Since when no good quote has come though the market was open, or a price has been held back; undefined while all is well,
   * and when there never was a quote. Closed hours do not end it: only a good quote does.
   */
  suspendedSince(now: number): number | undefined {
    const { last, held } = this.#sanity;
    if (last === null) return undefined;
    // Of what is held a restart keeps the last quote alone: the first may have come before what it knows.
    const [first] = held;
    if (first !== undefined) return Math.min(first.time, this.#missedAfter(last.time));
    if (this.#interruptedAt !== undefined) return this.#interruptedAt;
    // Somebody has set the clock back.
    if (last.time - now > this.#rules.staleAfterMs) return now - this.#heardMsAgo;
    const since = this.#missedAfter(Math.min(last.time, now - this.#heardMsAgo));
    return since < now ? since : undefined;
  }

  /** The first moment of trading hours at which a quote is missed, after one of a given time. */
  #missedAfter(time: number): number {
    const missed = time + this.#rules.staleAfterMs;
    return isOpen(this.instrument.hours, missed) ? missed : (nextOpening(this.instrument.hours, missed) ?? missed);
  }

  tradable(now: number): boolean {
    return isOpen(this.instrument.hours, now) && this.suspension(now) === undefined;
  }

  day(now: number): DayFigures | undefined {
    return this.#window.figures(now);
  }

  /** Closes of the last hundred minutes in ticks, oldest first, the running minute included. */
  points(): number[] {
    const { closed, open } = this.#series['1m'];
    const points = closed.map((bar) => bar.close);
    if (open !== undefined) points.push(open.close);
    return points.slice(-chartPointsMax);
  }

  /** The newest bars of a recorded period, oldest first: closed ones that may not be written down yet, and the open one. */
  bars(period: RecordedPeriod): Bar[] {
    const bars = [...this.#series[period].closed];
    const running = this.#running(period);
    if (running !== undefined) bars.push(running);
    return bars;
  }

  /** The minute that is still running. */
  get openMinute(): Bar | undefined {
    return this.#series['1m'].open;
  }

  /** Closes what ended by itself: without a new quote nobody else would. */
  settle(now: number): void {
    this.#closeUntil(now - lateMsMax);
  }

  /** Fills the 24-hour window and a series from what was kept, oldest first. Before any quote is counted. */
  restoreWindow(bars: readonly Bar[]): void {
    for (const bar of bars) this.#window.addBar(bar);
  }

  restoreClosed(period: RecordedPeriod, bars: readonly Bar[]): void {
    this.#series[period].closed.push(...bars.slice(-keptMax[period]));
  }

  /** Takes back what was kept of the price, and the bars that were running. */
  restoreRunning(kept: KeptSanity, open: ReadonlyMap<RecordedPeriod, Bar>): void {
    const quote = kept.last;
    this.#sanity = restoredSanity(kept, this.#rules);
    this.#heardAt = this.#elapsed();
    for (const period of recordedPeriods) this.#series[period].open = open.get(period);
    const minute = open.get('1m');
    this.#closedUntil = minute?.time ?? barStart('1m', quote.time) + candlePeriods['1m'];
    if (minute !== undefined) this.#window.addBar(minute);
  }

  #remember(quote: Quote): void {
    if (this.#recent.push(quote) > recentMax) this.#recent.shift();
  }

  /** A replay's prices grow older by its own time alone. */
  get #heardMsAgo(): number {
    return this.kind === 'replay' ? 0 : this.#elapsed() - this.#heardAt;
  }

  #count(quote: Quote): void {
    this.#heardAt = this.#elapsed();
    this.#interruptedAt = undefined;
    this.#remember(quote);
    const price = mid(quote);
    this.#window.add(price, quote.time, quote.volume);
    const start = barStart('1m', quote.time);
    if (start < this.#closedUntil) return;
    this.#closeUntil(start);
    this.firstMinute ??= start;
    const minutes = this.#series['1m'];
    minutes.open = extendBar(minutes.open, '1m', price, quote.time, quote.volume);
  }

  /** Closes every bar that ends at `time` or before, each after it has taken in the smaller one. */
  #closeUntil(time: number): void {
    const until = barStart('1m', time);
    if (until <= this.#closedUntil) return;
    this.#closedUntil = until;
    let part: Bar | undefined;
    for (const period of recordedPeriods) {
      const series = this.#series[period];
      if (part !== undefined) series.open = foldBar(series.open, period, part);
      part = series.open !== undefined && series.open.time + candlePeriods[period] <= until ? series.open : undefined;
      if (part !== undefined) this.#close(period, part);
    }
  }

  #close(period: RecordedPeriod, bar: Bar): void {
    const series = this.#series[period];
    series.open = undefined;
    series.closed.push(bar);
    if (series.closed.length > keptMax[period]) series.closed.shift();
    this.#onClosed(this, { period, bar });
  }

  /** The open bar of a period with the smaller ones that are still open inside it. */
  #running(period: RecordedPeriod): Bar | undefined {
    let running: Bar | undefined;
    for (const smaller of recordedPeriods) {
      const { open } = this.#series[smaller];
      running = running === undefined ? open : foldBar(open, smaller, running);
      if (smaller === period) break;
    }
    return running;
  }
}

function isSame(one: Quote, other: Quote): boolean {
  return one.time === other.time && one.bid === other.bid && one.ask === other.ask;
}
