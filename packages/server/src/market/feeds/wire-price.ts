import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Ticks } from '@assay/domain/market/quote.ts';
import { parseFixed, rescale, type Rounding } from '@assay/domain/money/fixed.ts';

/**
 * A price from the wire in ticks. A source may quote more decimals than the instrument has: bids are rounded down and
 * asks up. What is no decimal becomes NaN, which the sanity rules drop and count.
 */
export function ticksFromWire(text: string, instrument: Instrument, rounding: Rounding): Ticks {
  const price = parseFixed(text);
  return price === undefined ? Number.NaN : Number(rescale(price, instrument.priceScale, rounding).units);
}
