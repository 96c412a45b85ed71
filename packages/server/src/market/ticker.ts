import { candlePeriods, type FeedKind } from '@assay/contract/vocabulary/markets.ts';
import { type Bar, barStart, extendBar, foldBar } from '@assay/domain/market/candles.ts';
import { type DayFigures, DayWindow } from '@assay/domain/market/day-window.ts';
import { isOpen, nextOpening } from '@assay/domain/market/hours.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { heldMsMax } from '@assay/domain/market/passed.ts';
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
import { priceAfter, restated, scaledBar } from '@assay/domain/splits/action.ts';
import { Hearing } from './hearing.ts';
import { Recent } from './recent.ts';
import type { PriceAction } from './recording/actions.ts';
import { type ClosedBar, type RecordedPeriod, emptySeries, keptMax, recordedPeriods } from './series.ts';

/**
 * A minute stays open for this long after its end, for quotes that are still on their way. Whatever comes later is
 * left out of its bar, because the bar is closed.
 */
const lateMsMax = 2_000;

/** All that is known about the price of one instrument: no input or output, one caller. */
export class Ticker {
  /** With the terms in force; what the price is made of never changes. */
  instrument: Instrument;
  readonly kind: FeedKind;
  readonly #rules: SanityRules;
  #window = new DayWindow();
  #series = emptySeries();
  readonly #onClosed: (ticker: Ticker, closed: ClosedBar) => void;
  /** What the next quote of the feed is compared with: it may be ahead of what counts. */
  #sanity: SanityState = initialSanity();
  /** The last quote that counts. */
  #last: Quote | undefined;
  /** The quote that ended a hold, until it counts: the price before it may not be traded on. */
  #ending: { readonly quote: Quote; readonly since: number } | undefined;
  /** Time of the first quote since the last one that counts which could not be kept. */
  #givenUpAt: number | undefined;
  readonly #recent = new Recent();
  /** Everything that began before this moment is closed. */
  #closedUntil = 0;
  /** What the process that takes the feeds says about a quote that it holds back; this process does not see it. */
  #heldElsewhere = false;
  readonly #hearing: Hearing;
  /** What companies have made of their shares, oldest first. */
  #actions: readonly PriceAction[] = [];
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
    this.#hearing = new Hearing(elapsed);
  }

  /** Judges a quote of a feed. One that is believed counts later, once it is kept. */
  judge(quote: Quote, now: number): Verdict {
    // Its units are unknown.
    if (this.#stopped(quote.time)) return { outcome: 'held' };
    const [held] = this.#sanity.held;
    const { state, verdict } = checkQuote(this.#sanity, quote, this.#rules, now);
    this.#sanity = state;
    if (verdict.outcome === 'accepted') this.#hearing.judged(quote);
    if (verdict.outcome === 'accepted' && held !== undefined) this.#ending = { quote, since: held.time };
    return verdict;
  }

  /** True for a believed quote that may act on orders: the market was open, and the price not too old when it came. */
  mayAct({ time }: Quote, now: number): boolean {
    return isOpen(this.instrument.hours, time) && now - time <= this.#rules.staleAfterMs;
  }

  /** Counts a believed quote that is kept now. */
  count(quote: Quote): void {
    if (this.#ending?.quote === quote) this.#ending = undefined;
    this.#givenUpAt = undefined;
    this.#last = quote;
    this.#count(quote);
  }

  /** A believed quote could not be kept: nothing may trade before the next one that is. */
  giveUp(quote: Quote): void {
    if (this.#ending?.quote === quote) this.#ending = undefined;
    this.#givenUpAt ??= quote.time;
  }

  /** Counts a quote published by another process, with the time of the one before it; false for a known one. */
  follow(quote: Quote, before: number | undefined): boolean {
    const last = this.#last;
    if (last !== undefined && (quote.time < last.time || isSame(quote, last))) return false;
    if (before !== last?.time) this.#recent.miss();
    this.#hearing.told(quote);
    this.recount(quote);
    return true;
  }

  /** Counts a quote that was kept before this process began to take the feeds. */
  recount(quote: Quote): void {
    this.#sanity = believe(this.#sanity, quote, this.#rules);
    this.count(quote);
  }

  /** Forgets all prices, to be restored anew; what operators have said stays. */
  reset(): void {
    this.#window = new DayWindow();
    this.#series = emptySeries();
    this.#sanity = { ...initialSanity(), real: this.#sanity.real };
    this.#last = undefined;
    this.#ending = undefined;
    this.#givenUpAt = undefined;
    this.#recent.forget();
    this.#closedUntil = 0;
    this.#heldElsewhere = false;
    this.firstMinute = undefined;
  }

  /** Takes two operators' word that a price is real; of another close than the last one it means nothing. */
  believeReal(real: RealPrice): void {
    this.#sanity = believeReal(this.#sanity, real);
  }

  /**
   * Takes what operators have recorded of splits and dividends. Once a split is done the last price, if it is an earlier one, is
   * converted to the new units: returns it then. It was never quoted: no candle has it and nothing trades on it.
   */
  adjust(actions: readonly PriceAction[]): Quote | undefined {
    const known = this.#actions;
    const before = this.#last;
    this.#actions = actions;
    for (const { split, stopsAt, since, close } of actions) {
      if (split === null || stopsAt !== null) continue;
      if (close !== null) this.believeReal({ closeTime: close.time, price: priceAfter(close.price, split, 'down') });
      // What was loaded since it was known to be done was in the new units already.
      const isNews = !known.some((each) => each.since === since && each.stopsAt === null);
      if (isNews) this.#window = this.#window.after((bar) => scaledBar(bar, split));
      if (this.#last === undefined || this.#last.time > since) continue;
      this.#last = restated(this.#last, split);
      this.#sanity = believe(this.#sanity, this.#last, this.#rules);
      this.#recent.forget();
    }
    return this.#last === before ? undefined : this.#last;
  }

  /** True from the first opening in new units until what is held is adjusted. */
  #stopped(time: number): boolean {
    return this.#actions.some(({ stopsAt }) => stopsAt !== null && time >= stopsAt);
  }

  get splits(): number {
    return this.#actions.filter(({ split, stopsAt }) => split !== null && stopsAt === null).length;
  }

  /** Quotes of before are in other units. */
  get unitsSince(): number {
    const done = this.#actions.filter(({ split, stopsAt }) => split !== null && stopsAt === null);
    return Math.max(0, ...done.map(({ since }) => since));
  }

  /** A bar as it was recorded, in units of now: recorded ones stay as they are. */
  inUnitsOfNow(bar: Bar): Bar {
    return this.#actions.reduce(
      (told, { split, stopsAt, since }) =>
        split === null || stopsAt !== null || bar.time > since ? told : scaledBar(told, split),
      bar,
    );
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

  /** What the price has done is unknown: nothing trades before the next quote. A replay pauses with its process. */
  interrupt(now: number): void {
    if (this.kind !== 'replay') this.#hearing.interrupt(now);
  }

  get quote(): Quote | undefined {
    return this.#last;
  }

  /** The last quotes that counted here, oldest first, in units of now. */
  get recent(): readonly Quote[] {
    return this.#recent.quotes;
  }

  /** Those after one that was the last; undefined where not all of them are known. */
  since(told: Quote | undefined): readonly Quote[] | undefined {
    return told === this.#last ? [] : told && this.#recent.after(told);
  }

  /** The last good quote made at or before a moment; undefined when memory does not reach back that far. */
  lastQuoteAt(time: number): Quote | undefined {
    return lastQuoteAt(this.#recent.unbroken, time);
  }

  /** The quote that was good at a moment; undefined where memory does not reach back that far. */
  quoteOf(time: number): Quote | undefined {
    const last = this.#last;
    return this.lastQuoteAt(time) ?? (last !== undefined && last.time <= time ? last : undefined);
  }

  /** True where the quote that was good at a moment could be traded on then. */
  traded(quote: Quote, time: number): boolean {
    return isOpen(this.instrument.hours, time) && time - quote.time <= this.#rules.staleAfterMs;
  }

  /** Time of the quote that moved too far, while it waits to be confirmed. */
  get heldSince(): number | undefined {
    return this.#ending?.since ?? this.#sanity.held[0]?.time;
  }

  /** True while a price that moved too far waits to be confirmed, and while others must not trade on one that was not kept. */
  get holding(): boolean {
    return this.#heldElsewhere || this.heldSince !== undefined || this.#givenUpAt !== undefined;
  }

  suspension(now: number): Suspension | undefined {
    if (this.#last !== undefined && (this.holding || this.#stopped(now))) return 'spike';
    const open = isOpen(this.instrument.hours, now);
    if (open && this.#hearing.interruptedAt !== undefined) return 'stale';
    return suspension({ last: this.#last ?? null, held: [] }, this.#rules, now, open, this.#heardMsAgo);
  }

  /**
   * Since when no good quote has come though the market was open, or a price has been held back; undefined while all is well,
   * and when there never was a quote. Closed hours do not end it: only a good quote does.
   */
  suspendedSince(now: number): number | undefined {
    const last = this.#last;
    if (last === undefined) return undefined;
    // Of what is held a restart keeps the last quote alone: the first may have come before what it knows.
    const { heldSince } = this;
    if (heldSince !== undefined) return Math.min(heldSince, this.#missedAfter(last.time));
    const interrupted = this.#givenUpAt ?? this.#hearing.interruptedAt;
    if (interrupted !== undefined) return interrupted;
    // The clock was set back.
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

  /** Figures of 24 hours: of the last ones, or where the market is closed of those before its last price, which is its last session. */
  day(now: number): DayFigures | undefined {
    return this.#window.figures(this.dayEnds(now));
  }

  /** The same hours as a line in ticks, oldest first: from the price that the change is measured from to the last one. */
  points(now: number): number[] {
    return this.#window.points(this.dayEnds(now));
  }

  /** The moment up to which a day's figures are computed. */
  dayEnds(now: number): number {
    return this.#last === undefined || isOpen(this.instrument.hours, now) ? now : Math.min(now, this.#last.time);
  }

  /** The newest bars of a recorded period, oldest first: closed ones that may not be written down yet, and the open one. */
  bars(period: RecordedPeriod): Bar[] {
    const bars = [...this.#series[period].closed];
    const running = this.#running(period);
    if (running !== undefined) bars.push(running);
    return bars.map((bar) => this.inUnitsOfNow(bar));
  }

  /** The minute that is still running. */
  get openMinute(): Bar | undefined {
    return this.#series['1m'].open;
  }

  /** Closes bars whose time is over: without a new quote nothing else would. */
  settle(now: number): void {
    const { heldSince = now } = this;
    // What is held back may be believed yet, and has its place in the minute in which it was quoted.
    const upTo = Math.min(now - heldSince < heldMsMax ? heldSince : now, now - lateMsMax);
    const end = this.#closeUntil(barStart('1m', upTo));
    // No further: after the clock is set back, minutes without quotes would repeat.
    this.#closedUntil = Math.max(this.#closedUntil, end);
  }

  /** Fills the 24-hour window and a series from what was kept, oldest first. Before any quote is counted. */
  restoreWindow(bars: readonly Bar[]): void {
    for (const bar of bars) this.#window.addBar(this.inUnitsOfNow(bar));
  }

  restoreClosed(period: RecordedPeriod, bars: readonly Bar[]): void {
    this.#series[period].closed.push(...bars.slice(-keptMax[period]));
  }

  /** Takes back what was kept of the price, and the bars that were running. */
  restoreRunning(kept: KeptSanity, open: ReadonlyMap<RecordedPeriod, Bar>): void {
    const quote = kept.last;
    this.#sanity = { ...restoredSanity(kept, this.#rules), real: this.#sanity.real };
    this.#last = quote;
    this.#hearing.restored();
    for (const period of recordedPeriods) this.#series[period].open = open.get(period);
    const minute = open.get('1m');
    this.#closedUntil = minute?.time ?? barStart('1m', quote.time) + candlePeriods['1m'];
    if (minute !== undefined) this.#window.addBar(this.inUnitsOfNow(minute));
  }

  /** A replay's prices grow older by its own time alone. */
  get #heardMsAgo(): number {
    return this.kind === 'replay' ? 0 : this.#hearing.msAgo;
  }

  #count(quote: Quote): void {
    this.#hearing.counted(quote);
    this.#recent.add(quote);
    const [price, { time, volume }] = [mid(quote), quote];
    this.#window.addBar(this.inUnitsOfNow({ time, open: price, high: price, low: price, close: price, volume }));
    const start = barStart('1m', time);
    if (start < this.#closedUntil) return;
    this.#closeUntil(start);
    this.#closedUntil = start;
    this.firstMinute ??= start;
    this.#series['1m'].open = extendBar(this.openMinute, '1m', price, time, volume);
  }

  /** Closes every bar that ends by then, each after it has taken in the smaller one. Answers when the last of them has ended. */
  #closeUntil(until: number): number {
    let end = -Infinity;
    if (until <= this.#closedUntil) return end;
    let part: Bar | undefined;
    for (const period of recordedPeriods) {
      const series = this.#series[period];
      if (part !== undefined) series.open = foldBar(series.open, period, part);
      part = series.open !== undefined && series.open.time + candlePeriods[period] <= until ? series.open : undefined;
      if (part === undefined) continue;
      this.#close(period, part);
      end = Math.max(end, part.time + candlePeriods[period]);
    }
    return end;
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
