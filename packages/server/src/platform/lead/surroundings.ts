import { showBackups } from '../backup/figures.ts';
import type { Bus } from '../bus.ts';
import { type Database, showPool } from '../database.ts';
import type { Metrics } from '../metrics.ts';

/** What a process needs of others: connections to its database, the bus, and backups. */
export function showSurroundings(
  metrics: Metrics,
  { db, bus, stamp }: { readonly db: Database; readonly bus: Pick<Bus, 'connected'>; readonly stamp: string | undefined },
): void {
  showPool(metrics, db);
  showBackups(metrics, db, stamp);
  metrics.observed('bus_connected', '0 while messages neither leave nor arrive', () => Number(bus.connected));
}
