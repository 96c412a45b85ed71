import type { Dealer } from '../dealing/index.ts';
import type { Market } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';

/** What the actions on positions need of the rest of the server. */
export interface PositionsContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly market: Pick<
    Market,
    | 'at'
    | 'instrument'
    | 'instruments'
    | 'quote'
    | 'feedKind'
    | 'tradable'
    | 'fresh'
    | 'suspendedSince'
    | 'quoteToUsdt'
    | 'quoteAt'
    | 'quotesSince'
    | 'usedQuotes'
    | 'heldSince'
  >;
  /** `live` deployments let a real account trade on live prices only. */
  readonly mode: 'sandbox' | 'live';
  /** Decides and books. */
  readonly dealer: Dealer;
}
