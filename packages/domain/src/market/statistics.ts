import { candlePeriods } from '@assay/contract/vocabulary/markets.ts';
import type { Bar } from './candles.ts';
import { changePercent } from './day-window.ts';
import type { Ticks } from './quote.ts';

const dayMs = candlePeriods['1d'];

/** Days that volatility and turnover are taken over. */
const monthDays = 30;
/** 52 weeks. */
const yearDays = 364;
/** Days of bars that all of it needs, the running one and the close before the first among them. */
export const statisticsDays = yearDays + 1;

export interface Range {
  readonly high: Ticks;
  readonly low: Ticks;
}

export interface DayMove {
  /** Start of the UTC day. */
  readonly day: number;
  /** From the close before it to its own, in percent, see `changePercent`. */
  readonly change: string;
}

export interface Statistics {
  /** Start of the first UTC day that counts. */
  readonly since: number;
  readonly week: Range;
  readonly year: Range;
  /** Mean over the days with trade, in ticks × units: divide by 10^priceScale for the quote currency. Null before the first whole one. */
  readonly turnover: { readonly ticks: number; readonly days: number } | null;
  /** Of a year, such as 0.52; null while no close is `monthDays` old. */
  readonly volatility: number | null;
  /** Null before there are two closes. Of equals, the latest. */
  readonly best: DayMove | null;
  readonly worst: DayMove | null;
}

/**
 * Figures from an instrument's own daily bars, oldest first, the running one last; undefined where there are none in 52 weeks.
 * Ranges count the running day, all else only days that are over.
 */
export function statisticsOf(bars: readonly Bar[], now: number): Statistics | undefined {
  const today = Math.floor(now / dayMs) * dayMs;
  const from = (days: number) => bars.filter(({ time }) => time > today - days * dayMs && time <= today);
  const year = from(yearDays);
  const [first] = year;
  if (first === undefined) return undefined;
  // A market closed for a week has no range of it: that of its last day is used.
  const week = from(7).length > 0 ? from(7) : year.slice(-1);
  const over = year.filter(({ time }) => time < today);
  // The first day's move is from a close that is no day of theirs.
  const before = bars.findLast(({ time }) => time < first.time);
  const moves = movesOf(before === undefined ? over : [before, ...over]);
  return {
    since: first.time,
    week: rangeOf(week),
    year: rangeOf(year),
    turnover: turnoverOf(over.filter(({ time }) => time >= today - monthDays * dayMs)),
    volatility: realisedVolatility(over, today),
    best: extreme(moves, (change, other) => change >= other),
    worst: extreme(moves, (change, other) => change <= other),
  };
}

function rangeOf(bars: readonly Bar[]): Range {
  return { high: Math.max(...bars.map(({ high }) => high)), low: Math.min(...bars.map(({ low }) => low)) };
}

/** Units traded at the close of their day. */
function turnoverOf(bars: readonly Bar[]): Statistics['turnover'] {
  const traded = bars.filter(({ volume }) => volume > 0);
  if (traded.length === 0) return null;
  return { ticks: traded.reduce((sum, { volume, close }) => sum + volume * close, 0) / traded.length, days: traded.length };
}

/**
 * √(365 / 30 × Σ ln²(Cᵢ / Cᵢ₋₁)) over the closes of the last 30 UTC days and the one before them. By the days of the calendar,
 * so that markets that rest at weekends and those that never do are on one scale; without a mean, as is usual for realised
 * variance.
 */
export function realisedVolatility(over: readonly Bar[], today: number): number | null {
  const start = today - monthDays * dayMs;
  const before = over.findLast(({ time }) => time < start);
  if (before === undefined) return null;
  const closes = [before, ...over.filter(({ time }) => time >= start)].map(({ close }) => close);
  const squares = closes.slice(1).map((close, index) => Math.log(close / (closes[index] ?? close)) ** 2);
  return Math.sqrt((365 / monthDays) * squares.reduce((sum, square) => sum + square, 0));
}

function movesOf(over: readonly Bar[]): DayMove[] {
  return over.slice(1).map((bar, index) => {
    return { day: bar.time, change: changePercent(over[index]?.close ?? bar.close, bar.close) };
  });
}

function extreme(moves: readonly DayMove[], beats: (change: number, other: number) => boolean): DayMove | null {
  return moves.reduce<DayMove | null>((found, move) => {
    return found === null || beats(Number(move.change), Number(found.change)) ? move : found;
  }, null);
}
