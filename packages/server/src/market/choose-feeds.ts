import { type AssetClass, assetClasses } from '@assay/contract/vocabulary/markets.ts';
import { instruments } from '@assay/domain/market/catalogue.ts';
import { seedOf } from '@assay/domain/market/random-path.ts';
import { ReplayError } from '@assay/domain/market/replay.ts';
import { type Simulator, createSimulator } from '@assay/domain/market/simulator.ts';
import { type Clock, realTime, systemClock } from '../platform/clock.ts';
import { type Config, ConfigurationError, type FeedName } from '../platform/config.ts';
import type { Logger } from '../platform/log.ts';
import { createFeed } from './feeds/create-feed.ts';
import type { Feed } from './feeds/feed.ts';
import type { Pace } from './pace.ts';

export interface ChosenFeeds {
  readonly feeds: readonly Feed[];
  /** The wall clock, or the replayed time. */
  readonly clock: Clock;
  /** Makes up what came before the first recorded price; only where prices are simulated anyway. */
  readonly simulator?: Simulator;
  /** Classes that a live installation has no prices of: their instruments are not offered. */
  readonly unfed?: readonly AssetClass[];
  /** By which the market notices that the process has stood still; left out for the machine's own clocks. */
  readonly pace?: Pace;
}

const exchangeUrl = 'wss://stream.binance.com:9443/stream';

/** The feeds that a configuration asks for: one replay for everything, or an adapter for each asset class. */
export async function chooseFeeds(config: Config, log: Logger): Promise<ChosenFeeds> {
  if (config.replay !== undefined) return replay(config.replay, log);
  const chosen = Map.groupBy(assetClasses, (assetClass) => config.feeds[assetClass]);
  const feeds: Feed[] = [];
  for (const [name, classes] of chosen) {
    const listed = instruments.filter(({ assetClass }) => classes.includes(assetClass));
    if (name !== 'none') feeds.push(await create(name, listed, config, log));
  }
  const unfed = config.MODE === 'live' ? (chosen.get('none') ?? []) : [];
  if (!chosen.has('simulator')) return { feeds, clock: systemClock, unfed };
  return { feeds, clock: systemClock, simulator: createSimulator(seedOf(0, config.SIMULATOR_SEED)) };
}

async function replay({ path, day, speed }: NonNullable<Config['replay']>, log: Logger): Promise<ChosenFeeds> {
  try {
    const feed = await createFeed({
      adapter: 'replay',
      path,
      ...(day !== undefined && { day }),
      speed,
      now: () => Date.now(),
      log,
    });
    const now = () => feed.clock?.() ?? Date.now();
    return { feeds: [feed], clock: { ...realTime, now } };
  } catch (error) {
    if (error instanceof ReplayError) throw new ConfigurationError(error.message);
    throw error;
  }
}

function create(name: Exclude<FeedName, 'none'>, listed: typeof instruments, config: Config, log: Logger): Promise<Feed> {
  const now = () => Date.now();
  if (name === 'simulator') {
    return createFeed({ adapter: 'simulator', instruments: listed, seed: seedOf(0, config.SIMULATOR_SEED), now });
  }
  if (name === 'exchange') {
    return createFeed({ adapter: 'exchange', instruments: listed, url: config.EXCHANGE_URL ?? exchangeUrl, now, log });
  }
  // The configuration refuses a vendor without address and key.
  const { VENDOR_URL: url = '', VENDOR_KEY: key = '' } = config;
  return createFeed({ adapter: 'vendor', instruments: listed, url, key, now, log });
}
