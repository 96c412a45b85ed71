import type { Instrument } from '../market/instrument.ts';
import { type Quote, type Ticks, priceOf } from '../market/quote.ts';
import { type Amount, amount, charge, payout } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, divide, fixed, fitsDecimals, multiply, parseFixed, rescale } from '../money/fixed.ts';

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
}

/** The part of the terms that a profit depends on. */
export type Exposure = Pick<Terms, 'side' | 'quantity' | 'priceScale' | 'conversion'>;

/** The money that follows from terms and an opening price. */
export interface Opening {
  readonly price: Ticks;
  /** quantity × price × conversion, exact. */
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

export function notionalAt(terms: Exposure, price: Ticks): Fixed {
  return multiply(multiply(terms.quantity, priceOf(price, terms)), terms.conversion);
}

/** notional × rate, rounded up. */
export function feeAt(terms: Terms, price: Ticks): Amount {
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

/** (close − open) × quantity for a long, (open − close) × quantity for a short; not yet rounded, fees apart. */
export function exactProfit(terms: Exposure, open: Ticks, close: Ticks): Fixed {
  const move = terms.side === 'long' ? BigInt(close) - BigInt(open) : BigInt(open) - BigInt(close);
  return multiply(multiply(terms.quantity, fixed(move, terms.priceScale)), terms.conversion);
}

/** `exactProfit` rounded down: a gain loses, a loss gains what has no place in a micro-USDT. */
export function profitAt(terms: Exposure, open: Ticks, close: Ticks): Amount {
  return payout(exactProfit(terms, open, close), usdt);
}

/** Reads a price or a distance between prices. Undefined unless it is above zero and a whole number of ticks. */
export function readTicks(text: string, priceScale: number): Ticks | undefined {
  const value = parseFixed(text);
  if (value === undefined || value.units <= 0n || !fitsDecimals(value, priceScale)) return undefined;
  const ticks = Number(rescale(value, priceScale, 'exact').units);
  return Number.isSafeInteger(ticks) ? ticks : undefined;
}
