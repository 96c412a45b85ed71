import { setImmediate as others } from 'node:timers/promises';
import { type FeedKind, candlePeriods } from '@assay/contract/vocabulary/markets.ts';
import { aggregateBars, type Bar, barStart } from '@assay/domain/market/candles.ts';
import { isOpen } from '@assay/domain/market/hours.ts';
import { quoteAround } from '@assay/domain/market/quote.ts';
import type { Simulator } from '@assay/domain/market/simulator.ts';
import type { Queryable } from '../../platform/database.ts';
import { type RecordedPeriod, recordedPeriods } from '../series.ts';
import type { Ticker } from '../ticker.ts';
import { readFirstMinutes, readManyBars, readRunning, type Running } from './bars.ts';

const dayMs = candlePeriods['1d'];
/** A simulator makes so much at once: a day of all instruments takes most of a second, in which no request is answered. */
const pieceMs = 2 * candlePeriods['1h'];
/** A market that rests longer than this has no price to begin with. */
const restMsMax = 7 * dayMs;

/**
 * What lies ahead of a replay's clock is not of this run. Of other prices it says that the clock was set back meanwhile: they are kept, and nothing
 * trades before newer ones, as in a process that went on. Further ahead than a day, a clock was wrong before: it would cost a day of trading.
 */
export const latestOf = (source: FeedKind, now: number) => (source === 'replay' ? now : now + dayMs);

/** Bars that a restart needs: the 24-hour window, and the parts of what may still be running. */
const needed: Readonly<Record<RecordedPeriod, number>> = { '1m': 100, '5m': 300, '1h': 24, '1d': 3 };

/** Gives tickers of one source back what was recorded by `now`; simulated ones also what came before that. */
export async function restore(
  db: Queryable,
  tickers: readonly Ticker[],
  now: number,
  simulator: Pick<Simulator, 'minutes'> | undefined,
): Promise<void> {
  const source = tickers[0]?.kind;
  if (source === undefined) return;
  const codes = tickers.map((ticker) => ticker.instrument.code);
  const until = latestOf(source, now);
  const [running, first, ...series] = await Promise.all([
    readRunning(db, codes, source, until),
    readFirstMinutes(db, codes, source),
    ...recordedPeriods.map((period) => readManyBars(db, codes, { source, period }, { from: 0, until, limit: needed[period] })),
  ]);
  const kept = tickers.map((ticker): Kept => {
    const { code } = ticker.instrument;
    const [minutes = [], fives = [], hours = [], days = []] = series.map((bars) => bars.get(code) ?? []);
    const firstMinute = first.get(code) ?? running.get(code)?.minute?.time;
    return { ticker, minutes, fives, hours, days, running: running.get(code), firstMinute };
  });
  const made =
    source === 'simulated' && simulator !== undefined ? await firstMinutes(kept, now, simulator) : new Map<Kept, Bar[]>();
  for (const one of kept) restoreTicker(one, made.get(one) ?? [], now);
}

interface Kept {
  readonly ticker: Ticker;
  readonly minutes: Bar[];
  readonly fives: Bar[];
  readonly hours: Bar[];
  readonly days: Bar[];
  readonly running: Running | undefined;
  readonly firstMinute: number | undefined;
}

function restoreTicker(kept: Kept, made: readonly Bar[], now: number): void {
  const { ticker, minutes, fives, hours, days, running } = kept;
  const lastFive = fives.at(-1);
  const unfolded = lastFive === undefined ? minutes : minutes.filter((bar) => bar.time >= lastFive.time + candlePeriods['5m']);
  // What is closed shows the day before its last price.
  const until = isOpen(ticker.instrument.hours, now) ? now : (running?.last.time ?? made.at(-1)?.time ?? now);
  ticker.restoreWindow([...made, ...fives, ...unfolded].filter((bar) => bar.time > until - dayMs));
  ticker.restoreClosed('1m', [...made, ...minutes]);
  ticker.restoreClosed('5m', fives);
  ticker.restoreClosed('1h', hours);
  ticker.restoreClosed('1d', days);
  ticker.firstMinute = kept.firstMinute;
  if (running !== undefined) ticker.restoreRunning(running, openBars(running, kept));
  const last = made.at(-1);
  if (running === undefined && last !== undefined) {
    const quote = quoteAround(last.close, ticker.instrument, last.time + candlePeriods['1m'] - 1, 0);
    ticker.restoreRunning({ last: quote, close: null, gap: null }, new Map());
  }
}

/** Simulated minutes of the last day before the first recorded one; if the market rests, those of the day before its rest. */
async function firstMinutes(
  kept: readonly Kept[],
  now: number,
  simulator: Pick<Simulator, 'minutes'>,
): Promise<Map<Kept, Bar[]>> {
  const made = new Map<Kept, Bar[]>();
  const endOf = ({ firstMinute }: Kept) => Math.min(firstMinute ?? now, barStart('1m', now));
  for (const [until, group] of Map.groupBy(kept, endOf)) {
    if (until <= now - dayMs) continue;
    let missing = group;
    for (let from = now - dayMs; from > now - restMsMax && missing.length > 0; from -= dayMs) {
      const instruments = missing.map(({ ticker }) => ticker.instrument);
      const bars = missing.map((): Bar[] => []);
      for (let piece = from; piece < until; piece += pieceMs) {
        const more = simulator.minutes(instruments, piece, Math.min(piece + pieceMs, until));
        bars.forEach((own, index) => own.push(...(more[index] ?? [])));
        await others();
      }
      missing.forEach((one, index) => made.set(one, bars[index] ?? []));
      missing = missing.filter((one) => {
        const last = made.get(one)?.at(-1);
        const rests = !isOpen(one.ticker.instrument.hours, now);
        return last === undefined || (rests && from > last.time - dayMs);
      });
    }
  }
  return made;
}

/**
 * Larger bars were running when the smaller ones inside them had already closed: those are put together again. The running
 * minute, or the last quote, shows in which of them the market was.
 */
function openBars({ last, minute }: Running, { minutes, fives, hours, days }: Kept): Map<RecordedPeriod, Bar> {
  const at = minute?.time ?? last.time;
  const open = new Map<RecordedPeriod, Bar>();
  if (minute !== undefined) open.set('1m', minute);
  const larger = [
    { period: '5m', parts: minutes, closed: fives },
    { period: '1h', parts: fives, closed: hours },
    { period: '1d', parts: hours, closed: days },
  ] as const;
  for (const { period, parts, closed } of larger) {
    const start = barStart(period, at);
    if (closed.at(-1)?.time === start) continue;
    const [bar] = aggregateBars(
      parts.filter((part) => part.time >= start),
      period,
    );
    if (bar !== undefined) open.set(period, bar);
  }
  return open;
}
