import { type Amount, parseAmount } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Refused, refused } from '../positions/refused.ts';

const cent = 10_000n;
const dayMs = 86_400_000;
/** An auction runs for at least an hour and at most 90 days, and starts within a year. */
const lengthsMs = { min: dayMs / 24, max: 90 * dayMs } as const;
const startsWithinMs = 365 * dayMs;

/** What an operator writes: decimals of USDT, ISO times. */
export interface AuctionTermsText {
  readonly startPrice: string;
  readonly reserve: string;
  readonly buyNowPrice: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
}

export interface AuctionTerms {
  readonly startPrice: Amount;
  readonly reserve: Amount;
  readonly buyNowPrice: Amount | null;
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * Reads the terms of an auction that is to be. Prices are in whole cents; the reserve is at least the start price, buying
 * now costs more than the start price and no less than the reserve. Refused with 11088 on the first field that does not fit.
 */
export function decideTerms(text: AuctionTermsText, now: number): AuctionTerms | Refused {
  const startPrice = price(text.startPrice);
  if (startPrice === undefined) return refused('11088', 'startPrice');
  const reserve = price(text.reserve);
  if (reserve === undefined || reserve < startPrice) return refused('11088', 'reserve');
  const buyNowPrice = text.buyNowPrice === null ? null : price(text.buyNowPrice);
  if (buyNowPrice === undefined || (buyNowPrice !== null && (buyNowPrice <= startPrice || buyNowPrice < reserve))) {
    return refused('11088', 'buyNowPrice');
  }
  const [startsAt, endsAt] = [Date.parse(text.startsAt), Date.parse(text.endsAt)];
  if (!(startsAt > now && startsAt <= now + startsWithinMs)) return refused('11088', 'startsAt');
  const length = endsAt - startsAt;
  if (!(length >= lengthsMs.min && length <= lengthsMs.max)) return refused('11088', 'endsAt');
  return { startPrice, reserve, buyNowPrice, startsAt, endsAt };
}

function price(text: string): Amount | undefined {
  const value = parseAmount(text, usdt);
  return value === undefined || value <= 0n || value % cent !== 0n ? undefined : value;
}
