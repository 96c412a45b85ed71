import { candlePeriods, type CandlePeriod } from '@assay/contract/vocabulary/markets.ts';
import { aggregateBars, type Bar, barStart } from '@assay/domain/market/candles.ts';
import type { Queryable } from '../../platform/database.ts';
import type { RecordedPeriod } from '../series.ts';
import type { Ticker } from '../ticker.ts';
import { type BarRange, readBars } from './bars.ts';
import type { History } from './history.ts';

/** The recorded period that each period is put together from when it is read. */
const bases: Readonly<Record<CandlePeriod, RecordedPeriod>> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '5m',
  '30m': '5m',
  '1h': '1h',
  '4h': '1h',
  '1d': '1d',
  '1w': '1d',
};

export interface CandleRequest {
  readonly period: CandlePeriod;
  /** Bars that start at or after this moment, epoch milliseconds. */
  readonly from: number;
  /** Bars that start at or before this moment. */
  readonly to: number;
  /** How many at most: the newest of them. */
  readonly limit: number;
}

/**
 * Bars of an instrument, oldest first, the running one last. Simulated ones reach back before the first recorded; undefined
 * when too many others wait for theirs.
 */
export async function readCandles(
  db: Queryable,
  ticker: Ticker,
  history: History | undefined,
  { period, from, to, limit }: CandleRequest,
  now: number,
): Promise<Bar[] | undefined> {
  const base = bases[period];
  const parts = candlePeriods[period] / candlePeriods[base];
  const start = barStart(period, from);
  const first = start === from ? from : start + candlePeriods[period];
  const until = barStart(period, Math.min(to, now)) + candlePeriods[period];
  // One bar more, because the limit may cut through the parts of the oldest.
  const range: BarRange = { from: first, until, limit: (limit + 1) * parts };
  const bars = await readBase(db, ticker, history, base, range, now);
  return bars && aggregateBars(bars, period).slice(-limit);
}

async function readBase(
  db: Queryable,
  ticker: Ticker,
  history: History | undefined,
  period: RecordedPeriod,
  range: BarRange,
  now: number,
): Promise<Bar[] | undefined> {
  // Taken before the database is asked: what it closes and writes down meanwhile is then in both, not in neither.
  const latest = ticker.bars(period).filter((bar) => bar.time >= range.from && bar.time < range.until);
  // A replay that started anew has recorded what still lies ahead of its clock.
  const past = { ...range, until: Math.min(range.until, barStart(period, now)) };
  const read = await readBars(db, ticker.instrument.code, { source: ticker.kind, period }, past);
  const kept = read.map((bar) => ticker.inUnitsOfNow(bar));
  const lastKept = kept.at(-1)?.time ?? -Infinity;
  const recorded = [...kept, ...latest.filter((bar) => bar.time > lastKept)].slice(-range.limit);
  if (history === undefined || ticker.kind !== 'simulated') return recorded;
  const { instrument, firstMinute = now } = ticker;
  const [oldest, ...newer] = recorded;
  const whole = oldest === undefined ? [] : [await completeFirst(oldest, ticker, history, period), ...newer];
  const until = Math.min(range.until, firstMinute, oldest?.time ?? Infinity);
  const limit = range.limit - recorded.length;
  if (limit <= 0 || until <= range.from) return whole;
  const simulated = await history.bars(instrument, period, { from: range.from, until, limit }, firstMinute);
  return simulated && [...simulated, ...whole];
}

/** The first recorded bar of a period began before the first quote: what came before in it is simulated as well. */
async function completeFirst(
  bar: Bar,
  { instrument, firstMinute }: Ticker,
  history: History,
  period: RecordedPeriod,
): Promise<Bar> {
  if (firstMinute === undefined || firstMinute <= bar.time || barStart(period, firstMinute) !== bar.time) return bar;
  const before = await history.bars(instrument, '1m', { from: bar.time, until: firstMinute, limit: Infinity }, firstMinute);
  return aggregateBars([...(before ?? []), bar], period)[0] ?? bar;
}
