import type { Bar } from '../market/candles.ts';
import { isOpen, lastOpenMoment, nextOpening } from '../market/hours.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Quote, Ticks } from '../market/quote.ts';
import type { Fixed } from '../money/fixed.ts';
import { type Ratio, inverse, scaledUnits } from '../money/ratio.ts';

export const actionKinds = ['split', 'reverseSplit', 'dividend'] as const;
export type ActionKind = (typeof actionKinds)[number];

/** What a corporate action makes of one unit: more or fewer of them, or cash in the currency of the price. */
export type ActionTerms =
  | { readonly kind: 'split' | 'reverseSplit'; readonly ratio: Ratio }
  | { readonly kind: 'dividend'; readonly perUnit: Fixed };

/**
 * Only companies split their shares and pay dividends, and never those of this house's own making. Nor what could be kept as
 * coins: wallets that it is withdrawn to could not be adjusted.
 */
export function hasActions({ assetClass, spot }: Pick<Instrument, 'assetClass' | 'spot'>, feed: string): boolean {
  return (assetClass === 'stock' || assetClass === 'etf') && spot === null && feed !== 'simulated';
}

/** From the end of the session before to the first opening: what is held over it is adjusted. */
export interface ActionTimes {
  readonly beginsAt: number;
  readonly opensAt: number;
}

const dayMs = 86_400_000;

/** Undefined where nothing trades on that day. `firstDay` is its midnight in UTC. */
export function actionTimes({ hours }: Pick<Instrument, 'hours'>, firstDay: number): ActionTimes | undefined {
  const opensAt = isOpen(hours, firstDay) ? firstDay : nextOpening(hours, firstDay);
  if (opensAt === null || opensAt >= firstDay + dayMs) return undefined;
  return { beginsAt: lastOpenMoment(hours, opensAt - 1) + 1, opensAt };
}

/** The last quote in units of after a split, a millisecond later; never nearer to each other than they were. */
export function restated(quote: Quote, split: Ratio): Quote {
  const bid = priceAfter(quote.bid, split, 'down');
  return { ...quote, bid, ask: Math.max(bid, priceAfter(quote.ask, split, 'up')), time: quote.time + 1, volume: 0 };
}

/** A price in units of after a split; never nothing. */
export function priceAfter(price: Ticks, split: Ratio, rounding: 'down' | 'up'): Ticks {
  return Math.max(1, Number(scaledUnits(BigInt(price), inverse(split), rounding)));
}

/** The same worth in other units: prices down to a tick, the volume with its fraction. */
export function scaledBar({ time, open, high, low, close, volume }: Bar, split: Ratio): Bar {
  const price = (ticks: number) => priceAfter(ticks, split, 'down');
  const units = (volume * Number(split.to)) / Number(split.from);
  return { time, open: price(open), high: price(high), low: price(low), close: price(close), volume: units };
}
