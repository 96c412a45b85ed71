import { parseArgs } from 'node:util';
import { operatorName, roles as rolesSchema } from '@assay/contract/endpoints/console/session.ts';
import { operatorRoles } from '@assay/contract/vocabulary/operators.ts';
import { appendAudit, createOperator, issueOneTimePassword } from './operators/index.ts';
import { type Config, ConfigurationError, readConfig } from './platform/config.ts';
import { codeOf } from './platform/credentials/totp.ts';
import { type Database, connectDatabase } from './platform/database.ts';
import { createLogger } from './platform/log.ts';
import { isRefusal } from './platform/refusal.ts';
import { openDatabase, straightTo } from './platform/schema/open-database.ts';
import { sampleOperators } from './sample-operators.ts';

const known = `known are: create --name <name> --roles <${operatorRoles.join(',')}>, and code --name <sample operator>`;

/**
 * `npm run operator:create` makes an operator without approval by others; `npm run operator:code` reads a sample's
 * authenticator.
 */
async function main([command, ...args]: readonly string[]): Promise<void> {
  const { name, roles } = readOptions(args);
  const config = await readConfig(process.env, []);
  if (command === 'code') return say(sampleCode(config, name));
  if (command !== 'create') throw new ConfigurationError(known);
  await withDatabase(config, (db) => create(db, name, roles.split(',')));
}

function readOptions(args: readonly string[]): { name: string; roles: string } {
  try {
    const { values } = parseArgs({ args: [...args], options: { name: { type: 'string' }, roles: { type: 'string' } } });
    return { name: values.name ?? '', roles: values.roles ?? '' };
  } catch {
    throw new ConfigurationError(known);
  }
}

/** The code of this half minute: for a sandbox without a telephone at hand. */
function sampleCode(config: Config, name: string): string {
  if (config.MODE === 'live') throw new ConfigurationError('sample operators are of the sandbox');
  const sample = sampleOperators(config.secret).find((one) => one.name === name);
  if (sample === undefined)
    throw new ConfigurationError(
      `--name is one of ${sampleOperators(config.secret)
        .map((one) => one.name)
        .join(', ')}`,
    );
  return codeOf(sample.shared, Date.now());
}

async function create(db: Database, name: string, roleNames: readonly string[]): Promise<void> {
  const parsedName = operatorName.safeParse(name);
  const parsedRoles = rolesSchema.safeParse(roleNames);
  if (!parsedName.success)
    throw new ConfigurationError('--name is 3 to 32 letters, digits, dots, underscores or hyphens, and starts with a letter');
  if (!parsedRoles.success)
    throw new ConfigurationError(`--roles are of ${operatorRoles.join(', ')}, with commas between them`);
  const now = Date.now();
  const issued = await db.transact(async (tx) => {
    const id = await createOperator(tx, now, { name, roles: parsedRoles.data });
    if (isRefusal(id)) return id;
    await appendAudit(tx, now, null, {
      action: 'operator.created',
      subject: `operator:${id}`,
      details: { name, roles: parsedRoles.data },
    });
    return issueOneTimePassword(tx, now, id);
  });
  if (isRefusal(issued) || issued === undefined)
    throw new ConfigurationError(`there is an operator of the name ${name} already`);
  say(`One-time password of ${name}, until ${issued.validUntil.toISOString()}: ${issued.password}`);
}

async function withDatabase(config: Config, work: (db: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase(config);
  const db = connectDatabase({ url: straightTo(database), poolSize: 1, log: createLogger(config.LOG_LEVEL) });
  try {
    const [tables] = await db.query<{ there: boolean }>("select to_regclass('operators') is not null as there");
    if (tables?.there !== true) throw new ConfigurationError('this database has no operators yet: start the server once');
    await work(db);
  } finally {
    await db.close();
    await database.stop();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`assay: ${error.message}\n`);
  process.exitCode = 1;
});
