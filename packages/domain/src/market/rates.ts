import { divide, type Fixed, fixed, one } from '../money/fixed.ts';
import type { Instrument } from './instrument.ts';
import type { Quote } from './quote.ts';

/** Decimals of a rate that has to be turned around; finer than any price that it multiplies. */
const inverseScale = 12;

const dollars = ['USD', 'USDT'] as const;

/** The pair that prices a currency in dollars, either way round. */
export interface DollarPair {
  readonly instrument: Instrument;
  readonly inverse: boolean;
}

export function isDollar(currency: string): boolean {
  return currency === 'USD' || currency === 'USDT';
}

/** Finds EURUSD for EUR and USDJPY for JPY; undefined for a currency that has no pair with the dollar. */
export function dollarPairOf(currency: string, instrument: (code: string) => Instrument | undefined): DollarPair | undefined {
  for (const dollar of dollars) {
    const direct = instrument(`${currency}${dollar}`);
    if (direct !== undefined) return { instrument: direct, inverse: false };
    const turned = instrument(`${dollar}${currency}`);
    if (turned !== undefined) return { instrument: turned, inverse: true };
  }
  return undefined;
}

/** The pair of every currency that something listed is priced in, where it has one. */
export function dollarPairsOf(listed: readonly Instrument[]): ReadonlyMap<string, DollarPair> {
  const byCode = new Map(listed.map((instrument) => [instrument.code, instrument]));
  const pairs = listed.map(({ quote }) => [quote, dollarPairOf(quote, (code) => byCode.get(code))] as const);
  return new Map(pairs.flatMap(([quote, pair]) => (pair === undefined ? [] : [[quote, pair] as const])));
}

/** Dollars for one unit of what an instrument is priced in; undefined where its pair has no quote that is usable. */
export function rateOf(
  pairs: ReadonlyMap<string, DollarPair>,
  { quote: currency }: Pick<Instrument, 'quote'>,
  usable: (pair: Instrument) => Quote | undefined,
): Fixed | undefined {
  if (isDollar(currency)) return one;
  const pair = pairs.get(currency);
  const quote = pair && usable(pair.instrument);
  return pair && quote && dollarRate(pair, quote);
}

/** Dollars for one unit of the currency at the exact mid of its pair; a turned-around rate is rounded down. */
function dollarRate(pair: DollarPair, quote: Quote): Fixed {
  // Half of bid + ask has one decimal more than a price.
  const mid = fixed(BigInt(quote.bid + quote.ask) * 5n, pair.instrument.priceScale + 1);
  return pair.inverse ? divide(one, mid, inverseScale, 'down') : mid;
}
