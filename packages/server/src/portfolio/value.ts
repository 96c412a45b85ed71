import type { Instrument } from '@assay/domain/market/instrument.ts';
import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, type Asset, nothing, payout, toDecimal } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { multiply } from '@assay/domain/money/fixed.ts';
import type { PortfolioContext } from './context.ts';

type Prices = Pick<PortfolioContext['market'], 'instruments' | 'quote'>;

/** The pair that a coin is traded on against USDT; undefined for what is no coin. */
export function pairOf(market: Pick<Prices, 'instruments'>, code: string): Instrument | undefined {
  return market
    .instruments()
    .find(({ assetClass, base, quote }) => assetClass === 'crypto' && base === code && quote === usdt.code);
}

/** The bid of a coin; undefined while its pair has never been quoted. */
export function bidOf(market: Prices, code: string): { readonly price: Ticks; readonly priceScale: number } | undefined {
  const pair = pairOf(market, code);
  const quote = pair && market.quote(pair.code);
  return pair && quote && { price: quote.bid, priceScale: pair.priceScale };
}

/**
 * What an amount would bring in USDT at the bid, rounded down; undefined while its pair has never been quoted. The last good
 * price counts also while the instrument is suspended: an account does not lose its coins with their price.
 */
export function valueInUsdt(market: Prices, value: Amount, asset: Asset): Amount | undefined {
  if (asset.code === usdt.code || value === 0n) return value;
  const bid = bidOf(market, asset.code);
  return bid && payout(multiply(toDecimal(value, asset), priceOf(bid.price, bid)), usdt);
}

/** As `valueInUsdt`; an asset without a price counts as nothing. */
export function knownValue(market: Prices, value: Amount, asset: Asset): Amount {
  return valueInUsdt(market, value, asset) ?? nothing;
}
