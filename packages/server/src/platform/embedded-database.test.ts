import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { silent } from '../../test/database.ts';
import { connectDatabase } from './database.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';

it('the database of a deployment listens on loopback alone, and writes each commit down before it is answered', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-embedded-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedDatabase(folder, 'secret');
  atEnd(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
  const db = connectDatabase({ url: server.url, poolSize: 1, log: silent });
  const settings = await db.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where source = 'command line' and name <> 'port'
       or name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name`,
  );
  await db.close();
  expect(settings.filter(({ name }) => !['config_file', 'data_directory'].includes(name))).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'max_connections', setting: '200' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'unix_socket_directories', setting: '' },
  ]);
});
