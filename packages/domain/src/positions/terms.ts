import type { Instrument } from '../market/instrument.ts';
import { type Quote, type Ticks, priceOf } from '../market/quote.ts';
import { type Amount, amount, charge, payout } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import {
  type Fixed,
  type Rounding,
  divide,
  fixed,
  fitsDecimals,
  multiply,
  parseFixed,
  rescale,
  subtract,
} from '../money/fixed.ts';
import { combined, inverse, scaled } from '../money/ratio.ts';
import { type Splits, unsplit } from '../splits/split.ts';

export type Side = 'long' | 'short';

/** What the rules of contracts need to know of an instrument; the ticket in the browser knows no more. */
export type Contracted = Pick<Instrument, 'priceScale' | 'contract'>;

/**
 * What is frozen when a contract is ordered: nothing that happens to the instrument later changes it. Margin, fee and
 * profit are in USDT; the margin is isolated, so a position can lose its own margin and nothing else.
 */
export interface Terms {
  readonly side: Side;
  readonly leverage: number;
  readonly lots: Fixed;
  readonly lotSize: Fixed;
  /** lots × lot size, in units of the instrument. */
  readonly quantity: Fixed;
  readonly priceScale: number;
  /** USDT for one unit of the currency that the price is in; 1 for USD and USDT. Frozen when the position opens. */
  readonly conversion: Fixed;
  /** Share of the notional at open and again of the notional at close. */
  readonly feeRate: Fixed;
  readonly maintenanceRate: Fixed;
  /** Share of the notional at open per day; positive is paid, negative received. */
  readonly financingRate: Fixed;
  /** How its units have changed since: beside the terms, never in their place. */
  readonly splits: Splits;
}

/** The part of the terms that a profit depends on. */
export type Exposure = Pick<Terms, 'side' | 'quantity' | 'priceScale' | 'conversion' | 'splits'>;

/** The part of the terms that closing depends on. */
export type Closing = Exposure & Pick<Terms, 'feeRate'>;

/** The money that follows from terms and an opening price. */
export interface Opening {
  readonly price: Ticks;
  /** quantity × price × conversion. */
  readonly notional: Fixed;
  readonly margin: Amount;
  readonly fee: Amount;
  /** The margin is not allowed to fall to this. */
  readonly maintenance: Amount;
}

export function termsFor(instrument: Contracted, side: Side, leverage: number, lots: Fixed, conversion: Fixed): Terms {
  const { contract, priceScale } = instrument;
  return {
    side,
    leverage,
    lots,
    lotSize: contract.lotSize,
    quantity: multiply(lots, contract.lotSize),
    priceScale,
    conversion,
    feeRate: contract.feeRate,
    maintenanceRate: contract.maintenanceRate,
    financingRate: side === 'long' ? contract.financingRateLong : contract.financingRateShort,
    splits: unsplit,
  };
}

/** A long opens at the ask, a short at the bid. */
export function openingPrice(side: Side, quote: Quote): Ticks {
  return side === 'long' ? quote.ask : quote.bid;
}

/** A long closes at the bid, a short at the ask. */
export function closingPrice(side: Side, quote: Quote): Ticks {
  return side === 'long' ? quote.bid : quote.ask;
}

/**
 * quantity × price × conversion at a price of today, which counts for each unit of the order what that was split into. What
 * splits into thirds is rounded far below what money can show.
 */
export function notionalAt(terms: Exposure, price: Ticks, rounding: Rounding = 'down'): Fixed {
  return scaled(unitsAt(terms, price), terms.splits.ordered, rounding);
}

/** The same at the opening price, which is one of the day on which it opened. */
export function notionalOpened(terms: Exposure, open: Ticks, rounding: Rounding): Fixed {
  const { ordered, opened } = terms.splits;
  return scaled(unitsAt(terms, open), combined(ordered, inverse(opened)), rounding);
}

function unitsAt({ quantity, priceScale, conversion }: Exposure, price: Ticks): Fixed {
  return multiply(multiply(quantity, priceOf(price, { priceScale })), conversion);
}

/** notional × rate, rounded up. */
export function feeAt(terms: Closing, price: Ticks): Amount {
  return charge(multiply(notionalAt(terms, price), terms.feeRate), usdt);
}

/** notional / leverage, fee and maintenance at an opening price; each rounded up. */
export function openingAt(terms: Terms, price: Ticks): Opening {
  const notional = notionalAt(terms, price);
  return {
    price,
    notional,
    margin: amount(divide(notional, fixed(BigInt(terms.leverage), 0), usdt.scale, 'up').units),
    fee: feeAt(terms, price),
    maintenance: charge(multiply(notional, terms.maintenanceRate), usdt),
  };
}

/**
 * (close − open) × quantity for a long, (open − close) × quantity for a short, with the splits in between; fees apart. Not yet
 * rounded, and where it must be, for the holder.
 */
export function exactProfit(terms: Exposure, open: Ticks, close: Ticks): Fixed {
  return terms.side === 'long'
    ? subtract(notionalAt(terms, close, 'up'), notionalOpened(terms, open, 'down'))
    : subtract(notionalOpened(terms, open, 'up'), notionalAt(terms, close, 'down'));
}

/** `exactProfit` rounded down: a gain loses, a loss gains the fraction of a micro-USDT. */
export function profitAt(terms: Exposure, open: Ticks, close: Ticks): Amount {
  return payout(exactProfit(terms, open, close), usdt);
}

/**
 * As many of an instrument's lots of today as a contract is of: a share that was split is as many as it was split into. Of what is no
 * whole number of steps so much is left that it shows.
 */
export function lotsToday({ quantity, splits }: Pick<Terms, 'quantity' | 'splits'>, lotSize: Fixed): Fixed {
  return divide(scaled(quantity, splits.ordered, 'down'), lotSize, lotDecimalsMax, 'down');
}

const lotDecimalsMax = 30;

/** Reads a price or a distance between prices. Undefined unless it is above zero and a whole number of ticks. */
export function readTicks(text: string, priceScale: number): Ticks | undefined {
  const value = parseFixed(text);
  if (value === undefined || value.units <= 0n || !fitsDecimals(value, priceScale)) return undefined;
  const ticks = Number(rescale(value, priceScale, 'exact').units);
  return Number.isSafeInteger(ticks) ? ticks : undefined;
}
