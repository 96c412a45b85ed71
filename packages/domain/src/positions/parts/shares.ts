import type { Instrument } from '../../market/instrument.ts';
import { type Amount, amount } from '../../money/amount.ts';
import {
  type Fixed,
  compare,
  divideInteger,
  fixed,
  formatFixed,
  parseFixed,
  rescale,
  subtract,
  toFixed,
  zero,
} from '../../money/fixed.ts';
import { type Refused, refused } from '../refused.ts';

/** What belongs to the lots of a position: what its opening set aside and cost, and what has been charged since. */
export interface Stake {
  readonly lots: string;
  readonly margin: bigint;
  readonly marginTaken: bigint;
  readonly maintenance: bigint;
  readonly openFee: bigint;
  /** Negative was received. */
  readonly financing: bigint;
}

/**
 * A stake in two, by lots. The part's shares are rounded down and the rest is what is left of each, so that however often a
 * position is divided, the parts together are what it was, to the last unit. What is left of the margin is shared by itself:
 * neither side gets back what financing has taken from the other.
 */
export function sharesOf(stake: Stake, lots: Fixed): { readonly part: Stake; readonly rest: Stake } {
  const whole = toFixed(stake.lots);
  const share = (units: bigint): Amount => shareOf(units, lots, whole);
  const margin = share(stake.margin);
  const part: Stake = {
    lots: formatFixed(lots),
    margin,
    marginTaken: margin - share(stake.margin - stake.marginTaken),
    maintenance: share(stake.maintenance),
    openFee: share(stake.openFee),
    financing: share(stake.financing),
  };
  const rest: Stake = {
    lots: formatFixed(subtract(whole, lots)),
    margin: stake.margin - part.margin,
    marginTaken: stake.marginTaken - part.marginTaken,
    maintenance: stake.maintenance - part.maintenance,
    openFee: stake.openFee - part.openFee,
    financing: stake.financing - part.financing,
  };
  return { part, rest };
}

/** units × lots / whole, rounded down. */
export function shareOf(units: bigint, lots: Fixed, whole: Fixed): Amount {
  const scale = Math.max(lots.scale, whole.scale);
  const [some, all] = [rescale(lots, scale, 'exact').units, rescale(whole, scale, 'exact').units];
  return amount(divideInteger(units * some, all, 'down'));
}

/**
 * Each part is an order of its own with a receipt that covers all before it: this limits how many parts a position may have.
 */
export const partsMax = 100;

/** What a position has that can be closed, and how often a part of it has been. */
export interface Divisible {
  readonly lots: Fixed;
  readonly parts: number;
}

/** What an instrument says of lots. */
export type LotSteps = Pick<Instrument['contract'], 'lotStep' | 'lotsMin'>;

/**
 * Reads how many lots of a position are to be closed: all of them, or whole steps, of which neither the part nor what stays is
 * less than the smallest order; otherwise 11300. 11303 where so many parts have been closed that only all of it can be.
 */
export function readPart(text: string, { lots: held, parts }: Divisible, { lotStep, lotsMin }: LotSteps): Fixed | Refused {
  const lots = parseFixed(text);
  const wrong = refused('11300', 'lots');
  if (lots === undefined || compare(lots, zero) <= 0 || compare(lots, held) > 0) return wrong;
  const rest = subtract(held, lots);
  if (compare(rest, zero) === 0) return lots;
  if (parts >= partsMax) return refused('11303', 'lots');
  const isSmall = [lots, rest].some((each) => compare(each, lotsMin) < 0);
  return isSmall || !isWholeSteps(lots, lotStep) ? wrong : lots;
}

/** A share of the lots in percent, in whole steps, rounded down; all of them are all, whatever the steps. */
export function lotsOfShare(percent: number, held: Fixed, lotStep: Fixed): Fixed {
  if (percent === 100) return held;
  const scale = Math.max(held.scale, lotStep.scale);
  const [all, step] = [rescale(held, scale, 'exact').units, rescale(lotStep, scale, 'exact').units];
  return fixed(divideInteger(all * BigInt(percent), step * 100n, 'down') * step, scale);
}

/** Half of what can be closed, in whole steps and rounded down; refused as `readPart` refuses it. */
export function halfOf(divisible: Divisible, steps: LotSteps): Fixed | Refused {
  return readPart(formatFixed(lotsOfShare(50, divisible.lots, steps.lotStep)), divisible, steps);
}

export function isWholeSteps(lots: Fixed, lotStep: Fixed): boolean {
  const scale = Math.max(lots.scale, lotStep.scale);
  return rescale(lots, scale, 'exact').units % rescale(lotStep, scale, 'exact').units === 0n;
}
