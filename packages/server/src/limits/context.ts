import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Amount } from '@assay/domain/money/amount.ts';
import type { Notify } from '../notifications/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable, Transaction } from '../platform/database.ts';
import type { Refusal } from '../platform/refusal.ts';

/** What the real account's trading has brought since a business day began, fees taken off, in USDT; negative is a loss. */
export type TradingResult = (db: Queryable, userId: string, since: Date) => Promise<Amount>;

export interface LimitsContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly notify: Notify;
  /** How long a loosening waits. */
  readonly looseningMs: number;
  /** Counts every deal that a day can be lost with once, and costs the same however many there were. */
  readonly won: TradingResult;
}

/**
 * Asked in every transaction that opens something, after the locks of orders and before those of accounts. Undefined when it
 * may; otherwise the refusal: 11130 daily loss limit, 11131 cool-off, 11132 and 11133 self-exclusion,
 * 11264 and 11265 self-exclusion on another account of the person.
 */
export type MayOpen = (tx: Transaction, userId: string, book: Book) => Promise<Refusal | undefined>;
