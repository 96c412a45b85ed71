import type { Candle, RecentQuote } from '@assay/contract/endpoints/index.ts';
import { candlePeriods, isCandlePeriod } from '@assay/contract/vocabulary/markets.ts';
import { barStart } from '@assay/domain/market/candles.ts';
import type { KLineData, Period } from 'klinecharts';
import type { ChartPeriod } from '../../../shared/preferences.ts';

export const periods: readonly ChartPeriod[] = ['tick', ...Object.keys(candlePeriods).filter(isCandlePeriod)];

/** The chart's own way of writing a period; it decides how times on the axis are written. */
export const chartPeriods: Record<ChartPeriod, Period> = {
  tick: { type: 'second', span: 1 },
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
};

export function toBar({ time, open, high, low, close, volume }: Candle): KLineData {
  return { timestamp: time, open, high, low, close, volume };
}

/** One quote as a bar without a body: the middle of bid and ask. */
function tick(price: number, time: number): KLineData {
  return { timestamp: time, open: price, high: price, low: price, close: price };
}

/** Quotes as bars, one for each moment. */
export function tickBars(quotes: readonly RecentQuote[]): KLineData[] {
  const byTime = new Map(quotes.map(({ time, bid, ask }) => [time, tick((Number(bid) + Number(ask)) / 2, time)]));
  return [...byTime.values()];
}

/**
 * The newest bar after one more price: the last one moved, or a new one. Null for a price from before the last bar. The
 * feed carries no volume, so a bar's volume is the server's from when it was fetched.
 */
export function liveBar(last: KLineData | undefined, period: ChartPeriod, price: number, time: number): KLineData | null {
  if (period === 'tick') return last === undefined || time > last.timestamp ? tick(price, time) : null;
  const start = barStart(period, time);
  if (last === undefined || start > last.timestamp) {
    return { timestamp: start, open: price, high: price, low: price, close: price, volume: 0 };
  }
  if (start < last.timestamp) return null;
  return { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price };
}

/** How long a bar lasts; a quote lasts no time. */
export const lastsMs = (period: ChartPeriod): number => (period === 'tick' ? 0 : candlePeriods[period]);

export interface Averaged {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Heikin-Ashi: each bar opens in the middle of the body before, and closes at the mean of its four prices. */
export function averaged(bars: readonly KLineData[]): Averaged[] {
  const made: Averaged[] = [];
  for (const bar of bars) {
    const before = made.at(-1);
    const open = before === undefined ? (bar.open + bar.close) / 2 : (before.open + before.close) / 2;
    const close = (bar.open + bar.high + bar.low + bar.close) / 4;
    made.push({ open, close, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close) });
  }
  return made;
}
