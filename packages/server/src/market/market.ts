import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { DayFigures } from '@assay/domain/market/day-window.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Fixed } from '@assay/domain/money/fixed.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import type { Http } from '../platform/http.ts';
import type { UsedQuote, QuoteUse } from './used-quotes.ts';

/** The one source of prices for every other slice. Codes are those of instruments, such as BTCUSDT. */
export interface Market {
  /** Every instrument, in the order of the catalogue, with the terms in force. */
  instruments(): readonly Instrument[];
  instrument(code: string): Instrument | undefined;
  /** The last quote that was believed; it may be old, so ask `tradable` before acting on it. */
  quote(code: string): Quote | undefined;
  feedKind(instrument: Instrument): FeedKind;
  /** True when something may open, fill, close or be liquidated now: in trading hours, not suspended, price fresh. */
  tradable(code: string): boolean;
  /** True when the price is missing, held back by the sanity rule, or too old in trading hours. */
  suspended(code: string): boolean;
  /** Figures of the trailing 24 hours; undefined when nothing was quoted in them. */
  day(code: string): DayFigures | undefined;
  /**
   * What one unit of the instrument's quote currency is worth in USDT: the mid of its own pair, 1 for USD and USDT.
   * Undefined while that pair is not tradable: nothing may be opened at an unknown rate.
   */
  quoteToUsdt(instrument: Instrument): Fixed | undefined;
  /** Every believed quote, in order, in the process that takes the feeds or follows them. Answers how to end it. */
  onQuote(listener: (quote: Quote, instrument: Instrument) => void): () => void;
  /** Called when an instrument stops or starts being tradable. */
  onHalt(listener: (instrument: Instrument, halted: boolean) => void): () => void;
  /** Keeps a quote for good, together with whatever `tx` writes: every quote that decided something about an order. */
  recordUsedQuote(tx: Transaction, use: QuoteUse): Promise<void>;
  /** The quotes that decided about an order, in the order they were used. */
  usedQuotes(db: Queryable, reference: string): Promise<UsedQuote[]>;
  /** Loads what was kept, then takes the feeds or, in an api process, follows the process that does. */
  start(): Promise<void>;
  /** Stops the feeds and writes down the open bars. */
  stop(): Promise<void>;
  registerRoutes(http: Http): void;
}
