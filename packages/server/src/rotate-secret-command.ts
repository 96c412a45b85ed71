import { ConfigurationError, readConfig } from './platform/config.ts';
import { connectDatabase } from './platform/database.ts';
import { createLogger } from './platform/log.ts';
import { openDatabase, straightTo } from './platform/schema/open-database.ts';
import { rotateSecret } from './platform/secrets/root.ts';

/**
 * `npm run rotate-secret`: from now on `SECRET` opens the database, and `SECRET_PREVIOUS` no more. Done in one step, or not at
 * all; servers that run go on.
 */
async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0) throw new ConfigurationError(`${args.join(' ')} is not known: the command takes no words`);
  const config = await readConfig(process.env, []);
  if (config.previousSecret === undefined)
    throw new ConfigurationError('set SECRET to the new secret and SECRET_PREVIOUS to the one that it replaces');
  const database = await openDatabase(config);
  const db = connectDatabase({
    url: straightTo(database),
    poolSize: 1,
    log: createLogger(config.LOG_LEVEL),
  });
  try {
    const [table] = await db.query<{ mayReplace: boolean | null }>(
      `select has_table_privilege(to_regclass('secret_root')::oid, 'update') as "mayReplace"`,
    );
    if (table?.mayReplace === false) throw new ConfigurationError('a secret is replaced by the owner: set DATABASE_OWNER_URL');
    if (table?.mayReplace !== true) throw new ConfigurationError('this database has no secrets yet: start the server once');
    const replaced = await rotateSecret(db, config);
    process.stdout.write(
      replaced
        ? 'SECRET opens the database now: unset SECRET_PREVIOUS\n'
        : 'SECRET opens the database already: unset SECRET_PREVIOUS\n',
    );
  } finally {
    await db.close();
    await database.stop();
  }
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`assay: ${error.message}\n`);
  process.exitCode = 1;
});
