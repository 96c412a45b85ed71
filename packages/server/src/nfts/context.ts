import type { MayOpen } from '../limits/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';

/** What the actions on charity NFTs need of the rest of the server. */
export interface NftsContext {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly notify: Notify;
  /** Whether the owner's own limits let anything be opened. */
  readonly mayOpen: MayOpen;
}

/** Charity NFTs exist in this book alone: the demo account is asked to switch. */
export const book = 'real';
