import { type Ticks, priceOf } from '../market/quote.ts';
import { type Amount, type Asset, amount, compensation } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { divide, fixed, multiply } from '../money/fixed.ts';
import { type Ratio, scaledUnits } from '../money/ratio.ts';

/** What units of a coin or share become, and what is paid for the fraction that no unit is left for. */
export interface UnitsAfter {
  readonly units: Amount;
  /** USDT. */
  readonly cash: Amount;
}

/** The last price before the split, of one old unit. */
export interface LastClose {
  readonly price: Ticks;
  readonly priceScale: number;
}

/**
 * Units after a split, rounded down to the asset's smallest; the fraction is paid at the last close, rounded up: in favour of
 * the holder by less than a micro-USDT. What a fraction is worth: with r the rest of units × to / from, r / from new units are
 * r / to old ones.
 */
export function unitsAfter(units: Amount, asset: Asset, split: Ratio, close: LastClose): UnitsAfter {
  const whole = scaledUnits(units, split, 'down');
  const rest = units * split.to - whole * split.from;
  const value = multiply(fixed(rest, asset.scale), priceOf(close.price, close));
  const cash = compensation(divide(value, fixed(split.to, 0), usdt.scale, 'up'), usdt);
  return { units: amount(whole), cash };
}
