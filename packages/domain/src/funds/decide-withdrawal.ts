import {
  type Amount,
  type Asset,
  charge,
  formatAmount,
  greatest,
  least,
  minus,
  nothing,
  parseAmount,
  sum,
  toDecimal,
} from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, multiply } from '../money/fixed.ts';
import { type Refused, refused } from '../positions/refused.ts';

/** The customer's request, as on the wire. */
export interface WithdrawalRequest {
  readonly amount: string;
  /** The actual amount that was shown. */
  readonly seenActual?: string | undefined;
}

/** Micro-USDT, of a sliding time. */
export interface WithdrawalLimit {
  readonly limit: Amount;
  readonly used: Amount;
}

/** What a withdrawal costs, as operators have set it for a network. */
export interface FeeTerms {
  /** A share of the amount, from 0 to below 1. */
  readonly rate: Fixed;
  readonly min: Amount;
  /** Null where nothing caps it; never below the smallest. */
  readonly max: Amount | null;
}

export interface WithdrawalSituation {
  readonly asset: Asset;
  readonly minimum: Amount;
  readonly fee: FeeTerms;
  /** USDT for one coin; undefined while the coin has no price. */
  readonly price: Fixed | undefined;
  readonly day: WithdrawalLimit;
  readonly month: WithdrawalLimit;
  /** Of an account whose owner is not verified, since it was opened. */
  readonly life?: WithdrawalLimit | undefined;
  /** Epoch milliseconds, like the two below. */
  readonly now: number;
  /** Until when a change of password, authenticator or mail address holds withdrawals back. */
  readonly holdUntil: number;
  readonly usableFrom: number;
  /** For the preview; the booking leaves it out, because it only counts under its locks. */
  readonly available?: Amount;
}

export interface WithdrawalDecision {
  readonly amount: Amount;
  readonly fee: Amount;
  /** What arrives. */
  readonly actual: Amount;
  /** Micro-USDT that count against the limits, rounded up. */
  readonly value: Amount;
}

/** Fee = amount × rate, rounded up to the coin's smallest unit, within the smallest and the largest; the rest arrives. */
export function withdrawalFee(amount: Amount, { rate, min, max }: FeeTerms, asset: Asset): { fee: Amount; actual: Amount } {
  const share = charge(multiply(toDecimal(amount, asset), rate), asset);
  const fee = greatest(min, max === null ? share : least(share, max));
  return { fee, actual: minus(amount, fee) };
}

/**
 * Decides a withdrawal: the server books what this returns, the form shows it.
 *
 * Refusals, in this order: 11048 held back after a change of security and 11047 the method is new (both with `waitMs`, the
 * milliseconds that are left), 11058 no amount of the coin, 11051 below the minimum or eaten up by the fee, 11052 on
 * `seenActual`, 11057 no price, 11049, 11050 and 11217 beyond a limit (with limit and what is left), balance 10011 or 11013.
 */
export function decideWithdrawal(request: WithdrawalRequest, situation: WithdrawalSituation): WithdrawalDecision | Refused {
  const { asset, minimum, now, holdUntil, usableFrom } = situation;
  if (holdUntil > now) return refused('11048', null, { waitMs: String(holdUntil - now) });
  if (usableFrom > now) return refused('11047', 'methodId', { waitMs: String(usableFrom - now) });
  const amount = parseAmount(request.amount, asset);
  if (amount === undefined || amount <= 0n) return refused('11058', 'amount');
  const { fee, actual } = withdrawalFee(amount, situation.fee, asset);
  if (amount < minimum || actual <= 0n) {
    return refused('11051', 'amount', { coin: asset.code, limit: formatAmount(minimum, asset) });
  }
  if (request.seenActual !== undefined && parseAmount(request.seenActual, asset) !== actual) return refused('11052', 'amount');
  if (situation.price === undefined) return refused('11057');
  const value = charge(multiply(toDecimal(amount, asset), situation.price), usdt);
  if (sum(situation.day.used, value) > situation.day.limit) return refused('11049', 'amount', leftOf(situation.day));
  if (sum(situation.month.used, value) > situation.month.limit) return refused('11050', 'amount', leftOf(situation.month));
  const { life } = situation;
  if (life !== undefined && sum(life.used, value) > life.limit) return refused('11217', 'amount', leftOf(life));
  if (situation.available !== undefined && situation.available < amount) {
    return refused(asset.code === usdt.code ? '10011' : '11013', 'amount');
  }
  return { amount, fee, actual, value };
}

function leftOf({ limit, used }: WithdrawalLimit): Record<string, string> {
  return { limit: formatAmount(limit, usdt), left: formatAmount(greatest(nothing, minus(limit, used)), usdt) };
}
