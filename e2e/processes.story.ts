import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { connectDatabase } from '@assay/server/platform/database.ts';
import { type EmbeddedDatabase, freePort, startEmbeddedDatabase } from '@assay/server/platform/embedded-database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from './drills/postgres-cluster.ts';
import { type OwnApp, registered, temporaryFolder } from './harness.ts';
import { ended, openNarrowly } from './narrow-steps.ts';
import { ownApp } from './shared.ts';

const natsServer = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'nats-server'))
  .find(existsSync);
if (natsServer === undefined) console.warn('no nats-server here: the story of two processes is left out');

describe.runIf(natsServer !== undefined)('an API and two engines on one database', () => {
  let nats: ChildProcess;
  let folder: string;
  let database: EmbeddedDatabase;
  let api: OwnApp;
  let engine: OwnApp;
  let standby: OwnApp;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const port = await freePort();
    nats = spawn(natsServer ?? '', ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
    database = await startEmbeddedDatabase(folder, 'stories');
    const shared = {
      DATABASE_URL: database.url,
      NATS_URL: `nats://127.0.0.1:${port}`,
      SECRET: 'the same secret in each of the processes',
    };
    engine = await ownApp({ env: { ...shared, ROLE: 'engine' } });
    standby = await ownApp({ env: { ...shared, ROLE: 'engine' } });
    api = await ownApp({ env: { ...shared, ROLE: 'api' } });
  });

  afterAll(async () => {
    await api.stop();
    await standby.stop();
    await engine.stop();
    await database.stop();
    nats.kill();
    await once(nats, 'exit');
    await rm(folder, { recursive: true });
  });

  test('work on tables that nobody changes meanwhile, and another version is told so', async () => {
    const db = connectDatabase({ url: database.url, poolSize: 1, log: createLogger('silent') });
    // As a version has it that knows one thing more.
    const [newest] = await db.query<{ name: string; hash: string }>(
      'delete from migrations where name = (select max(name) from migrations) returning name, hash',
    );
    try {
      const told = await command('migrate', { DATABASE_URL: database.url, DATA_DIR: folder });
      expect(told.output).toContain(
        'assay: the tables are of an earlier version, and 3 servers work on them: stop every server',
      );
      expect(told.code).toBe(1);
    } finally {
      await db.query('insert into migrations (name, hash) values ($1, $2)', [newest?.name, newest?.hash]);
      await db.close();
    }
  });

  test('trade together, and when the engine is killed the standby takes over', async () => {
    const person = await registered(api);
    const first = await ended(person, await openNarrowly(person, 'first'));
    expect(['stopLoss', 'takeProfit']).toContain(first.closeReason);

    const waiting = await openNarrowly(person, 'second');
    await engine.kill();
    const second = await ended(person, waiting);
    expect(['stopLoss', 'takeProfit']).toContain(second.closeReason);
    const third = await ended(person, await openNarrowly(person, 'third'));
    expect(['stopLoss', 'takeProfit']).toContain(third.closeReason);
  });
});
