import { type Fixed, fixed } from '../money/fixed.ts';
import type { Instrument } from './instrument.ts';

/**
 * A price in ticks: a safe integer, price × 10^priceScale of its instrument. Ticks are compared and sorted a million
 * times a second; as soon as money is involved they become a `Fixed` by `priceOf`.
 */
export type Ticks = number;

/** One price of one instrument as a feed delivers it. */
export interface Quote {
  readonly code: string;
  readonly bid: Ticks;
  readonly ask: Ticks;
  /** Epoch milliseconds of the business clock: the feed's own time. */
  readonly time: number;
  /** Units traded since the last quote of the feed; 0 where the feed knows none. */
  readonly volume: number;
}

/** (bid + ask) / 2 in ticks, rounded down when it falls between two. */
export function mid(quote: Quote): Ticks {
  return Math.floor((quote.bid + quote.ask) / 2);
}

/** Of quotes in the order in which they were recorded, the last one made at or before a moment. */
export function lastQuoteAt(quotes: readonly Quote[], time: number): Quote | undefined {
  return quotes.findLast((quote) => quote.time <= time);
}

export function priceOf(ticks: Ticks, instrument: Pick<Instrument, 'priceScale'>): Fixed {
  return fixed(BigInt(ticks), instrument.priceScale);
}

/** Half the difference between ask and bid that the house quotes around a price, in ticks; at least one tick. */
function halfSpread(around: Ticks, instrument: Pick<Instrument, 'halfSpreadPpm'>): Ticks {
  return Math.max(1, Math.round((around * instrument.halfSpreadPpm) / 1_000_000));
}

/** A quote whose mid is exactly `around`, which must be at least 2 ticks so that the bid stays above zero. */
export function quoteAround(
  around: Ticks,
  instrument: Pick<Instrument, 'code' | 'halfSpreadPpm'>,
  time: number,
  volume: number,
): Quote {
  const half = Math.min(halfSpread(around, instrument), around - 1);
  return { code: instrument.code, bid: around - half, ask: around + half, time, volume };
}
