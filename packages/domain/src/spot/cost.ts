import { type Ticks, priceOf } from '../market/quote.ts';
import { type Amount, type Asset, amount, charge, least, minus, nothing, payout, sum, toDecimal } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, divideInteger, multiply } from '../money/fixed.ts';
import type { Deal, SpotTerms } from './terms.ts';

/** Coins that were bought here and have not been sold, and what they cost in USDT at their fills, fees apart. */
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

/** Adds coins that were bought at a price; the fee in coins is not among them. The cost is rounded up. */
export function afterBuying(basis: CostBasis, coins: Amount, at: CoinPrice): CostBasis {
  const cost = charge(worth(coins, at), usdt);
  return { quantity: sum(basis.quantity, coins), cost: sum(basis.cost, cost) };
}

/**
 * Takes coins that were sold, at the average cost of those that were bought. Coins beyond them came from elsewhere, at a
 * price that nobody here knows: they bring neither profit nor loss. The profit is rounded down.
 */
export function afterSelling(basis: CostBasis, coins: Amount, at: CoinPrice): { basis: CostBasis; profit: Amount } {
  const sold = least(coins, basis.quantity);
  const cost = costOf(basis, sold);
  const value = payout(worth(sold, at), usdt);
  return {
    basis: { quantity: minus(basis.quantity, sold), cost: minus(basis.cost, cost) },
    profit: minus(value, cost),
  };
}

/** What the coins that are still there would gain at a price, of those that were bought here; rounded down. */
export function unrealisedAt(basis: CostBasis, balance: Amount, at: CoinPrice): Amount {
  return afterSelling(basis, balance, at).profit;
}

/** What a sale has earned, and what its coins had cost. */
export interface SaleResult {
  readonly profit: Amount;
  readonly cost: Amount;
}

/** The cost of an account's coins after a deal, and the result of a sale; a purchase has none. */
export function afterDeal(basis: CostBasis, terms: SpotTerms, deal: Deal): { basis: CostBasis; sale: SaleResult | null } {
  const at = { base: terms.base, price: deal.price, priceScale: terms.priceScale };
  if (terms.side === 'buy') return { basis: afterBuying(basis, deal.net, at), sale: null };
  const sold = afterSelling(basis, terms.quantity, at);
  return { basis: sold.basis, sale: { profit: sold.profit, cost: minus(basis.cost, sold.basis.cost) } };
}

/** The part of the cost that belongs to some of the coins, rounded up. */
function costOf({ quantity, cost }: CostBasis, some: Amount): Amount {
  return some === 0n ? nothing : amount(divideInteger(cost * some, quantity, 'up'));
}

function worth(coins: Amount, { base, price, priceScale }: CoinPrice): Fixed {
  return multiply(toDecimal(coins, base), priceOf(price, { priceScale }));
}
