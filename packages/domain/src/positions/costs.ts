import type { Ticks } from '../market/quote.ts';
import { type Amount, amount, minus, nothing, sum, toDecimal } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, add, compare, divide, fixed, formatFixed, multiply, one, subtract } from '../money/fixed.ts';
import { type Financed, financingFor } from './financing.ts';
import type { Cover } from './liquidation.ts';
import { sharesOf } from './parts/shares.ts';
import { settle } from './settle.ts';
import { type Closing, type Opening, type Terms, notionalOpened } from './terms.ts';

/** What a contract has cost so far. */
export interface Paid {
  readonly openFee: Amount;
  /** Negative was received. */
  readonly financing: Amount;
}

/** All that the costs and the result of a contract depend on; of an order that waits, as it would open at its limit. */
export interface Holding {
  readonly terms: Closing & Financed;
  readonly cover: Cover;
  readonly paid: Paid;
}

/** What a contract comes to, each cost by itself. */
export interface Result extends Paid {
  /** Rounded down; a loss is never more than the margin. */
  readonly gross: Amount;
  /** Rounded up, as far as margin and gain cover it. */
  readonly closeFee: Amount;
  /** gross − opening fee − closing fee − financing. */
  readonly net: Amount;
}

/** The holding that an order makes: it costs its opening fee, and no night yet. */
export function holdingOf(terms: Terms, { price, margin, maintenance, fee }: Opening): Holding {
  return { terms, cover: { openPrice: price, margin, maintenance }, paid: { openFee: fee, financing: nothing } };
}

const quantityDecimals = 18;

/** What belongs to so many of all lots: its shares are those of a part that is closed. */
export function holdingOfLots(holding: Holding, lots: Fixed, all: Fixed): Holding {
  if (compare(lots, all) === 0) return holding;
  const { terms, cover, paid } = holding;
  const { margin, maintenance } = cover;
  const { part } = sharesOf({ lots: formatFixed(all), margin, marginTaken: 0n, maintenance, ...paid }, lots);
  return {
    // lots × lot size; the lot size follows from all lots and units together.
    terms: { ...terms, quantity: divide(multiply(terms.quantity, lots), all, quantityDecimals, 'down') },
    cover: { ...cover, margin: amount(part.margin), maintenance: amount(part.maintenance) },
    paid: { openFee: amount(part.openFee), financing: amount(part.financing) },
  };
}

/** What ending a contract at a price comes to, by the function that settles it there. */
export function resultAt({ terms, cover, paid }: Holding, price: Ticks): Result {
  const { profit, fee } = settle(terms, cover, price);
  return resultOf(profit, fee, paid);
}

/** What is left of a profit when every cost is taken off. */
export function resultOf(gross: Amount, closeFee: Amount, { openFee, financing }: Paid): Result {
  return { gross, openFee, closeFee, financing, net: minus(gross, sum(openFee, closeFee, financing)) };
}

/** A night: positive is paid, rounded up; negative is received. */
export function financingADay({ terms, cover }: Pick<Holding, 'terms' | 'cover'>): Amount {
  return financingFor(terms, cover.openPrice, 1);
}

/** So much may rounding take: a millionth from the profit, a millionth for the fee. */
const roundings = amount(2n);

/**
 * The nearest price at which closing leaves no loss, with both fees and the financing so far in it; nights to come move it. Null
 * where no positive price does. With q = quantity × conversion, f = fee rate, c = the costs so far and the roundings, and prices
 * of the order's own units: long p·q·(1 − f) ≥ open·q + c, short p·q·(1 + f) ≤ open·q − c.
 */
export function breakEvenPrice({ terms, cover, paid }: Holding): Ticks | null {
  const long = terms.side === 'long';
  const { to, from } = terms.splits.ordered;
  const costs = toDecimal(sum(paid.openFee, paid.financing, roundings), usdt);
  const opened = notionalOpened(terms, cover.openPrice, long ? 'up' : 'down');
  const target = long ? add(opened, costs) : subtract(opened, costs);
  const perPrice = multiply(
    multiply(terms.quantity, terms.conversion),
    long ? subtract(one, terms.feeRate) : add(one, terms.feeRate),
  );
  const price = divide(
    fixed(target.units * from, target.scale),
    fixed(perPrice.units * to, perPrice.scale),
    terms.priceScale,
    long ? 'up' : 'down',
  );
  const ticks = Number(price.units);
  return ticks > 0 && Number.isSafeInteger(ticks) ? ticks : null;
}
