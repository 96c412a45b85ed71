import type { HoursId } from '@assay/contract/vocabulary/markets.ts';
import { nextClosing } from '../market/hours.ts';
import type { Instrument } from '../market/instrument.ts';
import { type Amount, amount, least, payout, toDecimal } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, multiply } from '../money/fixed.ts';
import { type Refused, refused } from '../positions/refused.ts';
import type { Owner } from './draft.ts';

/** What one new order may be at the price that is shown. */
export interface DealLimits {
  /** Notional, turnover or stake in USDT. */
  readonly dealMax: Amount;
  /** Null while no close of the market is near. */
  readonly leverageMax: number | null;
  /** Of coins that are bought; left out where the instrument has no spot trading. */
  readonly coins?: CoinStanding | undefined;
}

/**
 * How the house owes coins that it sells: it can send them out, they are a claim that two operators allow, or it sells none: what
 * can't leave would be a promise and nothing else.
 */
export type CoinStanding = 'carried' | 'claim' | 'closed';

export interface SoldCoins {
  /** Coins that a network carries. */
  readonly carried: ReadonlySet<string>;
  /** Others, that two operators allow. */
  readonly claims: ReadonlySet<string>;
}

export function coinStanding(coin: string, { carried, claims }: SoldCoins): CoinStanding {
  if (carried.has(coin)) return 'carried';
  return claims.has(coin) ? 'claim' : 'closed';
}

/** What a customer is about to open: a contract, or a purchase of coins. */
export interface Taking {
  readonly owner: Owner;
  readonly instrument: Instrument;
  readonly side: 'long' | 'short';
  /** In USDT; less than nothing is given up. */
  readonly notional: Amount;
  readonly product: 'contract' | 'spot';
  /** A limit order that is not filled at once. */
  readonly waits: boolean;
}

/** By what a house with real money holds on to it. A sandbox has none, and a demo account asks none. */
export interface House {
  limitsOf(instrument: Instrument): DealLimits;
  /**
   * 11214 more than the house takes on, 11216 the opposite side of what is held over a close. Must be checked last: what it
   * does not refuse is counted with the plan that follows. `given` is what the same act has given up before.
   */
  refuses(taking: Taking, given?: readonly Taking[]): Refused | undefined;
}

/** What two persons set. */
export interface HouseTerms {
  /** Share of an instrument's turnover of 24 hours in USDT that one order may have. */
  readonly dealShare: Fixed;
  /** One order may have so much in any case, in USDT. */
  readonly dealFloor: Amount;
  /** Net exposure in USDT: of one person and instrument, of all customers in an instrument, of all instruments together. */
  readonly personMax: Amount;
  readonly instrumentMax: Amount;
  readonly houseMax: Amount;
  /** So long before a market closes what opens is margined for the gap. */
  readonly closeWindowMs: number;
  readonly closeLeverageMax: number;
}

/** The size that the price on the screen is good for: a share of the turnover of a day, and never less than the floor. */
export function dealMaxOf(turnover: Amount, { dealShare, dealFloor }: HouseTerms): Amount {
  const share = payout(multiply(toDecimal(turnover, usdt), dealShare), usdt);
  return share > dealFloor ? share : dealFloor;
}

/**
 * Orders of the largest size that all customers together may be ahead in an instrument: it makes pushing a thin price
 * expensive.
 */
const dealsHeldMax = 10n;

/** What all customers together may hold net in an instrument, in USDT: less where its price is good for less. */
export function instrumentMaxOf(dealMax: Amount, { instrumentMax }: HouseTerms): Amount {
  return least(instrumentMax, amount(dealMax * dealsHeldMax));
}

/** The largest leverage for positions opened so near to a close that their holder can't react to the next price. */
export function leverageMaxOf(hours: HoursId, now: number, { closeWindowMs, closeLeverageMax }: HouseTerms): number | null {
  const closing = nextClosing(hours, now);
  return closing !== null && closing - now <= closeWindowMs ? closeLeverageMax : null;
}

/** Net amounts in USDT: what customers hold long less what they hold short, with what waits on the side that is asked. */
export interface Nets {
  /** Of the person in the instrument. */
  readonly person: Amount;
  /** Of all customers in it. */
  readonly instrument: Amount;
  /** The sum over all other instruments, each without its sign and with what waits on its worse side. */
  readonly others: Amount;
}

/** 11214 where a limit would be exceeded, and by more than before: what lowers an exposure is always taken. */
export function refuseExposure(
  { side, notional }: Pick<Taking, 'side' | 'notional'>,
  nets: Nets,
  { personMax, instrumentMax, houseMax }: HouseTerms,
): Refused | undefined {
  const signed = amount(side === 'long' ? notional : -notional);
  const grows = (before: Amount, limit: Amount, others = 0n): boolean => {
    const after = size(amount(before + signed));
    return others + after > limit && after > size(before);
  };
  const beyond =
    grows(nets.person, personMax) || grows(nets.instrument, instrumentMax) || grows(nets.instrument, houseMax, nets.others);
  return beyond ? refused('11214') : undefined;
}

/** What a customer holds or has ordered on either side of an instrument, in USDT. */
export interface Legs {
  readonly long: Amount;
  readonly short: Amount;
}

/**
 * 11216 for the opposite side of a customer's position in an instrument whose market closes. Over a gap the one side loses no
 * more than its margin while the other earns the whole move: together they would live on the fund that covers what a margin
 * does not.
 */
export function refuseHedge({ instrument, side, product }: Taking, legs: Legs): Refused | undefined {
  const opposite = side === 'long' ? legs.short : legs.long;
  return product === 'contract' && instrument.hours !== 'always' && opposite > 0n ? refused('11216') : undefined;
}

const size = (net: Amount): bigint => (net < 0n ? -net : net);
