import { parseArgs } from 'node:util';
import { allHoldings } from './holdings.ts';
import { audit } from './ledger/index.ts';
import { verifyAuditLog } from './operators/index.ts';
import { ConfigurationError, readConfig } from './platform/config.ts';
import { type Database, connectDatabase } from './platform/database.ts';
import { createLogger } from './platform/log.ts';
import { missingGuards } from './platform/schema/guards.ts';
import { requireMigrated } from './platform/schema/migrate.ts';
import { openDatabase, straightTo } from './platform/schema/open-database.ts';
import { openRoot } from './platform/secrets/root.ts';
import { verifySeals } from './proofs/index.ts';

const known = 'known are --day <yyyy-mm-dd> and --seal <64 hexadecimal digits>, of the last seal that was published';

/**
 * `npm run restore:check`: whether a restored database is the one that was lost. Its books, log, seals and guards are checked,
 * the secret opens it, and it has the last published seal, where that is given. Ends with 1 when something is found.
 */
async function main(args: readonly string[]): Promise<number> {
  const published = readPublished(args);
  const config = await readConfig(process.env, []);
  const database = await openDatabase(config);
  const db = connectDatabase({
    url: straightTo(database),
    poolSize: 2,
    log: createLogger(config.LOG_LEVEL),
  });
  try {
    await requireMigrated(db);
    await openRoot(db, config);
    const findings = [...(await findingsOf(db)), ...(await findingsOfSeal(db, published))];
    const [newest] = await db.query<{ day: string; seal: string }>(
      'select day::text, seal from proofs order by day desc limit 1',
    );
    const [last] = await db.query<{ at: Date }>('select created_at as at from ledger_transactions order by id desc limit 1');
    say(newest === undefined ? 'no day has been sealed' : `the last sealed day is ${newest.day}, with ${newest.seal}`);
    say(last === undefined ? 'nothing has been booked' : `the last posting is of ${last.at.toISOString()}`);
    for (const finding of findings) say(`  ${finding}`);
    say(findings.length === 0 ? 'the database is whole' : `the database is not whole: ${findings.length} findings`);
    return findings.length === 0 ? 0 : 1;
  } finally {
    await db.close();
    await database.stop();
  }
}

interface Published {
  readonly day: string | undefined;
  readonly seal: string | undefined;
}

function readPublished(args: readonly string[]): Published {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options: { day: { type: 'string' }, seal: { type: 'string' } } }));
  } catch {
    throw new ConfigurationError(known);
  }
  const { day, seal } = values;
  if ((day === undefined) !== (seal === undefined)) throw new ConfigurationError(known);
  if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new ConfigurationError(known);
  if (seal !== undefined && !/^[0-9a-f]{64}$/.test(seal)) throw new ConfigurationError(known);
  return { day, seal };
}

async function findingsOf(db: Database): Promise<string[]> {
  const books = await audit(db, { holdings: allHoldings });
  const log = await verifyAuditLog(db);
  const seals = await verifySeals(db);
  return [
    ...(await missingGuards(db)),
    ...books.findings.map(({ check, about, detail }) => `books, ${check}, ${about}: ${detail}`),
    ...log.findings.map(({ about, detail }) => `audit log, ${about}: ${detail}`),
    ...seals.findings.map(({ day, detail }) => `seal of ${day}: ${detail}`),
  ];
}

/** A seal covers everything before it: a database that has it has lost nothing of that. */
async function findingsOfSeal(db: Database, { day, seal }: Published): Promise<string[]> {
  if (day === undefined) return [];
  const [kept] = await db.query<{ seal: string }>('select seal from proofs where day = $1', [day]);
  if (kept === undefined) return [`the seal of ${day}, which was published, is missing: what was booked since may be, too`];
  return kept.seal === seal ? [] : [`the seal of ${day} is ${kept.seal}, not the one that was published`];
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`assay: ${error.message}\n`);
  return 1;
});
