import type { Dealer } from '../dealing/index.ts';
import type { Market } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';

/** What spot trading needs of the rest of the server. */
export interface SpotContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly market: Pick<
    Market,
    'instrument' | 'instruments' | 'quote' | 'quotesSince' | 'heldSince' | 'feedKind' | 'tradable' | 'fresh' | 'usedQuotes'
  >;
  /** `live` deployments let a real account trade on live prices only. */
  readonly mode: 'sandbox' | 'live';
  /** Decides and books. */
  readonly dealer: Dealer;
}
