import { type CandlePeriod, candlePeriods } from '@assay/contract/vocabulary/markets.ts';
import type { Ticks } from './quote.ts';

/** A candle in ticks of mid prices. `time` is its start; it covers everything before the start of the next. */
export interface Bar {
  readonly time: number;
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly close: Ticks;
  /** Units traded. */
  readonly volume: number;
}

/** 1970-01-05, the first Monday of the epoch: weeks start on Mondays, the epoch on a Thursday. */
const firstMonday = 4 * candlePeriods['1d'];

/** Start of the bar that a moment belongs to: days at 00:00 UTC, weeks on Monday. */
export function barStart(period: CandlePeriod, time: number): number {
  const length = candlePeriods[period];
  const origin = period === '1w' ? firstMonday : 0;
  return Math.floor((time - origin) / length) * length + origin;
}

/**
 * The newest bar after one more price. A result with another `time` than `bar` means that `bar` is closed and final.
 * A price from before the bar's start is left out: a closed bar never changes.
 */
export function extendBar(bar: Bar | undefined, period: CandlePeriod, price: Ticks, time: number, volume: number): Bar {
  return foldBar(bar, period, { time, open: price, high: price, low: price, close: price, volume });
}

/** The newest larger bar after one more smaller one; the same contract as `extendBar`. */
export function foldBar(bar: Bar | undefined, period: CandlePeriod, part: Bar): Bar {
  const start = barStart(period, part.time);
  if (bar === undefined || start > bar.time) return { ...part, time: start };
  if (start < bar.time) return bar;
  return {
    time: bar.time,
    open: bar.open,
    high: Math.max(bar.high, part.high),
    low: Math.min(bar.low, part.low),
    close: part.close,
    volume: bar.volume + part.volume,
  };
}

/** Larger bars from smaller ones in order of time. Where there is nothing to build from there is no bar: gaps stay. */
export function aggregateBars(parts: Iterable<Bar>, period: CandlePeriod): Bar[] {
  const bars: Bar[] = [];
  let bar: Bar | undefined;
  for (const part of parts) {
    const next = foldBar(bar, period, part);
    if (bar !== undefined && next.time !== bar.time) bars.push(bar);
    bar = next;
  }
  if (bar !== undefined) bars.push(bar);
  return bars;
}
