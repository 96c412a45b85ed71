// A PostgreSQL of its own for a benchmark, with full durability: what is measured is what a deployment does.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, connectDatabase } from '@assay/server/platform/database.ts';
import { startEmbeddedDatabase } from '@assay/server/platform/embedded-database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import { migrate } from '@assay/server/platform/schema/migrate.ts';

export interface DurableDatabase {
  readonly url: string;
  readonly db: Database;
}

/** Runs `work` on a migrated, empty database and takes it away afterwards. */
export async function withDurableDatabase<T>(poolSize: number, work: (database: DurableDatabase) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedDatabase(folder, 'bench');
  const db = connectDatabase({ url: server.url, poolSize, log: createLogger('silent') });
  try {
    await migrate(db);
    return await work({ url: server.url, db });
  } finally {
    await db.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
