import type { Identity } from '../identity/index.ts';
import type { Market } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Transaction } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';

export interface ClosingContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly market: Pick<Market, 'instruments' | 'quote'>;
  readonly identity: Pick<Identity, 'proofOf' | 'proveOwner' | 'provePassword' | 'endSessions' | 'tellClosing'>;
  /** How long signing in again keeps the account. */
  readonly coolingOffMs: number;
  /** Opens what is sealed of an identification, for its owner. */
  readonly secret: string;
  readonly endDemoOrders: (tx: Transaction, userId: string) => Promise<void>;
}
