import { ConfigurationError } from '../config.ts';
import { type Database, connectDatabase } from '../database.ts';
import { migrateJobs } from '../jobs.ts';
import type { Logger } from '../log.ts';
import { assertHoldsAllScripts } from '../surroundings.ts';
import { migrate } from './migrate.ts';

/** Works on the database as the owner of its tables, on one connection. */
export async function asOwner<T>(url: string, log: Logger, work: (owner: Database) => Promise<T>): Promise<T> {
  const owner = connectDatabase({ url, poolSize: 1, log });
  try {
    await owner.query('select 1').catch((error: unknown) => {
      throw new ConfigurationError(
        `the database does not answer: ${error instanceof Error ? error.message : 'unknown reason'}`,
      );
    });
    return await work(owner);
  } finally {
    await owner.close();
  }
}

/** Brings the tables up to date as their owner: ours, and those of the jobs. Answers how many migrations that took. */
export async function prepareDatabase(owner: Database, log: Logger): Promise<number> {
  await assertHoldsAllScripts(owner);
  const applied = await migrate(owner);
  await migrateJobs(owner, log);
  return applied;
}
