import { type Ticks, priceOf } from '../market/quote.ts';
import { type Amount, type Asset, amount, least, minus, nothing, payout, sum, toDecimal } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, divideInteger, multiply, powerOfTen } from '../money/fixed.ts';
import type { Deal, SpotTerms } from './terms.ts';

/** Coins that were bought here and have not been sold, and what was paid for them in USDT: the fee, taken in coins, is in it. */
export interface CostBasis {
  readonly quantity: Amount;
  readonly cost: Amount;
}

/** A price of a coin. */
export interface CoinPrice {
  readonly base: Asset;
  readonly price: Ticks;
  readonly priceScale: number;
}

export const noCost: CostBasis = { quantity: nothing, cost: nothing };

/** Adds the coins that a purchase has brought, and all that was paid for it: its fee, in coins, is not among the first. */
export function afterBuying(basis: CostBasis, { paid, net }: Pick<Deal, 'paid' | 'net'>): CostBasis {
  return { quantity: sum(basis.quantity, net), cost: sum(basis.cost, paid) };
}

/** Coins that were sold, and what they brought after the fee. */
export interface Sold {
  readonly coins: Amount;
  readonly net: Amount;
}

/**
 * Takes coins that were sold, at the average cost of those that were bought. Coins beyond them came from elsewhere, at an
 * unknown price: they bring neither profit nor loss, and have their share of what was received. The profit is rounded down.
 */
export function afterSelling(basis: CostBasis, { coins, net }: Sold): { basis: CostBasis; sale: SaleResult } {
  const sold = least(coins, basis.quantity);
  const cost = costOf(basis, sold);
  const value = sold === coins ? net : amount(divideInteger(net * sold, coins, 'down'));
  return {
    basis: { quantity: minus(basis.quantity, sold), cost: minus(basis.cost, cost) },
    sale: { profit: minus(value, cost), cost },
  };
}

/**
 * What is left of what was bought once coins have left without a sale, and so many are there. Those that came from elsewhere leave
 * first; where there are fewer than were bought, the rest of these has left at its average cost, rounded up.
 */
export function afterLeaving(basis: CostBasis, balance: Amount): CostBasis {
  const quantity = least(balance, basis.quantity);
  return { quantity, cost: minus(basis.cost, costOf(basis, minus(basis.quantity, quantity))) };
}

/** What the coins that are still there would gain at a price, of those that were bought here; rounded down. No fee is owed yet. */
export function unrealisedAt(basis: CostBasis, balance: Amount, at: CoinPrice): Amount {
  const kept = least(balance, basis.quantity);
  return minus(payout(worth(kept, at), usdt), costOf(basis, kept));
}

/** What a coin that was bought here has cost on average, in USDT, rounded up to its smallest unit; null where there is none. */
export function averageCost({ quantity, cost }: CostBasis, base: Asset): Amount | null {
  return quantity === 0n ? null : amount(divideInteger(cost * powerOfTen(base.scale), quantity, 'up'));
}

/** What a sale has earned, and what its coins had cost. */
export interface SaleResult {
  readonly profit: Amount;
  readonly cost: Amount;
}

/** The cost of an account's coins after a deal, and the result of a sale; a purchase has none. */
export function afterDeal(basis: CostBasis, terms: SpotTerms, deal: Deal): { basis: CostBasis; sale: SaleResult | null } {
  return terms.side === 'buy'
    ? { basis: afterBuying(basis, deal), sale: null }
    : afterSelling(basis, { coins: terms.quantity, net: deal.net });
}

/** The part of the cost that belongs to some of the coins, rounded up. */
function costOf({ quantity, cost }: CostBasis, some: Amount): Amount {
  return some === 0n ? nothing : amount(divideInteger(cost * some, quantity, 'up'));
}

function worth(coins: Amount, { base, price, priceScale }: CoinPrice): Fixed {
  return multiply(toDecimal(coins, base), priceOf(price, { priceScale }));
}
