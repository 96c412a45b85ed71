import type { Ticks } from '../market/quote.ts';
import { type Amount, toDecimal } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { add, compare, divide, multiply, one, subtract } from '../money/fixed.ts';
import { type Terms, exactProfit, notionalAt } from './terms.ts';

/** What stands behind a position: the margin as it is now (financing may have taken some) and the floor under it. */
export interface Cover {
  readonly openPrice: Ticks;
  readonly margin: Amount;
  readonly maintenance: Amount;
}

/** margin + unrealised profit − closing fee ≤ maintenance, in exact numbers, at a price of the closing side. */
export function liquidates(terms: Terms, cover: Cover, price: Ticks): boolean {
  const closingFee = multiply(notionalAt(terms, price), terms.feeRate);
  const rest = subtract(add(toDecimal(cover.margin, usdt), exactProfit(terms, cover.openPrice, price)), closingFee);
  return compare(rest, toDecimal(cover.maintenance, usdt)) <= 0;
}

/**
 * The first price on the way down (long) or up (short) at which `liquidates` holds; null where no positive price does.
 * With q = quantity × conversion, f = fee rate, the condition solved for the price p is
 * long p ≤ (maintenance − margin + open·q) / (q·(1 − f)), short p ≥ (margin − maintenance + open·q) / (q·(1 + f)).
 */
export function liquidationPrice(terms: Terms, cover: Cover): Ticks | null {
  const unit = multiply(terms.quantity, terms.conversion);
  const floor = subtract(toDecimal(cover.maintenance, usdt), toDecimal(cover.margin, usdt));
  const opened = notionalAt(terms, cover.openPrice);
  const price =
    terms.side === 'long'
      ? divide(add(opened, floor), multiply(unit, subtract(one, terms.feeRate)), terms.priceScale, 'down')
      : divide(subtract(opened, floor), multiply(unit, add(one, terms.feeRate)), terms.priceScale, 'up');
  const ticks = Number(price.units);
  return ticks > 0 && Number.isSafeInteger(ticks) ? ticks : null;
}
