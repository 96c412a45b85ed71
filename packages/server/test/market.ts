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

/** A feed that brings exactly what the test tells it to. */
export interface HandFeed extends Feed {
  /** Prices as decimals; the time is the clock's. */
  quote(code: string, bid: string, ask: string, options?: { volume?: number; time?: number }): void;
  /** Anything at all, as a broken adapter might. */
  raw: Emit;
}

export function handFeed(clock: Clock, instruments: readonly Instrument[], kind: FeedKind = 'live'): HandFeed {
  let emit: Emit | undefined;
  const raw: Emit = (quote) => emit?.(quote);
  return {
    kind,
    codes: new Set(instruments.map(({ code }) => code)),
    start: async (to) => {
      emit = to;
    },
    stop: async () => {
      emit = undefined;
    },
    raw,
    quote: (code, bid, ask, { volume = 0, time = clock.now() } = {}) => {
      const scale = instruments.find((one) => one.code === code)?.priceScale ?? 0;
      const ticks = (price: string) => Number(rescale(toFixed(price), scale, 'exact').units);
      raw({ code, bid: ticks(bid), ask: ticks(ask), time, volume });
    },
  };
}

/** Of a process that never stands still, however slow the machine is. */
export const steadyPace = () => new Pace({ wall: () => 0, elapsed: () => 0 });

/** A market of its own, as the leading process of the deployment would have it. Start it yourself. */
export async function testMarket(
  db: Database,
  options: Pick<MarketOptions, 'clock' | 'catalogue' | 'feeds'> & Partial<MarketOptions>,
): Promise<Market> {
  const bus = createLocalBus(silent);
  const own = { bus, log: silent, metrics: createMetrics(), pace: steadyPace(), role: 'all' } as const;
  const market = await createMarket({ db, ...own, ...options });
  market.lead();
  return market;
}
