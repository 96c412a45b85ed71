import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { silent } from '../../../test/database.ts';
import { connectDatabase } from '../database.ts';
import { startEmbeddedDatabase } from '../embedded-database.ts';
import { createMetrics } from '../metrics.ts';
import { showBackups } from './figures.ts';

/** Figures of a database of its own, which archives its log in this way. */
async function archiving(...settings: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-archive-'));
  // As root the database runs as a user of its own, who must be able to enter.
  await chmod(folder, 0o755);
  const database = await startEmbeddedDatabase(join(folder, 'postgres'), 'archived', ['fsync=off', ...settings]);
  const db = connectDatabase({ url: database.url, poolSize: 1, log: silent });
  atEnd(async () => {
    await db.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const metrics = createMetrics();
  showBackups(metrics, db, undefined);
  const told = async () => {
    const text = await metrics.registry.metrics();
    const of = (name: string) => new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1];
    return { archived: of('database_archived_seconds'), failing: of('database_archive_failing') };
  };
  const write = () => db.query('select pg_logical_emit_message(false, $1, $2)', ['test', 'test']);
  return { told, write: () => write().then(() => db.query('select pg_switch_wal()')) };
}

it('a database that keeps no archive tells of none', async () => {
  const { told } = await archiving();
  expect(await told()).toEqual({ archived: undefined, failing: undefined });
});

it('one that archives its log tells when it last did', async () => {
  const { told, write } = await archiving('archive_mode=on', 'archive_command=true');
  // A figure that takes longer than a second to read is reported with the next ones.
  await expect.poll(told).toEqual({ archived: undefined, failing: '0' });
  await write();
  await expect.poll(async () => Number((await told()).archived)).toBeGreaterThan(Date.now() / 1000 - 600);
  await expect.poll(told).toMatchObject({ failing: '0' });
});

it('one that can’t tells that', async () => {
  const { told, write } = await archiving('archive_mode=on', 'archive_command=false');
  await write();
  await expect.poll(told).toEqual({ archived: undefined, failing: '1' });
});
