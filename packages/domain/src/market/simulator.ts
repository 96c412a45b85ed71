import type { CandlePeriod } from '@assay/contract/vocabulary/markets.ts';
import type { HoursId } from '@assay/contract/vocabulary/markets.ts';
import { activity, marketSeconds } from './activity.ts';
import { aggregateBars, type Bar } from './candles.ts';
import { simulationOf } from './catalogue.ts';
import { currencies, isCurrency } from './catalogue/forex.ts';
import type { SimulationTerms } from './catalogue/listing.ts';
import { underlyings } from './catalogue/underlyings.ts';
import { isOpen } from './hours.ts';
import type { Instrument } from './instrument.ts';
import { JumpPath } from './jump-path.ts';
import { type Quote, quoteAround, type Ticks } from './quote.ts';
import { hash, normal, RandomPath, seedOf } from './random-path.ts';

/**
 * Simulated prices that move as those of a market do. A price is a function of seed, instrument and moment alone: live quotes,
 * the history before them and the prices after a restart are pieces of the same path.
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
    quoteAt: (instrument, time, elapsedMs) => {
      const path = live.pathOf(instrument);
      return quoteAround(live.mid(path, time), instrument, time, live.volume(path, time, elapsedMs));
    },
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
  const bars = instruments.map((instrument) => {
    const { hours } = instrument;
    return { hours, path: prices.pathOf(instrument), made: [] as Bar[], open: 0, high: 0, low: 0 };
  });
  for (let time = Math.ceil(from / minuteMs) * minuteMs; time < to; time += minuteMs) {
    const trading = bars.filter(({ hours }) => isOpen(hours, time));
    for (const bar of trading) bar.open = bar.high = bar.low = prices.mid(bar.path, time);
    for (let sample = 1; sample < samples; sample += 1) {
      for (const bar of trading) {
        const price = prices.mid(bar.path, time + sample * sampleMs);
        bar.high = Math.max(bar.high, price);
        bar.low = Math.min(bar.low, price);
        if (sample < samples - 1) continue;
        const { open, high, low } = bar;
        bar.made.push({ time, open, high, low, close: price, volume: prices.volume(bar.path, time, minuteMs) });
      }
    }
  }
  return bars.map(({ made }) => made);
}

/**
 * Shares of the variance that an instrument has from the whole market and, on average, from its factor; the rest is its own. No two
 * things move together by more than half: else a list of them would be one line many times over.
 */
const shares: Record<Instrument['assetClass'], { readonly market: number; readonly factor: number }> = {
  crypto: { market: 0.06, factor: 0.24 },
  forex: { market: 0, factor: 0 },
  stock: { market: 0.06, factor: 0.24 },
  future: { market: 0.04, factor: 0.2 },
  etf: { market: 0.06, factor: 0.34 },
  metal: { market: 0.04, factor: 0.2 },
};
const sharedVarianceMax = 0.5;
/** Part of what is its own that comes in jumps. */
const jumpShare = 0.25;
/** Deviation of the logarithm of an instrument's price, over a week, from what it is a price of. */
const basisVolatility = 0.0004;

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
  readonly #shared = new Map<string, TimedPath>();
  readonly #own = new Map<string, OwnPath>();
  readonly #clocks = new Map<HoursId, MarketClock>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Looked up once by callers that ask for many prices of one instrument. */
  pathOf(instrument: Instrument): OwnPath {
    const known = this.#own.get(instrument.id);
    if (known !== undefined) return known;
    const seed = seedOf(this.#seed, instrument.id);
    const simulation = simulationOf(instrument);
    const terms = { instrument, simulation, seed, bounce: (bounce * instrument.halfSpreadPpm) / 1_000_000 };
    const own = { ...terms, ...this.#partsOf(terms) };
    this.#own.set(instrument.id, own);
    return own;
  }

  /** Mid in ticks; at least 2, so that there is room for a bid. */
  mid({ seed, simulation, bounce: noise, scale, parts }: OwnPath, time: number): Ticks {
    const step = Math.floor(time / stepMs);
    let path = 0;
    for (const part of parts) path += part.weight * part.path.at(step * stepMs);
    const jump = normal(hash(seed, step >>> 16, step & 0xffff)) * noise;
    return Math.max(2, Math.round(simulation.referencePrice * Math.exp(scale * path + jump)));
  }

  /** Units traded in the `elapsedMs` up to a moment: more in busy hours, and never even. */
  volume({ instrument, seed, simulation }: OwnPath, time: number, elapsedMs: number): number {
    const perDay = (simulation.dailyTurnover * 10 ** instrument.priceScale) / simulation.referencePrice;
    const expected = (perDay * elapsedMs * activity(instrument.hours, time)) / 86_400_000;
    const step = Math.floor(time / stepMs);
    const uniform = (hash(seed ^ 1, step >>> 16, step & 0xffff) + 1) / 2 ** 32;
    const unit = 10 ** (instrument.spot?.quantityScale ?? 0);
    return Math.round(-Math.log(uniform) * expected * unit) / unit;
  }

  #partsOf({ instrument, simulation, seed }: Pick<OwnPath, 'instrument' | 'simulation' | 'seed'>): Parts {
    const { factor, weeklyVolatility, underlying } = simulation;
    // Each currency has one path, so that all crosses agree with each other as those of a market without arbitrage do.
    if (factor === 'currency')
      return { scale: 1, parts: [this.#currency(instrument.base, 1), this.#currency(instrument.quote, -1)] };
    if (underlying === undefined)
      return { scale: weeklyVolatility, parts: this.#moves(instrument.id, instrument.assetClass, factor, instrument.hours) };
    const { like, hours } = underlyings[underlying];
    const basis = {
      weight: basisVolatility / weeklyVolatility,
      path: new TimedPath(new RandomPath(seed), this.#clock(instrument.hours)),
    };
    return { scale: weeklyVolatility, parts: [...this.#moves(underlying, like, factor, hours), basis] };
  }

  /** What one thing has of the market, of its factor, and by itself: a path and jumps of its own. */
  #moves(name: string, like: Instrument['assetClass'], factor: keyof typeof pathHours, hours: HoursId): Part[] {
    const seed = seedOf(this.#seed, name);
    const { market, factor: usual } = shares[like];
    // Half as much of the factor as its like, up to half as much again: each follows the others in its own measure.
    const own = hash(seed, -5, 0) / 2 ** 32;
    const shared = Math.min(usual * (0.5 + own), sharedVarianceMax - market);
    const rest = 1 - market - shared;
    return [
      { weight: Math.sqrt(market), path: this.#sharedPath('market') },
      { weight: Math.sqrt(shared), path: this.#sharedPath(factor) },
      { weight: Math.sqrt(rest * (1 - jumpShare)), path: this.#pathOf(`${name}/path`, () => new RandomPath(seed), hours) },
      { weight: Math.sqrt(rest * jumpShare), path: this.#pathOf(`${name}/jumps`, () => new JumpPath(seed), hours) },
    ];
  }

  #currency(code: string, sign: 1 | -1): Part {
    if (!isCurrency(code)) throw new Error(`not a currency: ${code}`);
    return { weight: sign * currencies[code].weeklyVolatility, path: this.#sharedPath('currency', code) };
  }

  #sharedPath(factor: keyof typeof pathHours, name: string = factor): TimedPath {
    return this.#pathOf(name, () => new RandomPath(seedOf(this.#seed, `factor/${name}`)), pathHours[factor]);
  }

  /** The same path for every caller that names it. */
  #pathOf(name: string, make: () => Path, hours: HoursId): TimedPath {
    const known = this.#shared.get(name);
    if (known !== undefined) return known;
    const path = new TimedPath(make(), this.#clock(hours));
    this.#shared.set(name, path);
    return path;
  }

  #clock(hours: HoursId): MarketClock {
    const clock = this.#clocks.get(hours) ?? new MarketClock(hours);
    this.#clocks.set(hours, clock);
    return clock;
  }
}

/** Seconds for which a market was open; kept for those who ask about the same moment. */
class MarketClock {
  readonly #hours: HoursId;
  #time = Number.NaN;
  #seconds = 0;

  constructor(hours: HoursId) {
    this.#hours = hours;
  }

  at(time: number): number {
    if (this.#time !== time) {
      this.#time = time;
      this.#seconds = marketSeconds(this.#hours, time);
    }
    return this.#seconds;
  }
}

/** A path in the time of its market; its last value is kept for the other instruments that follow it. */
class TimedPath {
  readonly #path: Path;
  readonly #clock: MarketClock;
  #time = Number.NaN;
  #value = 0;

  constructor(path: Path, clock: MarketClock) {
    this.#path = path;
    this.#clock = clock;
  }

  at(time: number): number {
    if (this.#time !== time) {
      this.#time = time;
      this.#value = this.#path.at(this.#clock.at(time));
    }
    return this.#value;
  }
}

interface Path {
  /** Value at a moment in seconds of market time. */
  at(seconds: number): number;
}

interface Part {
  readonly weight: number;
  readonly path: TimedPath;
}

/** The logarithm of a price is `scale` times the weighted sum of paths. */
interface Parts {
  readonly scale: number;
  readonly parts: readonly Part[];
}

interface OwnPath extends Parts {
  readonly instrument: Instrument;
  readonly seed: number;
  readonly simulation: SimulationTerms;
  readonly bounce: number;
}
