import { ConfigurationError, readConfig } from './platform/config.ts';
import { createLogger } from './platform/log.ts';
import { openDatabase } from './platform/schema/open-database.ts';
import { updateDatabase } from './platform/schema/prepare-database.ts';

/**
 * `npm run migrate`: brings the tables of the configured database and the rights of the application up to date, as the owner and
 * without starting anything, so that the servers need no login that may change either.
 */
async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0) throw new ConfigurationError(`${args.join(' ')} is not known: the command takes no words`);
  const config = await readConfig(process.env, []);
  const log = createLogger(config.LOG_LEVEL);
  const database = await openDatabase(config);
  try {
    const applied = await updateDatabase(database, config.MODE, log);
    const words = applied === 0 ? 'the database was up to date' : `the database is up to date, by ${applied} migrations`;
    process.stdout.write(`${words}\n`);
  } finally {
    await database.stop();
  }
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`assay: ${error.message}\n`);
  process.exitCode = 1;
});
