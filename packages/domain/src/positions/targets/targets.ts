import type { Ticks } from '../../market/quote.ts';
import type { Amount } from '../../money/amount.ts';
import {
  type Fixed,
  add,
  compare,
  divideInteger,
  fixed,
  formatFixed,
  multiply,
  parseFixed,
  rescale,
  subtract,
  toFixed,
  zero,
} from '../../money/fixed.ts';
import { type LotSteps, isWholeSteps, partsMax } from '../parts/shares.ts';
import { type Refused, refused } from '../refused.ts';
import { isWorse } from '../stops.ts';
import { type Exposure, type Side, type Terms, profitAt, readTicks } from '../terms.ts';

/** A target: a price at which so many lots of a position are closed with a profit. Targets are ordered nearest first. */
export interface Target {
  readonly price: Ticks;
  readonly lots: string;
}

/** As on the wire. */
export interface TargetRequest {
  readonly price: string;
  readonly lots: string;
}

/** More of them could not be distinguished on a chart. */
export const targetsMax = 5;

/** What targets are set for: a position, or an order as it would open. */
export interface Targeted {
  readonly side: Side;
  readonly priceScale: number;
  /** Current closing price of an open position, limit or trigger of an order that waits. */
  readonly reference: Ticks;
  /** Closes all that is left. */
  readonly takeProfit: Ticks | null;
  readonly lots: Fixed;
  /** How many parts of it have been closed. */
  readonly parts: number;
  readonly steps: LotSteps;
}

/**
 * Reads the targets of a position. Each lies beyond the reference on the winning side, before the take-profit, and where no other
 * does (11005). Its lots are whole steps and no fewer than the smallest order; together they are all of the position, or leave
 * the smallest order at least (11300). 11303 where so many parts can't be closed any more.
 */
export function readTargets(request: readonly TargetRequest[], targeted: Targeted): readonly Target[] | Refused {
  const targets: Target[] = [];
  for (const [place, { price, lots }] of request.entries()) {
    const at = readTargetPrice(price, targeted);
    if (at === undefined || targets.some((other) => other.price === at)) return refused('11005', `targets.${place}.price`);
    const share = readShare(lots, targeted.steps);
    if (share === undefined) return refused('11300', `targets.${place}.lots`);
    targets.push({ price: at, lots: formatFixed(share) });
  }
  const rest = subtract(targeted.lots, lotsOf(targets));
  const isWhole = compare(rest, zero) === 0;
  if (targets.length > targetsMax || (targets.length > 0 && !isWhole && compare(rest, targeted.steps.lotsMin) < 0)) {
    return refused('11300', 'targets');
  }
  if (targeted.parts + targets.length > partsMax) return refused('11303', 'targets');
  return targets.toSorted((one, other) => (isWorse(targeted.side, one.price, other.price) ? -1 : 1));
}

function readTargetPrice(text: string, { side, priceScale, reference, takeProfit }: Targeted): Ticks | undefined {
  const price = readTicks(text, priceScale);
  if (price === undefined || !isWorse(side, reference, price)) return undefined;
  return takeProfit !== null && !isWorse(side, price, takeProfit) ? undefined : price;
}

function readShare(text: string, { lotStep, lotsMin }: LotSteps): Fixed | undefined {
  const lots = parseFixed(text);
  return lots === undefined || compare(lots, lotsMin) < 0 || !isWholeSteps(lots, lotStep) ? undefined : lots;
}

/** What an amendment makes of the targets; left out they stay, and then a new take-profit must not come before them (11005). */
export function amendTargets(
  request: { readonly targets?: readonly TargetRequest[] | null | undefined; readonly takeProfit?: string | null | undefined },
  now: readonly Target[],
  targeted: Targeted,
): readonly Target[] | Refused {
  if (request.targets !== undefined) return readTargets(request.targets ?? [], targeted);
  const last = now.at(-1);
  const { side, takeProfit } = targeted;
  const comesFirst = last !== undefined && takeProfit !== null && !isWorse(side, last.price, takeProfit);
  return comesFirst && request.takeProfit !== undefined ? refused('11005', 'takeProfit') : now;
}

export function lotsOf(targets: readonly Pick<Target, 'lots'>[]): Fixed {
  return targets.reduce((all, { lots }) => add(all, toFixed(lots)), zero);
}

/**
 * The targets of a position of which less is left, by hand: their lots stay as they were set, nearest first, as far as there are
 * lots. What would be less than the smallest order, of a target or after the last of them, goes with the one before.
 */
export function targetsWithin(targets: readonly Target[], left: Fixed, lotsMin: Fixed): readonly Target[] {
  const kept: Target[] = [];
  let rest = left;
  for (const target of targets) {
    const lots = toFixed(target.lots);
    const stays = subtract(rest, lots);
    if (compare(stays, lotsMin) < 0) return [...kept, { price: target.price, lots: formatFixed(rest) }];
    kept.push(target);
    rest = stays;
  }
  return kept;
}

/** Those that a price of the closing side reaches, nearest first. */
export function targetsReached(targets: readonly Target[], side: Side, price: Ticks): readonly Target[] {
  return targets.filter((target) => !isWorse(side, price, target.price));
}

/** Shares of so many lots, in percent, as lots: each rounded down to a whole step; where they are all of them the last has what is left. */
export function lotsOfShares(percents: readonly number[], lots: Fixed, lotStep: Fixed): Fixed[] {
  const scale = Math.max(lots.scale, lotStep.scale);
  const [all, step] = [rescale(lots, scale, 'exact').units, rescale(lotStep, scale, 'exact').units];
  const shares = percents.map((percent) => divideInteger(all * BigInt(percent), 100n * step, 'down') * step);
  const whole = percents.reduce((sum, percent) => sum + percent, 0) === 100;
  const before = shares.slice(0, -1).reduce((sum, share) => sum + share, 0n);
  return shares.map((share, place) => fixed(whole && place === shares.length - 1 ? all - before : share, scale));
}

/** What the take-profit brings, fees apart: it closes what targets have left. */
export function profitAtTakeProfit(
  terms: Exposure & Pick<Terms, 'lots' | 'lotSize'>,
  open: Ticks,
  price: Ticks,
  targets: readonly Target[],
): Amount {
  return profitAtTarget(terms, open, { price, lots: formatFixed(subtract(terms.lots, lotsOf(targets))) });
}

/** What the part of a target brings there, fees apart. */
export function profitAtTarget(terms: Exposure & Pick<Terms, 'lotSize'>, open: Ticks, { price, lots }: Target): Amount {
  return profitAt({ ...terms, quantity: multiply(toFixed(lots), terms.lotSize) }, open, price);
}
