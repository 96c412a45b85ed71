import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { DayFigures } from '@assay/domain/market/day-window.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { KeptSanity } from '@assay/domain/market/sanity.ts';
import type { Fixed } from '@assay/domain/money/fixed.ts';
import type { ContractPrices } from '@assay/domain/positions/position.ts';
import type { Queryable } from '../platform/database.ts';
import type { Http } from '../platform/http.ts';
import type { Job } from '../platform/jobs.ts';
import type { Fence } from '../platform/lead/lead.ts';
import type { TapedQuote } from './recording/batches.ts';
import type { Offers } from './routes.ts';
import type { UsedQuote } from './used-quotes.ts';

export type QuoteListener = (quote: TapedQuote, instrument: Instrument) => void;
export type HaltListener = (instrument: Instrument, halted: boolean) => void;

/** The one source of prices for every other slice. Codes are those of instruments, such as BTCUSDT. */
export interface Market {
  /** Every instrument, in the order of the catalogue, with the terms in force. */
  instruments(): readonly Instrument[];
  /** The same as they were listed, before operators changed any terms. */
  catalogue(): readonly Instrument[];
  instrument(code: string): Instrument | undefined;
  /** These as the market's list has them at this moment, without unknown ones. */
  items(codes: readonly string[]): readonly MarketItem[];
  /** The last quote that was believed; it may be old, so ask `tradable` before acting on it. */
  quote(code: string): Quote | undefined;
  /**
   * The quotes that have counted since one that `quote` answered, oldest first. Undefined where not all of them are known: it
   * is no longer in memory, its units have changed, or this process has missed some.
   */
  quotesSince(code: string, told: Quote | undefined): readonly Quote[] | undefined;
  /**
   * The last good quote that was made at or before a moment and no longer than `ageMsMax` before it: from memory, or from what
   * was recorded, so that a restart changes no answer. A held price counts from its own time once it is confirmed. A caller
   * that holds a connection passes it on.
   */
  quoteAt(code: string, time: number, ageMsMax: number, db?: Queryable): Promise<Quote | undefined>;
  /** Time of the quote with which a price began that is held back now; undefined while none is. */
  heldSince(code: string): number | undefined;
  feedKind(instrument: Instrument): FeedKind;
  /** True when something may open, fill, close or be liquidated now: in trading hours, not suspended, price fresh. */
  tradable(code: string): boolean;
  /**
   * True while its external source has just proved to deliver in time; always for prices that are made here. The
   * process that takes the feeds reports it to the others.
   */
  fresh(code: string): boolean;
  /** True when the price is missing, held back by the sanity rule, or too old in trading hours. */
  suspended(code: string): boolean;
  /** Since when the price is missing in trading hours or held back, in epoch milliseconds; undefined while it is not. */
  suspendedSince(code: string): number | undefined;
  /** How many splits of it are done: caches of earlier prices are rebuilt when there is one more. */
  splits(code: string): number;
  /** Figures of the trailing 24 hours; undefined when nothing was quoted in them. */
  day(code: string): DayFigures | undefined;
  /**
   * What one unit of the instrument's quote currency is worth in USDT: the mid of its own pair, 1 for USD and USDT.
   * Undefined while that pair is not tradable: nothing may be opened at an unknown rate.
   */
  quoteToUsdt(instrument: Instrument): Fixed | undefined;
  /**
   * What decided at a moment just past: the last good prices of then. A quote may be acted on late: `earlier` is asked
   * where memory does not reach back so far.
   */
  at(time: number, earlier: (code: string) => Quote | undefined): ContractPrices;
  /** Every quote that counts, in order, in the process that takes the feeds or follows them. Answers how to end it. */
  onQuote(listener: QuoteListener): () => void;
  /** Called when an instrument stops or starts being tradable. */
  onHalt(listener: HaltListener): () => void;
  /** The quotes that decided about an order, in the order they were used. */
  usedQuotes(db: Queryable, reference: string): Promise<UsedQuote[]>;
  /** Loads what was kept, and follows the process that leads. */
  start(): Promise<void>;
  /** Stops the feeds and writes down what is not yet written. */
  stop(): Promise<void>;
  /**
   * From now on this process alone takes the feeds, records prices and publishes them; its right to write is the
   * `term`. `before` runs when all is known that is on the tape, and before anything new is.
   */
  lead(term?: Fence, before?: () => Promise<void>): Promise<void>;
  /** Writes down what is left, then only follows. */
  standBy(): Promise<void>;
  /** One step of the market's own life: closes bars, notices halts, notifies other processes. A timer calls it. */
  tick(): void;
  /** The session's close that first prices are compared with; null where there is none. */
  close(code: string): KeptSanity['close'];
  /** No price of it is believed from now on; resolves when those count that were. For the leader, before an action begins. */
  stopForAction(code: string): Promise<void>;
  /** Operators have recorded a corporate action, or it has begun or is done: here at once, then in every process. */
  actionsChanged(): Promise<void>;
  /** Notifies every process that operators have changed the terms of an instrument. */
  termsChanged(): void;
  /** For how long the oldest price that this process has believed has waited for the tape; 0 where none does. */
  tapeLagMs(): number;
  /** Writes down what has come since the last time. A timer calls it once a second. */
  flush(): Promise<void>;
  /**
   * `optionsOf` says which options are offered on an instrument, `unpriced` what is listed beside the instruments, `limitsOf` how
   * large an order may be.
   */
  registerRoutes(http: Http, ...offers: Offers): void;
  jobs(): readonly Job[];
}
