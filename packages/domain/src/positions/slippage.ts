import type { Instrument } from '../market/instrument.ts';
import { type Ticks, priceOf } from '../market/quote.ts';
import { add, compare, fixed, multiply, parseFixed, subtract } from '../money/fixed.ts';
import { type Refused, refused } from './refused.ts';

/** The slippage that a customer accepts, as on the wire. */
export interface SeenPrice {
  /** The price that the customer saw. Without it the order takes any price. */
  readonly seenPrice?: string | undefined;
  /** How much worse than `seenPrice` the price may be; 0 when left out. */
  readonly maxSlippageBps?: number | undefined;
}

/**
 * 11004 when the price of the moment is worse for the customer than the one seen, by more than was accepted; null when
 * the order may go on. `worse` names that side: higher for a buyer, lower for a seller. A better price is given to the
 * customer. A slippage without its reference price is refused too.
 */
export function checkSlippage(
  { seenPrice, maxSlippageBps }: SeenPrice,
  price: Ticks,
  instrument: Pick<Instrument, 'priceScale'>,
  worse: 'higher' | 'lower',
): Refused | null {
  if (seenPrice === undefined) return maxSlippageBps === undefined ? null : refused('11004', 'seenPrice');
  const seen = parseFixed(seenPrice);
  if (seen === undefined) return refused('11004', 'seenPrice');
  const allowed = multiply(seen, fixed(BigInt(maxSlippageBps ?? 0), 4));
  const now = priceOf(price, instrument);
  const within = worse === 'higher' ? compare(now, add(seen, allowed)) <= 0 : compare(now, subtract(seen, allowed)) >= 0;
  return within ? null : refused('11004', 'seenPrice');
}
