import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { DealLimits } from '../dealing/house.ts';
import { isOpen } from '../market/hours.ts';
import type { Instrument } from '../market/instrument.ts';
import { type Quote, type Ticks, mid } from '../market/quote.ts';
import { sanityRules } from '../market/sanity.ts';
import { type Amount, parseAmount, payout, sum, toDecimal } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, multiply } from '../money/fixed.ts';
import { type Ratio, same } from '../money/ratio.ts';
import { type Refused, refused } from '../positions/refused.ts';
import { type SeenPrice, checkSlippage } from '../positions/slippage.ts';
import { type OptionPeriod, expiryOf } from './periods.ts';

/** `up` wins above the strike, `down` below it. */
export type Direction = 'up' | 'down';

/** Options that one account may have open at a time; beyond it 11010. */
export const openOptionsMax = 200;

/** The customer's request, as on the wire; the price seen is the strike. */
export interface BuyRequest extends SeenPrice {
  readonly direction: Direction;
  /** The stake in USDT. */
  readonly amount: string;
  readonly periodId: string;
}

export interface BuySituation {
  readonly instrument: Pick<Instrument, 'assetClass' | 'hours' | 'priceScale'>;
  readonly feed: FeedKind;
  /** Those offered on the instrument. */
  readonly periods: readonly OptionPeriod[];
  /** False where the instrument's options are switched off, everywhere or in the customer's country. */
  readonly offered: boolean;
  /** The last good quote. */
  readonly quote: Quote;
  /** Within trading hours and not suspended. */
  readonly tradable: boolean;
  /** A real account must not trade on simulated prices when the deployment is live. */
  readonly pricesAllowed: boolean;
  /** The business clock, epoch milliseconds. */
  readonly now: number;
  /** For the preview; the booking leaves these two out, because they only count under its lock. */
  readonly available?: Amount;
  readonly openOptions?: number;
  /** What one new order may be; left out where the house asks nothing. */
  readonly limits?: DealLimits | undefined;
}

/** What is frozen when an option is bought: nothing that happens to instrument, periods or rules later changes it. */
export interface OptionTerms {
  readonly direction: Direction;
  readonly stake: Amount;
  readonly payoutRate: Fixed;
  /** The mid at purchase. */
  readonly strike: Ticks;
  readonly priceScale: number;
  readonly openedAt: number;
  readonly expiresAt: number;
  /** A quote that is older than this at expiry settles nothing: the option is void. */
  readonly staleAfterMs: number;
  /** How the instrument's units have changed since: beside the strike, never in its place. */
  readonly split: Ratio;
}

export interface BuyDecision {
  readonly terms: OptionTerms;
  readonly period: OptionPeriod;
  /** What it pays on top of the stake when it is won. */
  readonly profitIfWon: Amount;
  /** Stake and profit together: what returns when it is won. */
  readonly expectedReturn: Amount;
}

/**
 * Decides the purchase of an option: the server books what this returns, the ticket shows it.
 *
 * Refusals, in this order: 10014 options are not offered here, 11011 simulated prices, 10015 not tradable, 10017 no such
 * period, 10015 on the period when the market is closed at its expiry (no price could settle it), 11004 strike moved (up
 * fears a higher one, down a lower), 10016 stake outside the range or finer than a micro-USDT, 11213 larger than the price is good for, 11010 too many open options,
 * 10011 balance.
 */
export function decideBuy(request: BuyRequest, situation: BuySituation): BuyDecision | Refused {
  const { instrument, quote, now } = situation;
  if (!situation.offered) return refused('10014', 'code');
  if (!situation.pricesAllowed) return refused('11011');
  if (!situation.tradable) return refused('10015');
  const period = situation.periods.find(({ id }) => id === request.periodId);
  if (period === undefined) return refused('10017', 'periodId');
  const expiresAt = expiryOf(period, now);
  if (!isOpen(instrument.hours, expiresAt)) return refused('10015', 'periodId');
  const strike = mid(quote);
  const moved = checkSlippage(request, strike, instrument, request.direction === 'up' ? 'higher' : 'lower');
  if (moved !== null) return moved;
  const stake = parseAmount(request.amount, usdt);
  if (stake === undefined || stake < period.stakeMin || stake > period.stakeMax) return refused('10016', 'amount');
  if (situation.limits !== undefined && stake > situation.limits.dealMax) return refused('11213', 'amount');
  if (situation.openOptions !== undefined && situation.openOptions >= openOptionsMax) return refused('11010');
  if (situation.available !== undefined && situation.available < stake) return refused('10011', 'amount');
  const terms: OptionTerms = {
    direction: request.direction,
    stake,
    payoutRate: period.payoutRate,
    strike,
    priceScale: instrument.priceScale,
    openedAt: now,
    expiresAt,
    staleAfterMs: sanityRules(instrument, situation.feed).staleAfterMs,
    split: same,
  };
  const profitIfWon = winOf(terms);
  return { terms, period, profitIfWon, expectedReturn: sum(stake, profitIfWon) };
}

/** stake × payout rate, rounded down. */
export function winOf({ stake, payoutRate }: Pick<OptionTerms, 'stake' | 'payoutRate'>): Amount {
  return payout(multiply(toDecimal(stake, usdt), payoutRate), usdt);
}
