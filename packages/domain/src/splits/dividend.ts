import { type Amount, compensation, least, minus, nothing, obligation, sum } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, multiply } from '../money/fixed.ts';
import { scaled } from '../money/ratio.ts';
import type { Exposure } from '../positions/terms.ts';

/** Cash for a dividend, in movements of money: one of the first two is nothing. */
export interface Dividend {
  /** What a long receives. */
  readonly received: Amount;
  /** What a short is charged. */
  readonly charged: Amount;
  readonly fromAvailable: Amount;
  readonly fromMargin: Amount;
}

/**
 * units × dividend of one unit × conversion, on the units as they are today. A long receives it, rounded up; a short is charged,
 * rounded down: free money pays first, then the margin, then nothing, as with financing.
 */
export function decideDividend(
  terms: Exposure,
  perUnit: Fixed,
  { available, margin }: { readonly available: Amount; readonly margin: Amount },
): Dividend {
  const long = terms.side === 'long';
  const ofOrdered = multiply(multiply(terms.quantity, perUnit), terms.conversion);
  const value = scaled(ofOrdered, terms.splits.ordered, long ? 'up' : 'down');
  if (long) return { received: compensation(value, usdt), charged: nothing, fromAvailable: nothing, fromMargin: nothing };
  const owed = obligation(value, usdt);
  const fromAvailable = least(owed, available);
  const fromMargin = least(minus(owed, fromAvailable), margin);
  return { received: nothing, charged: sum(fromAvailable, fromMargin), fromAvailable, fromMargin };
}
