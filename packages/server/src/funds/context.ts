import type { Identity } from '../identity/index.ts';
import type { Market } from '../market/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Screening } from '../screening/index.ts';
import type { ChainCheck } from './chain/check.ts';

/** What customers have to wait for, in milliseconds of the wall clock. */
export interface Waits {
  /** Until a new withdrawal method can be used. */
  readonly addressCoolDownMs: number;
  /** For withdrawals, after a change of password, authenticator or mail address. */
  readonly securityHoldMs: number;
}

/** What deposits and withdrawals need of the rest of the server. */
export interface FundsContext {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly market: Pick<Market, 'instruments' | 'quote'>;
  readonly notify: Notify;
  readonly waits: Waits;
  /** Seals the numbers of bank cards. */
  readonly secret: string;
  readonly identity: Pick<Identity, 'proofOf' | 'proveOwner'>;
  readonly checkChain: ChainCheck;
  /** Asked before anything is approved; absent where none is set. */
  readonly screening?: Screening | undefined;
  /** The address that customers see: what the keys of the house's own addresses sign names it. */
  readonly origin: string;
}

/** Money comes in and goes out of this book alone: the demo account is asked to switch. */
export const book = 'real';
