import { type Quote, type Ticks, mid } from '../market/quote.ts';
import { type Amount, minus, nothing, sum } from '../money/amount.ts';
import { comparedWithStrike } from '../splits/split.ts';
import { type OptionTerms, winOf } from './decide-buy.ts';

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
 * Settles an option by the last good quote that was recorded at or before its expiry, and by nothing else: the result can be
 * reproduced from the quotes. Void when there is none, or when it was older than `staleAfterMs` at expiry. A quote from after
 * expiry is our own mistake.
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

/** The winner can no longer be determined: the stake returns. */
export function voidOption({ stake }: Pick<OptionTerms, 'stake'>): OptionSettlement {
  return refunded('void', stake, null);
}

function refunded(outcome: 'tie' | 'void', stake: Amount, price: Ticks | null): OptionSettlement {
  return { outcome, price, profit: nothing, returned: stake };
}
