import { rescale, toFixed } from '../../money/fixed.ts';
import type { ContractTerms, Instrument } from '../instrument.ts';
import type { Ticks } from '../quote.ts';
import { hash, seedOf } from '../random-path.ts';
import { type Underlying, underlyingOf } from './underlyings.ts';

/** An entry of the catalogue: the instrument, and what the simulator makes prices from. */
export interface Listing {
  readonly instrument: Instrument;
  readonly simulation: SimulationTerms;
}

export interface SimulationTerms {
  /** What moves together: instruments of one factor share a part of their moves; currencies have one each instead. */
  readonly factor: 'crypto' | 'equity' | 'commodity' | 'currency';
  /** What it is a price of, where other instruments are too. */
  readonly underlying: Underlying | undefined;
  /** The price around which the simulated one moves for ever. */
  readonly referencePrice: Ticks;
  /** Standard deviation of the logarithm of the price over one week. */
  readonly weeklyVolatility: number;
  /** What trades in a day, in the quote currency. */
  readonly dailyTurnover: number;
}

/**
 * What trades in a day of the one at this place of a list, of which the first has `largest`: markets are unequal, few have most of
 * the trade. A little by its own name, so that no two are alike.
 */
export function turnoverAt(place: number, largest: number, steepness: number, code: string): number {
  return (largest / (place + 1) ** steepness) * (0.8 + (0.4 * (hash(seedOf(0, code), 0, 0) % 1000)) / 1000);
}

/** Code, name and reference price in USDT. */
export type CryptoRow = readonly [code: string, name: string, referencePrice: string];

/** Completes an instrument by what follows from its other fields. */
export function listing(
  fields: Omit<Instrument, 'id'>,
  simulation: Omit<SimulationTerms, 'referencePrice' | 'underlying'> & { referencePrice: string },
): Listing {
  const ticks = rescale(toFixed(simulation.referencePrice), fields.priceScale, 'exact').units;
  return {
    instrument: { id: `${fields.assetClass}-${fields.code}`, ...fields },
    simulation: { ...simulation, underlying: underlyingOf(fields.code), referencePrice: Number(ticks) },
  };
}

type TermsText = { readonly [Key in Exclude<keyof ContractTerms, 'leverages' | 'lotsMin'>]: string };

/** Terms from plain decimals; the smallest order is one lot step. */
export function contractTerms(terms: TermsText & { leverages: readonly number[] }): ContractTerms {
  return {
    lotSize: toFixed(terms.lotSize),
    lotStep: toFixed(terms.lotStep),
    lotsMin: toFixed(terms.lotStep),
    lotsMax: toFixed(terms.lotsMax),
    leverages: terms.leverages,
    feeRate: toFixed(terms.feeRate),
    maintenanceRate: toFixed(terms.maintenanceRate),
    financingRateLong: toFixed(terms.financingRateLong),
    financingRateShort: toFixed(terms.financingRateShort),
  };
}

/** Exponent of the first digit: 2 for 862, −1 for 0.35. */
export function magnitudeOf(price: string): number {
  return Number(Number(price).toExponential().split('e')[1]);
}

/** Decimals that give a price five significant digits at least, and never fewer than two. */
export function scaleFor(price: string): number {
  return Math.max(2, 4 - magnitudeOf(price));
}

/** The largest of 1, 2, 5, 10, 20, 50 … lots whose notional stays within a limit. */
export function largestLots(notionalMax: number, lotPrice: number): string {
  const lots = notionalMax / lotPrice;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(lots)));
  return String(unit * (lots >= 5 * unit ? 5 : lots >= 2 * unit ? 2 : 1));
}
