import type { Amount, Asset } from '../money/amount.ts';
import { payout, toDecimal } from '../money/amount.ts';
import { type Fixed, compare, fitsDecimals, multiply, one, parseFixed, zero } from '../money/fixed.ts';

const dayMs = 86_400_000;
const daysMax = 3650;
const rateDecimalsMax = 6;

/** What an invitation earns; frozen when the invited person registers. */
export interface InviteTerms {
  /** Share of the fees, 0.2 for 20%. */
  readonly rate: Fixed;
  /** How many days after the one of the registration count as well. */
  readonly days: number;
}

/** The terms as the parameters say them; undefined when they make no sense. */
export function readInviteTerms(rate: string, days: string): InviteTerms | undefined {
  const share = parseFixed(rate);
  if (share === undefined || !/^[1-9][0-9]{0,3}$/.test(days) || Number(days) > daysMax) return undefined;
  if (compare(share, zero) < 0 || compare(share, one) > 0 || !fitsDecimals(share, rateDecimalsMax)) return undefined;
  return { rate: share, days: Number(days) };
}

/** What one day's fees in one asset earn the inviter: fees × rate, rounded down. */
export function rewardOn(fees: Amount, asset: Asset, rate: Fixed): Amount {
  return payout(multiply(toDecimal(fees, asset), rate), asset);
}

/** The UTC day of a moment as its number since 1970. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}

/** When a day begins, epoch milliseconds; it ends where the next begins. */
export function startOfDay(day: number): number {
  return day * dayMs;
}

/** The last day whose fees count: that of the registration and so many days after it, so that all of them are whole. */
export function lastRewardedDay(registeredAt: number, { days }: InviteTerms): number {
  return dayOf(registeredAt) + days;
}

/** How an invited person is shown to the inviter: enough to recognise a friend, too little to sign in with. */
export function maskedName(userName: string): string {
  return `${userName.slice(0, 2)}***${userName.slice(-1)}`;
}
