import { divideInteger } from '../money/fixed.ts';
import type { Bar } from './candles.ts';
import type { Ticks } from './quote.ts';

/** Figures of the trailing 24 hours of one instrument. */
export interface DayFigures {
  /** Open of the oldest minute in the window: what the change is measured from. */
  readonly first: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly last: Ticks;
  /** Units traded. */
  readonly volume: number;
  /** Σ price × volume, in ticks × units: divide by 10^priceScale for the quote currency. */
  readonly turnoverTicks: number;
  /** (last − first) / first × 100 with two decimals, see `changePercent`. */
  readonly changePercent: string;
}

const minuteMs = 60_000;
const minutes = 1440;
const fields = 6;
/** Prices of a day's line are this far apart: with those at its two ends they are 98, and the wire's line has room for 100. */
const pointMinutes = 15;

/** A point of the line: which quarter of an hour since the epoch, and its first price. */
interface Point {
  readonly slot: number;
  readonly price: Ticks;
}

/** The sum of the buckets before the running one; valid for a whole minute. */
interface Sums {
  readonly nowMinute: number;
  /** The first price of each quarter of an hour that was quoted, oldest first. */
  readonly points: Point[];
  first: Ticks;
  high: Ticks;
  low: Ticks;
  volume: number;
  turnoverTicks: number;
}

/**
 * The last 1440 one-minute buckets, the running one included. A price costs O(1); the older buckets are summed anew
 * when a minute begins, so that no rounding error ever accumulates.
 */
export class DayWindow {
  /** Ring of buckets: minute number, open, high, low, volume, turnover. Numbers only: there are hundreds of windows. */
  readonly #ring = new Float64Array(minutes * fields);
  #minute = -1;
  #last: Ticks = 0;
  #older: Sums | undefined;

  /** Counts one price. Prices must come in order of time; one from before the running minute is left out. */
  add(price: Ticks, time: number, volume: number): void {
    this.addBar({ time, open: price, high: price, low: price, close: price, volume });
  }

  /** Counts a recorded minute, to fill the window after a restart; its turnover is taken at its close. */
  addBar(bar: Bar): void {
    const minute = Math.floor(bar.time / minuteMs);
    if (minute < this.#minute) return;
    const at = (minute % minutes) * fields;
    if (minute > this.#minute) {
      this.#ring.set([minute, bar.open, bar.high, bar.low, 0, 0], at);
      this.#minute = minute;
      this.#older = undefined;
    }
    this.#ring[at + 2] = Math.max(this.#cell(at + 2), bar.high);
    this.#ring[at + 3] = Math.min(this.#cell(at + 3), bar.low);
    this.#ring[at + 4] = this.#cell(at + 4) + bar.volume;
    this.#ring[at + 5] = this.#cell(at + 5) + bar.volume * bar.close;
    this.#last = bar.close;
  }

  /** The same window in other units. What was turned over is worth what it was. */
  after(tell: (bar: Bar) => Bar): DayWindow {
    const window = new DayWindow();
    for (let minute = this.#minute - minutes + 1; minute <= this.#minute; minute += 1) {
      const at = (minute % minutes) * fields;
      if (minute < 0 || this.#cell(at) !== minute) continue;
      const [open, high, low, volume] = [1, 2, 3, 4].map((field) => this.#cell(at + field));
      const close = minute === this.#minute ? this.#last : (open ?? 0);
      window.addBar(
        tell({ time: minute * minuteMs, open: open ?? 0, high: high ?? 0, low: low ?? 0, close, volume: volume ?? 0 }),
      );
      window.#ring[at + 5] = this.#cell(at + 5);
    }
    return window;
  }

  /** Undefined when nothing was quoted in the 24 hours before `now`. */
  figures(now: number): DayFigures | undefined {
    const nowMinute = Math.floor(now / minuteMs);
    if (this.#older?.nowMinute !== nowMinute) this.#older = this.#sumOlder(nowMinute);
    const sums = { ...this.#older };
    this.#include(sums, this.#minute);
    const { first, high, low, volume, turnoverTicks } = sums;
    if (first === 0) return undefined;
    const last = this.#last;
    return { first, high, low, last, volume, turnoverTicks, changePercent: changePercent(first, last) };
  }

  /** The window as a line, from what the change is measured from to the last price, oldest first. */
  points(now: number): Ticks[] {
    if (this.figures(now) === undefined || this.#older === undefined) return [];
    const points = this.#older.points.map(({ price }) => price);
    const running = this.#pointOf(this.#minute, this.#older);
    return [...points, ...(running === undefined ? [] : [running.price]), this.#last];
  }

  #sumOlder(nowMinute: number): Sums {
    const sums: Sums = { nowMinute, points: [], first: 0, high: -Infinity, low: Infinity, volume: 0, turnoverTicks: 0 };
    for (let minute = nowMinute - minutes + 1; minute < this.#minute; minute += 1) {
      const point = this.#pointOf(minute, sums);
      if (point !== undefined) sums.points.push(point);
      this.#include(sums, minute);
    }
    return sums;
  }

  /** The price that a minute opened with, if it is the first of its quarter of an hour that was quoted. */
  #pointOf(minute: number, { nowMinute, points }: Pick<Sums, 'nowMinute' | 'points'>): Point | undefined {
    const at = (minute % minutes) * fields;
    const inWindow = minute > nowMinute - minutes && minute <= nowMinute;
    if (minute < 0 || !inWindow || this.#cell(at) !== minute) return undefined;
    const slot = Math.floor(minute / pointMinutes);
    return points.at(-1)?.slot === slot ? undefined : { slot, price: this.#cell(at + 1) };
  }

  /** Adds one bucket, if it was quoted in that minute and the minute lies in the window. Called oldest first. */
  #include(sums: Sums, minute: number): void {
    const at = (minute % minutes) * fields;
    const inWindow = minute > sums.nowMinute - minutes && minute <= sums.nowMinute;
    if (minute < 0 || !inWindow || this.#cell(at) !== minute) return;
    if (sums.first === 0) sums.first = this.#cell(at + 1);
    sums.high = Math.max(sums.high, this.#cell(at + 2));
    sums.low = Math.min(sums.low, this.#cell(at + 3));
    sums.volume += this.#cell(at + 4);
    sums.turnoverTicks += this.#cell(at + 5);
  }

  #cell(index: number): number {
    return this.#ring[index] ?? 0;
  }
}

/**
 * (last − first) / first × 100 with two decimals. The size of the change is rounded down, whichever its direction:
 * no move is shown larger than it was, and what is less than 0.01 is 0.00, without a sign.
 */
export function changePercent(first: Ticks, last: Ticks): string {
  if (first <= 0) throw new Error('a change needs a first price above zero');
  const size = divideInteger(BigInt(Math.abs(last - first)) * 10_000n, BigInt(first), 'down');
  const digits = size.toString().padStart(3, '0');
  const sign = last < first && size > 0n ? '-' : '';
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
