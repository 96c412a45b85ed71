import { type Quote, type Ticks, mid } from '../market/quote.ts';
import { type Amount, minus, nothing, sum } from '../money/amount.ts';
import { comparedWithStrike } from '../splits/split.ts';
import { type OptionTerms, winOf } from './decide-buy.ts';

/** A quote may be on its way for this long: until then an option waits for one that was made before its expiry. */
const lateMsMax = 2_000;
/** A price that the sanity rule held back at expiry delays settlement by this at most. */
const heldMsMax = 60_000;

export interface AfterExpiry {
  readonly expiresAt: number;
  /** The business clock. */
  readonly now: number;
  /** Time of the instrument's last good quote; undefined when it has none. */
  readonly quotedAt: number | undefined;
  /** Time of the quote with which the price that is held back began; undefined while none is held. */
  readonly heldSince: number | undefined;
}

/**
 * True when nothing more is awaited that could decide: no quote made at or before expiry can still come, because a later
 * one has been believed or the time for it is over, and no price that was held back at expiry may yet be confirmed.
 */
export function isSettleable({ expiresAt, now, quotedAt, heldSince }: AfterExpiry): boolean {
  if (now < expiresAt) return false;
  if (now >= expiresAt + heldMsMax) return true;
  if (heldSince !== undefined && heldSince <= expiresAt) return false;
  return now >= expiresAt + lateMsMax || (quotedAt !== undefined && quotedAt > expiresAt);
}

export type Outcome = 'won' | 'lost' | 'tie' | 'void';

/** How an option ends, in movements of money. */
export interface OptionSettlement {
  readonly outcome: Outcome;
  /** The mid that decided; null when the option is void. */
  readonly price: Ticks | null;
  /** What the holder gains, or loses (negative). */
  readonly profit: Amount;
  /** What reaches the available balance, stake included. */
  readonly returned: Amount;
}

/**
 * Settles an option by the last good quote that was recorded at or before its expiry, and by nothing else: whoever has the
 * quotes comes to the same end. Void when there is none, or when it was older than `staleAfterMs` at expiry. A quote from
 * after expiry is our own mistake.
 */
export function settleOption(terms: OptionTerms, quote: Quote | undefined): OptionSettlement {
  const { stake, strike, direction, expiresAt, staleAfterMs, split } = terms;
  if (quote !== undefined && quote.time > expiresAt) throw new Error('an option is settled by a quote from after its expiry');
  if (quote === undefined || expiresAt - quote.time > staleAfterMs) return refunded('void', stake, null);
  const price = mid(quote);
  const order = comparedWithStrike(price, strike, split);
  if (order === 0) return refunded('tie', stake, price);
  const won = direction === 'up' ? order > 0 : order < 0;
  if (!won) return { outcome: 'lost', price, profit: minus(nothing, stake), returned: nothing };
  const profit = winOf(terms);
  return { outcome: 'won', price, profit, returned: sum(stake, profit) };
}

/** Nobody can be told the winner any more: the stake returns. */
export function voidOption({ stake }: Pick<OptionTerms, 'stake'>): OptionSettlement {
  return refunded('void', stake, null);
}

function refunded(outcome: 'tie' | 'void', stake: Amount, price: Ticks | null): OptionSettlement {
  return { outcome, price, profit: nothing, returned: stake };
}
