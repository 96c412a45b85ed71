import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import { instrumentOf } from '@assay/domain/market/catalogue.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { rescale, toFixed } from '@assay/domain/money/fixed.ts';
import type { Emit, Feed } from '../src/market/feeds/feed.ts';
import { createMarket, type Market, type MarketOptions } from '../src/market/index.ts';
import { Pace } from '../src/market/pace.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { silent } from './database.ts';

/** A clock that stands still until the test sets it: set back, no time has passed. */
export function standingClock(start: number): Clock & { set(time: number): void } {
  let time = start;
  let passed = 0;
  return {
    now: () => time,
    wall: () => time,
    elapsed: () => passed,
    set: (to) => {
      passed += Math.max(0, to - time);
      time = to;
    },
  };
}

export function listed(...codes: string[]): Instrument[] {
  return codes.map((code) => {
    const instrument = instrumentOf(code);
    if (instrument === undefined) throw new Error(`not in the catalogue: ${code}`);
    return instrument;
  });
}

/** A feed that brings exactly what the test says. */
export interface HandFeed extends Feed {
  /** Prices as decimals; the time is the clock's. Resolves when the quote counts, or is found not to. */
  quote(code: string, bid: string, ask: string, options?: { volume?: number; time?: number }): Promise<boolean>;
  /** Anything at all, as a broken adapter might. */
  raw: Emit;
}

export function handFeed(clock: Clock, instruments: readonly Instrument[], kind: FeedKind = 'live'): HandFeed {
  let emit: Emit = async () => true;
  let started = Promise.withResolvers<void>();
  const raw: Emit = async (quote) => {
    await started.promise;
    return emit(quote);
  };
  return {
    kind,
    codes: new Set(instruments.map(({ code }) => code)),
    start: async (to) => {
      emit = to;
      started.resolve();
    },
    stop: async () => {
      started = Promise.withResolvers<void>();
    },
    raw,
    quote: (code, bid, ask, { volume = 0, time = clock.now() } = {}) => {
      const scale = instruments.find((one) => one.code === code)?.priceScale ?? 0;
      const ticks = (price: string) => Number(rescale(toFixed(price), scale, 'exact').units);
      return raw({ code, bid: ticks(bid), ask: ticks(ask), time, volume });
    },
  };
}

/** Of a process that never stands still, however slow the machine is. */
export const steadyPace = () => new Pace({ wall: () => 0, elapsed: () => 0 });

/** A market of its own. Start it yourself, and let it lead as the one process that takes the feeds. */
export function testMarket(
  db: Database,
  options: Pick<MarketOptions, 'clock' | 'catalogue' | 'feeds'> & Partial<MarketOptions>,
): Promise<Market> {
  const bus = createLocalBus(silent);
  const own = { bus, log: silent, metrics: createMetrics(), pace: steadyPace(), role: 'all' } as const;
  return createMarket({ db, ...own, ...options });
}
