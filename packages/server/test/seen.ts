import { expect, vi } from 'vitest';
import type { Queryable } from '../src/platform/database.ts';

/** Waits until somebody else on this database is at a statement like this; with `waits`, until it waits for that there. */
export function seen(of: Queryable, like: string, waits = ''): Promise<void> {
  return vi.waitFor(async () => {
    const found = await of.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like $1
         and ($2 = '' or wait_event_type = $2)`,
      [like, waits],
    );
    expect(found).not.toEqual([]);
  }, 10_000);
}
