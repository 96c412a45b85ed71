import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database.ts';
import type { Job } from '../jobs.ts';
import type { ImageStore } from './store.ts';

/** Bytes wait this long for their picture: its row is written within seconds, or never. */
const leftAfterMs = 24 * 60 * 60 * 1000;
const batch = 500;

interface SweepParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly store: ImageStore;
}

/** Deletes the bytes of erased pictures, and those that a crash left between storing and keeping. */
export function sweepJob(parts: SweepParts): Job {
  return {
    name: 'images.sweep',
    cron: '41 * * * *',
    run: async () => {
      await removeErased(parts);
      await removeLeft(parts);
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

async function removeLeft({ db, clock, store }: SweepParts): Promise<void> {
  for (;;) {
    const left = await db.query<{ id: string }>(
      `select id::text as id from image_uploads where started_at < $1 order by started_at limit ${batch}`,
      [new Date(clock.wall() - leftAfterMs)],
    );
    for (const { id } of left) await store.remove(id);
    await forgetUploads(
      db,
      left.map(({ id }) => id),
    );
    if (left.length < batch) return;
  }
}

/** Before bytes are stored: whatever happens then, it is known that they may be there. */
export async function noteUploads(db: Queryable, ids: readonly string[], at: number): Promise<void> {
  await db.query('insert into image_uploads (id, started_at) select id, $2 from unnest($1::uuid[]) id', [ids, new Date(at)]);
}

/** Once a picture has them, or they are deleted. */
export async function forgetUploads(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query(
    `delete from image_uploads
     where id in (select id from image_uploads where id = any($1::uuid[]) order by id for update)`,
    [ids],
  );
}
