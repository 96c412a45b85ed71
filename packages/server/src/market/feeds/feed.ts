import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { Quote } from '@assay/domain/market/quote.ts';

/**
 * A source of prices. The market checks every quote (`sanity.ts`) before it believes one, so an adapter only translates;
 * it never invents, repeats or corrects a price, except that the simulator makes all of its own.
 */
export interface Feed {
  /** What customers read about these prices. */
  readonly kind: FeedKind;
  /** Instruments that this feed brings; all others have no price from it. */
  readonly codes: ReadonlySet<string>;
  /** Resolves when the feed runs. A broken connection is the adapter's business: it comes back by itself. */
  start(emit: Emit): Promise<void>;
  /** After it resolves nothing is emitted any more and no timer or socket is left. */
  stop(): Promise<void>;
  /**
   * Milliseconds since the source has last proved that what it says arrives in time; Infinity before it ever has. Left out by feeds
   * that make their prices themselves.
   */
  readonly provedMsAgo?: () => number;
  /** Business time (epoch ms) where this feed is the clock, as a replay is. */
  readonly clock?: () => number;
}

/**
 * Takes one quote. Answers true once it counts, `counts` being called just before, or is not believed; false where it could
 * not be kept. It neither throws nor rejects: a feed does not know what to do about it.
 */
export type Emit = (quote: Quote, counts?: () => void) => Promise<boolean>;

/** The part of a logger that feeds use. Never given a key, nor an address that carries one. */
export interface FeedLog {
  info(fields: Readonly<Record<string, string | number>>, message: string): void;
  warn(fields: Readonly<Record<string, string | number>>, message: string): void;
}

/** Epoch milliseconds of the wall; an argument so that tests own the time. */
export type WallClock = () => number;
