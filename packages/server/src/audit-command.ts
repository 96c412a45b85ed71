import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { allHoldings } from './holdings.ts';
import { type Finding, audit } from './ledger/index.ts';
import { verifyAuditLog } from './operators/index.ts';
import { ConfigurationError, readConfig } from './platform/config.ts';
import { type Queryable, connectDatabase } from './platform/database.ts';
import { createLogger } from './platform/log.ts';
import { openDatabase, straightTo } from './platform/schema/open-database.ts';
import { verifySeals } from './proofs/index.ts';

/**
 * `npm run audit`: checks the books and the operators' log of the configured database, with `--replay` those of the last replay, which has a database
 * of its own; ends with 1 when something is found.
 */
async function main(args: readonly string[]): Promise<number> {
  const replay = args[0] === '--replay';
  if (args.length > (replay ? 1 : 0)) throw new ConfigurationError(`${args.join(' ')} is not known; known is --replay`);
  const config = await readConfig(process.env, []);
  const database = await openDatabase(config, replay ? 'kept replay' : 'own');
  const db = connectDatabase({ url: straightTo(database), poolSize: 2, log: createLogger(config.LOG_LEVEL) });
  try {
    const [books] = await db.query<{ there: boolean }>(
      "select to_regclass('ledger_accounts') is not null and to_regclass('proofs') is not null as there",
    );
    if (books?.there !== true)
      throw new ConfigurationError(`this database has no books yet: start ${replay ? 'a replay' : 'the server'} once`);
    const started = performance.now();
    const { findings, through } = await audit(db, { holdings: allHoldings });
    print(await overview(db));
    print(findings.length === 0 ? [] : [['check', 'book', 'about', 'finding'], ...findings.map(line)]);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const words = findings.length === 0 ? 'the books balance' : `the books do not balance: ${findings.length} findings`;
    process.stdout.write(`${words} (${through} transactions, ${seconds} s)\n`);
    const log = await verifyAuditLog(db);
    print(
      log.findings.length === 0 ? [] : [['audit log', 'finding'], ...log.findings.map(({ about, detail }) => [about, detail])],
    );
    const logWords = log.findings.length === 0 ? 'the audit log holds' : 'the audit log does not hold';
    process.stdout.write(`${logWords} (${log.entries} entries, head ${log.head})\n`);
    const sealed = await verifySeals(db);
    print(sealed.findings.length === 0 ? [] : [['day', 'finding'], ...sealed.findings.map(({ day, detail }) => [day, detail])]);
    const sealWords = sealed.findings.length === 0 ? 'the seals hold' : 'the seals do not hold';
    process.stdout.write(`${sealWords} (${sealed.seals} days)\n`);
    return findings.length + log.findings.length + sealed.findings.length === 0 ? 0 : 1;
  } finally {
    await db.close();
    await database.stop();
  }
}

const line = ({ check, book, about, detail }: Finding): string[] => [check, book ?? '', about, detail];

/** What customers and house have, per book and asset. */
async function overview(db: Queryable): Promise<string[][]> {
  const rows = await db.query<{ book: string; asset: string; accounts: number; customers: bigint; house: bigint }>(
    `select book, asset, count(*) as accounts,
       coalesce(sum(ledger_balance(id)) filter (where not house), 0) as customers,
       coalesce(sum(ledger_balance(id)) filter (where house), 0) as house
     from ledger_accounts group by book, asset order by book, asset`,
  );
  const money = (units: bigint, code: string) => formatAmount(amount(units), assetOf(code), 2);
  return [
    ['book', 'asset', 'accounts', 'customers have', 'the house has', 'sum'],
    ...rows.map(({ book, asset, accounts, customers, house }) => [
      book,
      asset,
      String(accounts),
      money(customers, asset),
      money(house, asset),
      money(customers + house, asset),
    ]),
  ];
}

/** Columns as wide as their widest cell; figures to the right. */
function print(table: readonly (readonly string[])[]): void {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const figure = /^-?[\d.]+$/;
  for (const [place, row] of table.entries()) {
    const numeric = (column: number) => figure.test((place === 0 ? table[1]?.[column] : row[column]) ?? '');
    const cells = row.map((cell, column) =>
      numeric(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
  if (table.length > 0) process.stdout.write('\n');
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`assay: ${error.message}\n`);
  return 1;
});
