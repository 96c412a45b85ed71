import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';
import type { Job } from '../jobs.ts';
import type { Logger } from '../log.ts';
import type { ImageStore } from './store.ts';

/** Bytes wait this long for their row: whoever stores them writes it within seconds, or never. */
const orphanAfterMs = 24 * 60 * 60 * 1000;
const batch = 500;

interface SweepParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly store: ImageStore;
}

/** Deletes the bytes of erased pictures, and bytes that no picture has, as a crash between storing and committing leaves them. */
export function sweepJob(parts: SweepParts): Job {
  return {
    name: 'images.sweep',
    cron: '41 * * * *',
    run: async () => {
      await removeErased(parts);
      await removeOrphans(parts);
    },
  };
}

async function removeErased({ db, clock, store }: SweepParts): Promise<void> {
  for (;;) {
    const erased = await db.query<{ id: string }>(
      `select id::text as id from images where erased_at is not null and removed_at is null order by erased_at limit ${batch}`,
    );
    for (const { id } of erased) await store.remove(id);
    await db.query('update images set removed_at = $2 where id = any($1::uuid[])', [
      erased.map(({ id }) => id),
      new Date(clock.wall()),
    ]);
    if (erased.length < batch) return;
  }
}

async function removeOrphans({ db, clock, log, store }: SweepParts): Promise<void> {
  const before = clock.wall() - orphanAfterMs;
  let old: string[] = [];
  let removed = 0;
  const flush = async () => {
    const orphans = await db.query<{ name: string }>(
      'select name from unnest($1::text[]) as stored (name) where not exists (select from images where id::text = name)',
      [old],
    );
    for (const { name } of orphans) await store.remove(name);
    removed += orphans.length;
    old = [];
  };
  for await (const { name, storedAt } of store.list()) {
    if (storedAt > before) continue;
    old.push(name);
    if (old.length >= batch) await flush();
  }
  if (old.length > 0) await flush();
  if (removed > 0) log.info({ removed }, 'bytes that no picture has were deleted');
}
