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

export function priceOf(ticks: Ticks, instrument: Pick<Instrument, 'priceScale'>): Fixed {
  return fixed(BigInt(ticks), instrument.priceScale);
}
