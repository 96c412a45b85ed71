import { type Finding, type HoldingsSource, auditNight } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { sealDay } from '../proofs/index.ts';

/** Work that grows with the books or needs much computation: trading never waits for it. */
export interface NightWork {
  /** What the night's audit finds. */
  audit(): Promise<readonly Finding[]>;
  /** Closes and seals the day before `now` (real time); answers whether it did. */
  seal(now: number): Promise<boolean>;
}

/** The same on a connection of the caller, in the caller's thread. `books` is where an audit reads, if not there. */
export function nightWork(db: Database, holdings: readonly HoldingsSource[], books = db): NightWork {
  return { audit: () => auditNight(db, holdings, books), seal: (now) => sealDay(db, now) };
}
