import type { Ticks } from '../market/quote.ts';
import { amount, sum, toDecimal } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { divide, multiply, one, subtract } from '../money/fixed.ts';
import type { Deal, SpotTerms } from './terms.ts';

/** The most that rounding takes of a sale: a millionth of its turnover, a millionth for its fee. */
const roundings = amount(2n);

/**
 * The lowest price at which selling what a purchase has brought leaves no loss, with the fees of both in it: coins × p × (1 − f) ≥
 * paid. Null for a sale, and where no price does.
 */
export function breakEvenSale(terms: SpotTerms, { paid, net }: Pick<Deal, 'paid' | 'net'>): Ticks | null {
  if (terms.side === 'sell' || net <= 0n) return null;
  const perPrice = multiply(toDecimal(net, terms.base), subtract(one, terms.feeRate));
  const price = divide(toDecimal(sum(paid, roundings), usdt), perPrice, terms.priceScale, 'up');
  const ticks = Number(price.units);
  return Number.isSafeInteger(ticks) ? ticks : null;
}
