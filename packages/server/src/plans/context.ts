import type { Dealer } from '../dealing/index.ts';
import type { Market } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';

/** What the actions on yield plans need of the rest of the server. */
export interface PlansContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly market: Pick<Market, 'usedQuotes'>;
  readonly mode: 'sandbox' | 'live';
  /** Decides and books. */
  readonly dealer: Dealer;
}
