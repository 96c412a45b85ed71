import { setImmediate as breathe } from 'node:timers/promises';
import { candlePeriods } from '@assay/contract/vocabulary/markets.ts';
import { aggregateBars, type Bar, barStart } from '@assay/domain/market/candles.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Simulator } from '@assay/domain/market/simulator.ts';
import type { BarRange } from './bars.ts';
import type { RecordedPeriod } from './ticker.ts';

/** How far simulated prices reach back before the first recorded one. */
const depthMs = 400 * candlePeriods['1d'];
/** Instruments whose hourly history is kept, about 0.7 MB each. */
const keptMax = 48;

/**
 * What a simulated market would have shown before it was first started. It is made when asked for, never recorded, and
 * always the same: the simulator computes the price of any moment directly.
 */
export interface History {
  /** The newest bars that start in [from, until), at most `limit` of them, oldest first. */
  bars(instrument: Instrument, period: RecordedPeriod, range: BarRange): Promise<Bar[]>;
}

export function createHistory(simulator: Pick<Simulator, 'bars'>): History {
  const hours = new Map<string, Promise<Bar[]>>();
  let working: Promise<unknown> = Promise.resolve();

  /** Backwards day by day, so that quotes and orders are not kept waiting by half a million minutes. */
  async function make(instrument: Instrument, period: RecordedPeriod, { from, until, limit }: BarRange): Promise<Bar[]> {
    const days: Bar[][] = [];
    let count = 0;
    for (let end = until; end > from && count < limit;) {
      const start = Math.max(from, barStart('1d', end - 1));
      const day = simulator.bars(instrument, period, start, end);
      days.push(day);
      count += day.length;
      end = start;
      await breathe();
    }
    return days.toReversed().flat().slice(-limit);
  }

  /** All hours before `until`, made once per instrument: they are half a second of work. One instrument at a time. */
  function hoursBefore(instrument: Instrument, until: number): Promise<Bar[]> {
    const key = `${instrument.code} ${until}`;
    const known = hours.get(key);
    const range = { from: barStart('1w', until - depthMs), until, limit: Infinity };
    const made = known ?? working.then(() => make(instrument, '1h', range));
    if (known === undefined) working = made.catch(() => undefined);
    // Moved to the end: the one that was asked for longest ago comes first and is forgotten first.
    hours.delete(key);
    hours.set(key, made);
    const [oldest] = hours.keys();
    if (hours.size > keptMax && oldest !== undefined) hours.delete(oldest);
    return made;
  }

  return {
    async bars(instrument, period, range) {
      const until = barStart(period, range.until);
      const from = Math.max(range.from, barStart('1w', until - depthMs));
      if (period === '1m' || period === '5m') return make(instrument, period, { from, until, limit: range.limit });
      const bars = aggregateBars(await hoursBefore(instrument, barStart('1h', range.until)), period);
      return bars.filter((bar) => bar.time >= from && bar.time < until).slice(-range.limit);
    },
  };
}
