import { stat } from 'node:fs/promises';
import type { Queryable } from '../database.ts';
import type { Metrics } from '../metrics.ts';

/**
 * How old what could be restored is: by a file that the backup job touches on success, and by what PostgreSQL knows of its
 * archive. Without backups, or without an archive, there is no figure, and its absence is an alarm.
 */
export function showBackups(metrics: Metrics, db: Queryable, stamp: string | undefined): void {
  if (stamp !== undefined) {
    metrics.looked('backup_taken_seconds', 'When the last backup ended well, in seconds since 1970', [], async () => [
      { labels: {}, value: (await stat(stamp)).mtimeMs / 1000 },
    ]);
  }
  const archive = async () => {
    const [row] = await db.query<{ archived: number | null; failing: boolean }>(
      `select extract(epoch from last_archived_time)::float8 as archived,
         coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing
       from pg_stat_archiver where current_setting('archive_mode') <> 'off'`,
    );
    return row;
  };
  metrics.looked(
    'database_archived_seconds',
    'When the database last archived a piece of its log, in seconds since 1970; none where it keeps no archive',
    [],
    async () => {
      const archived = (await archive())?.archived;
      return archived === undefined || archived === null ? [] : [{ labels: {}, value: archived }];
    },
  );
  metrics.looked('database_archive_failing', '1 while the database can’t archive its log', [], async () => {
    const row = await archive();
    return row === undefined ? [] : [{ labels: {}, value: Number(row.failing) }];
  });
}
