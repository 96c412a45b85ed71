import { type ExchangeOptions, exchangeFeed } from './exchange-feed.ts';
import type { Feed } from './feed.ts';
import { type ReplayOptions, replayFeed } from './replay-feed.ts';
import { type SimulatorOptions, simulatorFeed } from './simulator-feed.ts';
import { type VendorOptions, vendorFeed } from './vendor-feed.ts';

export type FeedOptions =
  | ({ readonly adapter: 'simulator' } & SimulatorOptions)
  | ({ readonly adapter: 'replay' } & ReplayOptions)
  | ({ readonly adapter: 'exchange' } & ExchangeOptions)
  | ({ readonly adapter: 'vendor' } & VendorOptions);

/** The adapter that a configuration asks for. A replay reads its files here and throws `ReplayError` about them. */
export async function createFeed(options: FeedOptions): Promise<Feed> {
  if (options.adapter === 'simulator') return simulatorFeed(options);
  if (options.adapter === 'replay') return replayFeed(options);
  if (options.adapter === 'exchange') return exchangeFeed(options);
  return vendorFeed(options);
}
