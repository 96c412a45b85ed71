import type { Ticks } from '../market/quote.ts';
import { type Amount, payout, sum, toDecimal } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, add, compare, divide, divideInteger, fixed, multiply, negate, rescale } from '../money/fixed.ts';
import { type Contracted, type Side, type Terms, notionalOpened, openingAt, termsFor } from './terms.ts';

/**
 * The price at which a position shows a profit (negative: a loss). Rounded to the tick that gives at least that profit
 * or costs at most that loss. Null where no positive price does.
 */
export function priceForProfit(terms: Terms, openPrice: Ticks, profit: Amount): Ticks | null {
  const wanted = toDecimal(profit, usdt);
  const long = terms.side === 'long';
  const target = add(notionalOpened(terms, openPrice, long ? 'down' : 'up'), long ? wanted : negate(wanted));
  const { to, from } = terms.splits.ordered;
  const unit = multiply(terms.quantity, terms.conversion);
  const price = divide(
    fixed(target.units * from, target.scale),
    fixed(unit.units * to, unit.scale),
    terms.priceScale,
    long ? 'up' : 'down',
  );
  const ticks = Number(price.units);
  return ticks > 0 && Number.isSafeInteger(ticks) ? ticks : null;
}

/** A share of the margin, in percent, as a profit in USDT; rounded down. */
export function profitOfPercent(percent: Fixed, margin: Amount): Amount {
  return payout(multiply(toDecimal(margin, usdt), fixed(percent.units, percent.scale + 2)), usdt);
}

/** A profit as percent of the margin with two decimals, rounded down. */
export function percentOfMargin(profit: Amount, margin: Amount): Fixed {
  return divide(fixed(profit * 100n, 0), fixed(margin, 0), 2, 'down');
}

/** The most lots that margin and fee leave room for in `available` at a price; undefined where the smallest is too much. */
export function largestLots(
  instrument: Contracted,
  side: Side,
  leverage: number,
  price: Ticks,
  conversion: Fixed,
  available: Amount,
): Fixed | undefined {
  const { lotStep, lotsMin, lotsMax } = instrument.contract;
  const scale = Math.max(lotStep.scale, lotsMin.scale, lotsMax.scale);
  const step = rescale(lotStep, scale, 'exact').units;
  const affordable = (steps: bigint) => {
    const opening = openingAt(termsFor(instrument, side, leverage, fixed(steps * step, scale), conversion), price);
    return sum(opening.margin, opening.fee) <= available;
  };
  let low = 0n;
  let high = divideInteger(rescale(lotsMax, scale, 'exact').units, step, 'down');
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (affordable(middle)) low = middle;
    else high = middle - 1n;
  }
  const lots = fixed(low * step, scale);
  return compare(lots, lotsMin) < 0 ? undefined : lots;
}
