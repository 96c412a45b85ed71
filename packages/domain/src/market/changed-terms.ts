import { type Fixed, add, compare, divide, fitsDecimals, fixed, negate, rescale, toFixed, zero } from '../money/fixed.ts';
import type { ContractTerms } from './instrument.ts';

/** What operators may change of an instrument's contracts, for orders opened from then on. Prices are not among it. */
export type ChangedTerms = Partial<Omit<ContractTerms, 'lotSize' | 'lotStep'>>;

/** The specification's home page promises a fee below this. */
const feeBelow = toFixed('0.003');
/** Of the notional, a day: 7.3 a year at most. More would be a fee by another name. */
const financingMax = toFixed('0.002');

/**
 * Whether changed terms are fit to be offered: leverages only of those that are listed (they can be lowered, never raised),
 * each once and ascending; a fee below 0.3%; maintenance below half of the smallest margin; financing of at most 0.2% a day
 * that never pays both sides; lots of whole steps.
 */
export function areReasonable(listed: ContractTerms, changes: ChangedTerms): boolean {
  const terms: ContractTerms = { ...listed, ...changes };
  const { leverages, feeRate, maintenanceRate, financingRateLong, financingRateShort, lotsMin, lotsMax } = terms;
  const largest = leverages.at(-1);
  if (largest === undefined || !leverages.every((each) => listed.leverages.includes(each))) return false;
  if (leverages.some((each, place) => place > 0 && each <= (leverages[place - 1] ?? 0))) return false;
  const smallestMargin = divide(fixed(1n, 0), fixed(BigInt(2 * largest), 0), 9, 'down');
  return (
    isBetween(feeRate, zero, feeBelow) &&
    compare(feeRate, feeBelow) < 0 &&
    isBetween(maintenanceRate, zero, smallestMargin) &&
    compare(maintenanceRate, smallestMargin) < 0 &&
    [financingRateLong, financingRateShort].every((rate) => isBetween(rate, negate(financingMax), financingMax)) &&
    compare(add(financingRateLong, financingRateShort), zero) >= 0 &&
    compare(lotsMin, zero) > 0 &&
    compare(lotsMin, lotsMax) <= 0 &&
    compare(lotsMax, listed.lotsMax) <= 0 &&
    [lotsMin, lotsMax].every((lots) => isWholeSteps(lots, listed.lotStep))
  );
}

function isBetween(value: Fixed, min: Fixed, max: Fixed): boolean {
  return compare(value, min) >= 0 && compare(value, max) <= 0;
}

function isWholeSteps(value: Fixed, step: Fixed): boolean {
  if (!fitsDecimals(value, step.scale)) return false;
  return rescale(value, step.scale, 'exact').units % step.units === 0n;
}
