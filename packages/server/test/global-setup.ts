import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../src/platform/database.ts';
import { startEmbeddedDatabase } from '../src/platform/embedded-database.ts';
import { migrate } from '../src/platform/schema/migrate.ts';
import { ensureRights } from '../src/platform/schema/rights.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that each test file clones. */
    templateUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run, without fsync: tests check behaviour, not disks. It cleans nothing up either, as far as a database
 * lives for seconds: in the hours of a drill, plans that were made for empty tables would serve full ones.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedDatabase(folder, 'test', [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    `autovacuum=${process.env['TEST_AUTOVACUUM'] ?? 'off'}`,
  ]);
  const template = connectDatabase({ url: server.url, poolSize: 1, log: pino({ level: 'silent' }) });
  await migrate(template);
  await ensureRights(template);
  await template.close();
  project.provide('templateUrl', server.url);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
