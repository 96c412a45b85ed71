import { resolve } from 'node:path';
import { backUp } from './platform/backup/back-up.ts';
import { ConfigurationError, readConfig } from './platform/config.ts';
import { openDatabase, straightTo } from './platform/schema/open-database.ts';

/** `npm run backup -- <folder>`: copies the data folder of a sandbox, its database included, whether or not that runs. */
async function main([target, ...more]: readonly string[]): Promise<void> {
  if (target === undefined || more.length > 0) throw new ConfigurationError('name the folder that the copy is to be');
  const config = await readConfig(process.env, []);
  if (config.databaseUrl !== undefined)
    throw new ConfigurationError(
      'the database of DATABASE_URL is backed up with the tools of PostgreSQL, such as pg_basebackup: see docs/operations.md',
    );
  const database = await openDatabase(config);
  try {
    const { upTo } = await backUp(config.dataDir, straightTo(database), resolve(target));
    process.stdout.write(
      `${resolve(target)} is a copy of ${config.dataDir}, up to ${upTo}: check it with DATA_DIR=${target} npm run restore:check\n`,
    );
  } finally {
    await database.stop();
  }
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`assay: ${error.message}\n`);
  process.exitCode = 1;
});
