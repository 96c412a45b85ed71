import type { Notify } from '../notifications/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';

/** What the service chat needs of the rest of the server. */
export interface SupportContext {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly notify: Notify;
  /** The server's secret. It hides from which network a visitor came. */
  readonly secret: string;
}
