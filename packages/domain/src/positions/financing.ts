import type { AssetClass } from '@assay/contract/vocabulary/markets.ts';
import type { Ticks } from '../market/quote.ts';
import { type Amount, amount, charge, least, minus, nothing } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { fixed, multiply } from '../money/fixed.ts';
import { type Terms, notionalAt } from './terms.ts';

/** Hour of the day, UTC, at which a position that is open owes financing. */
export const financingHourUtc = 21;

const dayMs = 86_400_000;
const wednesday = 3;
const saturday = 6;

/**
 * How many days' financing falls due on a day (epoch milliseconds of any moment in it, UTC). Forex and metals settle two
 * trading days later, so Wednesday carries the weekend: three days then, none on Saturday and Sunday. On other
 * instruments every day on which the market is open carries one.
 */
export function financingDays(assetClass: AssetClass, day: number, marketOpens: boolean): 0 | 1 | 3 {
  if (!marketOpens) return 0;
  if (assetClass !== 'forex' && assetClass !== 'metal') return 1;
  const weekday = new Date(day).getUTCDay();
  if (weekday === 0 || weekday === saturday) return 0;
  return weekday === wednesday ? 3 : 1;
}

/** The last moment at or before `now` at which financing fell due. */
export function lastFinancing(now: number): number {
  const offset = financingHourUtc * 3_600_000;
  return Math.floor((now - offset) / dayMs) * dayMs + offset;
}

/** Notional at open × daily rate, rounded up: what is paid gains, what is received (negative) loses the fraction. */
export function dailyFinancing(terms: Terms, openPrice: Ticks, days = 1): Amount {
  return charge(multiply(multiply(notionalAt(terms, openPrice), terms.financingRate), fixed(BigInt(days), 0)), usdt);
}

export interface FinancingCharge {
  /** Signed: positive is paid, negative received. At most what available balance and margin hold together. */
  readonly amount: Amount;
  readonly fromAvailable: Amount;
  /** What the available balance lacks comes out of the margin, so that the liquidation price moves nearer. */
  readonly fromMargin: Amount;
}

/** Financing is taken from the available balance first; a position never owes more than its margin. */
export function chargeFinancing(due: Amount, available: Amount, margin: Amount): FinancingCharge {
  if (due <= 0n) return { amount: due, fromAvailable: nothing, fromMargin: nothing };
  const fromAvailable = least(due, available);
  const fromMargin = least(minus(due, fromAvailable), margin);
  return { amount: amount(fromAvailable + fromMargin), fromAvailable, fromMargin };
}
