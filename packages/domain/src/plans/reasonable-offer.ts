import { nothing, payout, toDecimal } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { compare, fitsDecimals, multiply, one, toFixed, zero } from '../money/fixed.ts';
import type { PlanOffer } from './product.ts';

/** More than this a day cannot be meant: it is forty times the principal in a year. */
const dailyYieldMax = toFixed('0.01');
/** Decimals of a rate: a hundredth of a basis point. */
const rateDecimals = 6;

/**
 * Whether an offer can be sold: a range, a penalty of at most the whole principal, periods that are each offered once and
 * ascending, yields that pay at least one unit on the smallest amount, and a start that is still to come.
 */
export function isReasonable(offer: PlanOffer, now: number): boolean {
  const { amountMin, amountMax, penaltyRate, startsAt, periods } = offer;
  if (amountMin <= nothing || amountMax < amountMin) return false;
  if (!fitsDecimals(penaltyRate, rateDecimals) || compare(penaltyRate, zero) < 0 || compare(penaltyRate, one) > 0) return false;
  if (startsAt !== null && (startsAt <= now || startsAt % 1000 !== 0)) return false;
  return periods.every(
    ({ days, dailyYield }, place) =>
      days > (periods[place - 1]?.days ?? 0) &&
      fitsDecimals(dailyYield, rateDecimals) &&
      compare(dailyYield, dailyYieldMax) <= 0 &&
      payout(multiply(toDecimal(amountMin, usdt), dailyYield), usdt) > nothing,
  );
}
