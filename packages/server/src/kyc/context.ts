import type { Notify } from '../notifications/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Screening } from '../screening/index.ts';

/** What identifications need of the rest of the server. */
export interface KycContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly notify: Notify;
  /** The server's secret. It seals what people say of themselves. */
  readonly secret: string;
  /** Queried before a customer is verified; absent where none is set. */
  readonly screening?: Screening | undefined;
}
