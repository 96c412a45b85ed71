import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount } from '@assay/domain/money/amount.ts';
import { afterAll, expect, test } from 'vitest';
import { silent, testDatabase } from '../test/database.ts';
import { openDemo } from './ledger/index.ts';
import { appendAudit, verifyAuditLog } from './operators/index.ts';
import { connectDatabase } from './platform/database.ts';
import { startEmbeddedDatabase } from './platform/embedded-database.ts';
import { migrate } from './platform/schema/migrate.ts';

const db = await testDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'assay-audit-'));
afterAll(() => rm(dataDir, { recursive: true }));
await db.transact((tx) => openDemo(tx, { userId: '1', amount: amount(100_000_000_000n), at: 0 }));

/** Runs the command as a person would, on the database of this test. */
async function runAudit(
  args: readonly string[] = [],
  env: Record<string, string> = { DATABASE_URL: db.url },
): Promise<{ code: number | null; output: string }> {
  const command = new URL('audit-command.ts', import.meta.url).pathname;
  const compileCache = new URL('../../../tools/compile-cache.mjs', import.meta.url).pathname;
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; output: string }>();
  const child = execFile(
    process.execPath,
    ['--import', compileCache, command, ...args],
    { env: { DATA_DIR: dataDir, PATH: process.env['PATH'], ...env } },
    (_, output, errors) => resolve({ code: child.exitCode, output: output + errors }),
  );
  return promise;
}

test('the command shows what everybody has and says that the books balance', async () => {
  const { code, output } = await runAudit();
  expect(output).toContain('the books balance (1 transactions');
  // Two accounts of the customer; those of the house are there from the first day.
  expect(output).toMatch(/^demo +USDT +12 +100000\.00 +-100000\.00 +0\.00$/m);
  expect(code).toBe(0);
});

test('the command names what it finds and ends with 1', async () => {
  await db.query("update ledger_accounts set balance = balance + 1 where owner = '1'");
  const { code, output } = await runAudit();
  expect(output).toContain('the books do not balance: 2 findings');
  expect(output).toMatch(/^balance +demo +1 USDT available +keeps 100000000001 after 1 entries/m);
  expect(code).toBe(1);
});

test('the command tells whether the audit log holds', async () => {
  await db.query("update ledger_accounts set balance = balance - 1 where owner = '1'");
  await appendAudit(db, 0, null, { action: 'operator.created', subject: 'operator:1' });
  const { head } = await verifyAuditLog(db);
  const whole = await runAudit();
  expect(whole.output).toContain(`the audit log holds (1 entries, head ${head})`);
  expect(whole.code).toBe(0);
  await db.query("alter table audit_log disable trigger append_only; update audit_log set subject = 'operator:2'");
  const { code, output } = await runAudit();
  expect(output).toMatch(/^entry 1 +is not what was written$/m);
  expect(output).toContain('the audit log does not hold');
  expect(code).toBe(1);
});

test('the books of a replay are those of the database that the last one left', async () => {
  // As root the database runs as a user of its own, who must be able to enter.
  await chmod(dataDir, 0o755);
  const none = await runAudit(['--replay'], {});
  expect(none).toMatchObject({ code: 1, output: 'assay: this database has no books yet: start a replay once\n' });

  const { databasePassword } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
    databasePassword: string;
  };
  const embedded = await startEmbeddedDatabase(join(dataDir, 'postgres'), databasePassword, ['fsync=off']);
  const left = connectDatabase({ url: await embedded.openFresh('replay'), poolSize: 1, log: silent });
  await migrate(left);
  await left.transact((tx) => openDemo(tx, { userId: '2', amount: amount(5_000_000n), at: 0 }));
  const { code, output } = await runAudit(['--replay'], {});
  await left.close();
  await embedded.stop();
  expect(output).toMatch(/^demo +USDT +12 +5\.00 +-5\.00 +0\.00$/m);
  expect(output).toContain('the books balance (1 transactions');
  expect(code).toBe(0);
});

test.each([
  ['an unknown option', ['--all'], '--all is not known; known is --replay'],
  ['a replay in a database of the deployment', ['--replay'], 'a replay has a database of its own: unset DATABASE_URL'],
])('the command says in one sentence what is wrong: %s', async (_, args, words) => {
  expect(await runAudit(args)).toEqual({ code: 1, output: `assay: ${words}\n` });
});
