import type { Ticks } from '../market/quote.ts';
import { type Amount, charge } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { fixed, multiply } from '../money/fixed.ts';
import { type Exposure, type Terms, notionalOpened } from './terms.ts';

/** The part of the terms that financing depends on. */
export type Financed = Exposure & Pick<Terms, 'financingRate'>;

/**
 * Notional at open × daily rate × days, rounded up: what is paid gains, what is received (negative) loses the fraction.
 * On which days how much falls due is the matter of the market's hours.
 */
export function financingFor(terms: Financed, openPrice: Ticks, days: number): Amount {
  const notional = notionalOpened(terms, openPrice, terms.financingRate.units > 0n ? 'down' : 'up');
  return charge(multiply(multiply(notional, terms.financingRate), fixed(BigInt(days), 0)), usdt);
}
