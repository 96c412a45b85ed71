import type { CandlePeriod } from '@assay/contract/vocabulary/markets.ts';
import type { HoursId } from '@assay/contract/vocabulary/markets.ts';
import { activity, marketSeconds } from './activity.ts';
import { aggregateBars, type Bar } from './candles.ts';
import { simulationOf } from './catalogue.ts';
import { currencies, isCurrency } from './catalogue/forex.ts';
import type { SimulationTerms } from './catalogue/listing.ts';
import { isOpen } from './hours.ts';
import type { Instrument } from './instrument.ts';
import { type Quote, quoteAround, type Ticks } from './quote.ts';
import { hash, normal, RandomPath, seedOf } from './random-path.ts';

/**
 * Prices that nobody trades at, but that move as those of a market do. A price is a function of seed, instrument and
 * moment alone: live quotes, the history before them and the prices after a restart are pieces of the same path.
 */
export interface Simulator {
  /** The quote at a moment, with what was traded in the `elapsedMs` before it. Says nothing about trading hours. */
  quoteAt(instrument: Instrument, time: number, elapsedMs: number): Quote;
  /**
   * Bars that start in [from, to), oldest first, in trading hours only. One-minute bars are made of the prices at 0, 15,
   * 30 and 45 s, larger ones of them; when `to` is within a larger bar, that one is made of the minutes before `to`.
   */
  bars(instrument: Instrument, period: CandlePeriod, from: number, to: number): Bar[];
  /** One-minute bars of many instruments, in their order: what they share is worked out once for all of them. */
  minutes(instruments: readonly Instrument[], from: number, to: number): Bar[][];
}

export function createSimulator(seed: number): Simulator {
  const live = new Prices(seed);
  return {
    quoteAt: (instrument, time, elapsedMs) =>
      quoteAround(live.mid(instrument, time), instrument, time, live.volume(instrument, time, elapsedMs)),
    bars: (instrument, period, from, to) => {
      // Its own paths: those of the live prices stay where they are, close to the next question.
      const [minutes = []] = minuteBars(new Prices(seed), [instrument], from, to);
      const bars = period === '1m' ? minutes : aggregateBars(minutes, period);
      // A bar that began before `from` would lack its first minutes.
      return bars.filter((bar) => bar.time >= from);
    },
    minutes: (instruments, from, to) => minuteBars(new Prices(seed), instruments, from, to),
  };
}

const minuteMs = 60_000;
/** Prices that a minute's bar is made of. */
const samples = 4;
const sampleMs = minuteMs / samples;
/** Prices at moments closer together than this are the same. */
const stepMs = 250;

/** Goes through time once, with all instruments at each moment: they share paths, of which the last value is kept. */
function minuteBars(prices: Prices, instruments: readonly Instrument[], from: number, to: number): Bar[][] {
  const bars = instruments.map((instrument) => ({ instrument, made: [] as Bar[], open: 0, high: 0, low: 0 }));
  for (let time = Math.ceil(from / minuteMs) * minuteMs; time < to; time += minuteMs) {
    const trading = bars.filter(({ instrument }) => isOpen(instrument.hours, time));
    for (const bar of trading) bar.open = bar.high = bar.low = prices.mid(bar.instrument, time);
    for (let sample = 1; sample < samples; sample += 1) {
      for (const bar of trading) {
        const price = prices.mid(bar.instrument, time + sample * sampleMs);
        bar.high = Math.max(bar.high, price);
        bar.low = Math.min(bar.low, price);
        if (sample < samples - 1) continue;
        const { open, high, low } = bar;
        bar.made.push({ time, open, high, low, close: price, volume: prices.volume(bar.instrument, time, minuteMs) });
      }
    }
  }
  return bars.map(({ made }) => made);
}

/** Shares of the variance that an instrument has from the whole market, from its factor, and by itself. */
interface Shares {
  readonly market: number;
  readonly factor: number;
  readonly own: number;
}

const shares: Record<Instrument['assetClass'], Shares> = {
  crypto: { market: 0.1, factor: 0.45, own: 0.45 },
  forex: { market: 0, factor: 0, own: 0 },
  stock: { market: 0.08, factor: 0.37, own: 0.55 },
  future: { market: 0.08, factor: 0.6, own: 0.32 },
  etf: { market: 0.08, factor: 0.67, own: 0.25 },
  metal: { market: 0.05, factor: 0.5, own: 0.45 },
};

/** The hours by which a shared path lives. */
const pathHours: Record<SimulationTerms['factor'] | 'market', HoursId> = {
  market: 'always',
  crypto: 'always',
  equity: 'usEquity',
  commodity: 'metal',
  currency: 'forex',
};

/** Part of the half spread by which single prices jump about the path, as trades do between bid and ask. */
const bounce = 0.35;

/** The paths behind the prices. Everything kept here only saves time: results depend on the arguments alone. */
class Prices {
  readonly #seed: number;
  readonly #shared = new Map<string, SharedPath>();
  readonly #own = new Map<string, OwnPath>();
  readonly #seconds = new Map<HoursId, LastValue>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Mid in ticks; at least 2, so that there is room for a bid. */
  mid(instrument: Instrument, time: number): Ticks {
    const own = this.#ownOf(instrument);
    const step = Math.floor(time / stepMs);
    const at = step * stepMs;
    const noise = normal(hash(own.seed, step >>> 16, step & 0xffff)) * own.bounce;
    return Math.max(2, Math.round(own.simulation.referencePrice * Math.exp(this.#logPrice(instrument, own, at) + noise)));
  }

  /** Units traded in the `elapsedMs` up to a moment: more in busy hours, and never even. */
  volume(instrument: Instrument, time: number, elapsedMs: number): number {
    const own = this.#ownOf(instrument);
    const perDay = (own.simulation.dailyTurnover * 10 ** instrument.priceScale) / own.simulation.referencePrice;
    const expected = (perDay * elapsedMs * activity(instrument.hours, time)) / 86_400_000;
    const step = Math.floor(time / stepMs);
    const uniform = (hash(own.seed ^ 1, step >>> 16, step & 0xffff) + 1) / 2 ** 32;
    const unit = 10 ** (instrument.spot?.quantityScale ?? 0);
    return Math.round(-Math.log(uniform) * expected * unit) / unit;
  }

  #logPrice(instrument: Instrument, own: OwnPath, time: number): number {
    const { factor, weeklyVolatility } = own.simulation;
    // Each currency has one path, so that all crosses agree with each other as those of a market without arbitrage do.
    if (factor === 'currency') return this.#currency(instrument.base, time) - this.#currency(instrument.quote, time);
    const share = shares[instrument.assetClass];
    const seconds = this.#secondsOf(instrument.hours, time);
    return (
      weeklyVolatility *
      (Math.sqrt(share.market) * this.#sharedAt('market', time) +
        Math.sqrt(share.factor) * this.#sharedAt(factor, time) +
        Math.sqrt(share.own) * own.path.at(seconds))
    );
  }

  #currency(code: string, time: number): number {
    if (!isCurrency(code)) throw new Error(`not a currency: ${code}`);
    return currencies[code].weeklyVolatility * this.#sharedAt('currency', time, code);
  }

  #sharedAt(factor: keyof typeof pathHours, time: number, name: string = factor): number {
    let shared = this.#shared.get(name);
    if (shared === undefined) {
      shared = { path: new RandomPath(seedOf(this.#seed, `factor/${name}`)), time: Number.NaN, value: 0 };
      this.#shared.set(name, shared);
    }
    if (shared.time !== time) {
      shared.time = time;
      shared.value = shared.path.at(this.#secondsOf(pathHours[factor], time));
    }
    return shared.value;
  }

  #secondsOf(hours: HoursId, time: number): number {
    let last = this.#seconds.get(hours);
    if (last === undefined) {
      last = { time: Number.NaN, value: 0 };
      this.#seconds.set(hours, last);
    }
    if (last.time !== time) {
      last.time = time;
      last.value = marketSeconds(hours, time);
    }
    return last.value;
  }

  #ownOf(instrument: Instrument): OwnPath {
    const known = this.#own.get(instrument.id);
    if (known !== undefined) return known;
    const seed = seedOf(this.#seed, instrument.id);
    const simulation = simulationOf(instrument);
    const own = { seed, path: new RandomPath(seed), simulation, bounce: (bounce * instrument.halfSpreadPpm) / 1_000_000 };
    this.#own.set(instrument.id, own);
    return own;
  }
}

/** What was worked out last, kept for those who ask about the same moment. */
interface LastValue {
  time: number;
  value: number;
}

/** A path that many instruments follow. */
interface SharedPath extends LastValue {
  readonly path: RandomPath;
}

interface OwnPath {
  readonly seed: number;
  readonly path: RandomPath;
  readonly simulation: SimulationTerms;
  readonly bounce: number;
}
