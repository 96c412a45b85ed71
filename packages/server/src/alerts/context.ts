import type { Market } from '../market/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';

/** What price alerts need of the rest of the server. */
export interface AlertsContext {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly market: Pick<Market, 'instrument' | 'quote'>;
  readonly notify: Notify;
}
