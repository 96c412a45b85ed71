import type { AssetClass } from '@assay/contract/vocabulary/markets.ts';
import { type Fixed, multiply } from '../money/fixed.ts';

/** What there are so many of: companies' shares, units of funds, coins. A currency, a metal or a future has no such number. */
export function hasUnits({ assetClass }: { readonly assetClass: AssetClass }): boolean {
  return assetClass === 'stock' || assetClass === 'etf' || assetClass === 'crypto';
}

/** Price × units, in the currency of the price; exact. */
export function marketValue(price: Fixed, units: Fixed): Fixed {
  return multiply(price, units);
}
