import type { Candle } from '@assay/contract/endpoints/index.ts';
import { type CandlePeriod, candlePeriods, isCandlePeriod } from '@assay/contract/vocabulary/markets.ts';
import { barStart } from '@assay/domain/market/candles.ts';
import type { KLineData, Period } from 'klinecharts';

export const periods = Object.keys(candlePeriods).filter(isCandlePeriod);

/** The chart's own way of writing a period; it decides how times on the axis are written. */
export const chartPeriods: Record<CandlePeriod, Period> = {
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

/**
 * The newest bar after one more price: the last one moved, or a new one. Null for a price from before the last bar. The
 * feed carries no volume, so a bar's volume is the server's from when it was fetched.
 */
export function liveBar(last: KLineData | undefined, period: CandlePeriod, price: number, time: number): KLineData | null {
  const start = barStart(period, time);
  if (last === undefined || start > last.timestamp) {
    return { timestamp: start, open: price, high: price, low: price, close: price, volume: 0 };
  }
  if (start < last.timestamp) return null;
  return { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price };
}
