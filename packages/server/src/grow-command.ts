import { parseArgs } from 'node:util';
import { grow, growCases, growChats, growLoans } from './growth/index.ts';
import { ConfigurationError, readConfig } from './platform/config.ts';
import { connectDatabase } from './platform/database.ts';
import { createLogger } from './platform/log.ts';
import { openDatabase, straightTo } from './platform/schema/open-database.ts';
import { prepareDatabase } from './platform/schema/prepare-database.ts';
import { openRoot } from './platform/secrets/root.ts';

const known = 'known are --users <n>, --transfers <n>, --days <n> and --cases <n>, whole numbers from 1 up';

/** `npm run grow`: fills the database of a sandbox with customers and what they have traded, to measure and to try on. */
async function main(args: readonly string[]): Promise<void> {
  const growth = readGrowth(args);
  const config = await readConfig(process.env, []);
  if (config.MODE === 'live') throw new ConfigurationError('only a sandbox is filled with customers who are none');
  const log = createLogger(config.LOG_LEVEL);
  const database = await openDatabase(config);
  try {
    await prepareDatabase(database, config.MODE, log);
    // As the owner of the tables: the deposits that it books have no decision behind them.
    const db = connectDatabase({ url: straightTo(database), poolSize: growth.writers + 1, log });
    const began = performance.now();
    try {
      const users = await grow(db, growth, Date.now());
      const { cases } = growth;
      if (cases > 0) {
        await growCases(db, { users, cases, secret: await openRoot(db, config) }, Date.now());
        await growChats(db, users.slice(0, cases), Date.now());
        if (!(await growLoans(db, users.slice(0, cases), Date.now())))
          process.stdout.write('no loans: start the server once, and their terms are offered\n');
      }
    } finally {
      await db.close();
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(
      `${growth.users} customers with ${growth.transfers} transfers on ${growth.days} days (${seconds} s)\n`,
    );
  } finally {
    await database.stop();
  }
}

function readGrowth(args: readonly string[]) {
  let values;
  try {
    const options = {
      users: { type: 'string' },
      transfers: { type: 'string' },
      days: { type: 'string' },
      cases: { type: 'string' },
    } as const;
    ({ values } = parseArgs({ args: [...args], options }));
  } catch {
    throw new ConfigurationError(known);
  }
  const numberOf = (text: string | undefined, otherwise: string): number => {
    if (!/^[1-9]\d{0,8}$/.test(text ?? otherwise)) throw new ConfigurationError(known);
    return Number(text ?? otherwise);
  };
  return {
    users: numberOf(values.users, '1000'),
    transfers: numberOf(values.transfers, '25000'),
    days: numberOf(values.days, '30'),
    // Deposits, withdrawals, chats and loans that wait, one of the last two for each customer; the first includes
    // identifications of all of them.
    cases: values.cases === undefined ? 0 : numberOf(values.cases, ''),
    writers: 2,
  };
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`assay: ${error.message}\n`);
  process.exitCode = 1;
});
