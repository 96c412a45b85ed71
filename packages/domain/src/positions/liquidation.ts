import type { Ticks } from '../market/quote.ts';
import { type Amount, toDecimal } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, add, compare, divide, fixed, multiply, one, subtract } from '../money/fixed.ts';
import { type Closing, notionalOpened } from './terms.ts';

/** The backing of a position: the margin as it is now (financing may have taken some) and the floor under it. */
export interface Cover {
  readonly openPrice: Ticks;
  readonly margin: Amount;
  readonly maintenance: Amount;
}

/** margin + unrealised profit − closing fee ≤ maintenance, in exact numbers, at a price of the closing side. */
export function liquidates(terms: Closing, cover: Cover, price: Ticks): boolean {
  const { perPrice, threshold } = conditionOf(terms, cover);
  const order = compare(multiply(perPrice, fixed(BigInt(price), terms.priceScale)), threshold);
  return terms.side === 'long' ? order <= 0 : order >= 0;
}

/** The first price on the way down (long) or up (short) at which `liquidates` holds; null where no positive price does. */
export function liquidationPrice(terms: Closing, cover: Cover): Ticks | null {
  const { perPrice, threshold } = conditionOf(terms, cover);
  const price = divide(threshold, perPrice, terms.priceScale, terms.side === 'long' ? 'down' : 'up');
  const ticks = Number(price.units);
  return ticks > 0 && Number.isSafeInteger(ticks) ? ticks : null;
}

/**
 * The condition solved for the price p: p × perPrice at or below the threshold for a long, at or above it for a short. With
 * q = quantity × conversion, f = fee rate and p' = p × to / from, the price of one of the order's units,
 * long p'·q·(1 − f) ≤ open·q + maintenance − margin, short p'·q·(1 + f) ≥ open·q + margin − maintenance.
 */
function conditionOf(terms: Closing, cover: Cover): { readonly perPrice: Fixed; readonly threshold: Fixed } {
  const { to, from } = terms.splits.ordered;
  const unit = multiply(terms.quantity, terms.conversion);
  const floor = subtract(toDecimal(cover.maintenance, usdt), toDecimal(cover.margin, usdt));
  const long = terms.side === 'long';
  const opened = notionalOpened(terms, cover.openPrice, long ? 'down' : 'up');
  const perPrice = multiply(unit, long ? subtract(one, terms.feeRate) : add(one, terms.feeRate));
  const threshold = long ? add(opened, floor) : subtract(opened, floor);
  return { perPrice: times(perPrice, to), threshold: times(threshold, from) };
}

function times({ units, scale }: Fixed, factor: bigint): Fixed {
  return fixed(units * factor, scale);
}
