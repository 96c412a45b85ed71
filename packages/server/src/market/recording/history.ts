import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { candlePeriods } from '@assay/contract/vocabulary/markets.ts';
import { aggregateBars, type Bar, barStart } from '@assay/domain/market/candles.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Simulator } from '@assay/domain/market/simulator.ts';
import type { RecordedPeriod } from '../series.ts';
import type { BarRange } from './bars.ts';

/** How far simulated prices reach back before the first recorded one. */
const depthMs = 400 * candlePeriods['1d'];
/** Instruments whose hourly history is kept, about 0.7 MB each. */
const keptMax = 48;
/** The most queries about hours that may wait: each may cost half a second, and the call is public. */
const waitingMax = 32;

/**
 * What a simulated market would have shown before it was first started. It is computed on demand, never recorded, and always
 * the same: the simulator computes the price of any moment directly.
 */
export interface History {
  /**
   * The newest bars that start in [from, until), at most `limit` of them, oldest first; none from long before `recordedFrom`,
   * the first recorded moment. Undefined when too many others wait for theirs.
   */
  bars(
    instrument: Instrument,
    period: RecordedPeriod,
    range: BarRange,
    recordedFrom: number,
  ): Promise<readonly Bar[] | undefined>;
}

export function createHistory(simulator: Pick<Simulator, 'bars'>): History {
  const kept = new Map<string, Made>();
  let working: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  /** Whole days backwards until there are enough bars, so that quotes and orders never wait for more than a day's work. */
  async function make(instrument: Instrument, period: RecordedPeriod, { from, until, limit }: BarRange): Promise<Made> {
    const days: Bar[][] = [];
    let count = 0;
    let start = until;
    while (start > from && count < limit) {
      const end = start;
      start = Math.max(from, barStart('1d', end - 1));
      const day = simulator.bars(instrument, period, start, end);
      days.push(day);
      count += day.length;
      await yieldToEventLoop();
    }
    return { bars: days.toReversed().flat(), from: start };
  }

  /**
   * Hours cost sixty minutes each, so they are cached, from the first recorded one as far back as was requested. One query at a
   * time.
   */
  async function hours(
    instrument: Instrument,
    { from, until, limit }: BarRange,
    recordedFrom: number,
  ): Promise<readonly Bar[] | undefined> {
    if (waiting >= waitingMax) return undefined;
    const key = `${instrument.code} ${recordedFrom}`;
    const extend = async () => {
      const known = kept.get(key) ?? { bars: [], from: recordedFrom };
      const asked = known.bars.filter((bar) => bar.time < until).length;
      const between = Math.max(0, (known.from - until) / candlePeriods['1h']);
      const older = await make(instrument, '1h', { from, until: known.from, limit: limit - asked + between });
      const made = { bars: [...older.bars, ...known.bars], from: Math.min(older.from, known.from) };
      // Moved to the end: the least recently used comes first and is evicted first.
      kept.delete(key);
      kept.set(key, made);
      const [oldest] = kept.keys();
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
      return made.bars.filter((bar) => bar.time < until);
    };
    waiting += 1;
    const done = working.then(extend).finally(() => (waiting -= 1));
    working = done.catch(() => undefined);
    return done;
  }

  return {
    async bars(instrument, period, range, recordedFrom) {
      const first = barStart('1h', recordedFrom);
      const earliest = barStart('1w', first - depthMs);
      const until = barStart(period, range.until);
      const from = Math.max(range.from, earliest);
      if (from >= until) return [];
      if (period === '1m' || period === '5m') {
        return (await make(instrument, period, { from, until, limit: range.limit })).bars.slice(-range.limit);
      }
      // A day has 24 hours at most: as many as days are wanted, and the day that is cut off.
      const limit = range.limit * (candlePeriods[period] / candlePeriods['1h']) + 24;
      const before = await hours(instrument, { from: earliest, until: barStart('1h', range.until), limit }, first);
      if (before === undefined) return undefined;
      const bars = aggregateBars(before, period);
      return bars.filter((bar) => bar.time >= from && bar.time < until).slice(-range.limit);
    },
  };
}

/** Bars from `from` on, without a gap in the requested range. */
interface Made {
  readonly bars: readonly Bar[];
  readonly from: number;
}
