import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { compare, parseFixed } from '@assay/domain/money/fixed.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';

export interface Check {
  /** Names of the steps that were computed again. */
  readonly checked: readonly string[];
  /** Names of those whose result is another one here. */
  readonly differs: readonly string[];
}

/** Equal as numbers: a trailing zero is no difference. */
export function same(a: string, b: string): boolean {
  const left = parseFixed(a);
  const right = parseFixed(b);
  return left !== undefined && right !== undefined && compare(left, right) === 0;
}

/** Equal as amounts of one asset, as words, or as numbers. */
function agree(stated: string, found: string): boolean {
  const [number = '', ...asset] = stated.split(' ');
  const [other = '', ...otherAsset] = found.split(' ');
  return stated === found || (same(number, other) && asset.join(' ') === otherAsset.join(' '));
}

/** Compares what was found here with the results of the steps of those names; a step that is not there is not claimed. */
export function compareSteps(receipt: Receipt, found: ReadonlyMap<string, string>): Check {
  const stated = new Map(receipt.steps.map(({ name, result }) => [name, result]));
  const checked = [...found.keys()].filter((name) => stated.has(name));
  const differs = checked.filter((name) => !agree(stated.get(name) ?? '', found.get(name) ?? ''));
  return { checked, differs };
}

/** What several checks found, together. */
export function joined(...checks: readonly Check[]): Check {
  return { checked: checks.flatMap(({ checked }) => checked), differs: checks.flatMap(({ differs }) => differs) };
}

/** The newest recorded quote of a moment, in ticks; undefined where it is not on the receipt or not a price. */
export function quoteIn(receipt: Receipt, moment: string, priceScale: number): Quote | undefined {
  const quote = receipt.quotes.findLast((one) => one.moment === moment);
  const bid = readTicks(quote?.bid ?? '', priceScale);
  const ask = readTicks(quote?.ask ?? '', priceScale);
  return bid === undefined || ask === undefined ? undefined : { code: '', bid, ask, time: 0, volume: 0 };
}

/** Decimals that a figure is written with. */
export function decimalsIn(text: string | undefined): number {
  return parseFixed(text ?? '')?.scale ?? 0;
}
