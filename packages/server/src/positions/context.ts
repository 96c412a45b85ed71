import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { MayOpen } from '../limits/index.ts';
import type { Market } from '../market/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';

/** What the actions on positions need of the rest of the server. */
export interface PositionsContext {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly market: Pick<
    Market,
    'instrument' | 'quote' | 'feedKind' | 'tradable' | 'suspendedSince' | 'quoteToUsdt' | 'recordUsedQuote' | 'usedQuotes'
  >;
  /** `live` deployments let a real account trade on live prices only. */
  readonly mode: 'sandbox' | 'live';
  readonly notify: Notify;
  /** Whether the owner's own limits let anything be opened. */
  readonly mayOpen: MayOpen;
}

/** Whose account an action is about. */
export interface Owner {
  readonly userId: string;
  readonly book: Book;
}
