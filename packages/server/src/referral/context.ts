import type { Notify } from '../notifications/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';

/** What the actions on invitations need of the rest of the server. */
export interface ReferralContext {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly notify: Notify;
  /** The site's own address, which links lead to. */
  readonly origin: string;
  /** Queries of what customers have turned over: rows of `user_id` and `usdt`. */
  readonly volumes: readonly string[];
}

/** Rewards exist in this book alone: play money earns nothing. */
export const book = 'real';

/** A date of the database for the number of a day since 1970, and back. */
export const dateOf = (day: string) => `(date '1970-01-01' + ${day}::integer)`;
export const dayNumber = (date: string) => `(${date} - date '1970-01-01')`;
