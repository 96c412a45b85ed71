import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount } from '@assay/domain/money/amount.ts';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { openDemo } from './ledger/index.ts';

const db = await testDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'assay-audit-'));
afterAll(() => rm(dataDir, { recursive: true }));
await db.transact((tx) => openDemo(tx, { userId: '1', amount: amount(100_000_000_000n), at: 0 }));

/** Runs the command as a person would, on the database of this test. */
async function runAudit(): Promise<{ code: number | null; output: string }> {
  const command = new URL('audit-command.ts', import.meta.url).pathname;
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; output: string }>();
  const child = execFile(
    process.execPath,
    [command],
    { env: { DATABASE_URL: db.url, DATA_DIR: dataDir } },
    (_, output, errors) => resolve({ code: child.exitCode, output: output + errors }),
  );
  return promise;
}

test('the command shows what everybody has and says that the books balance', async () => {
  const { code, output } = await runAudit();
  expect(output).toContain('the books balance (1 transactions');
  expect(output).toMatch(/^demo +USDT +2 +100000\.00 +-100000\.00 +0\.00$/m);
  expect(code).toBe(0);
});

test('the command names what it finds and ends with 1', async () => {
  await db.query("update ledger_accounts set balance = balance + 1 where owner = '1'");
  const { code, output } = await runAudit();
  expect(output).toContain('the books do not balance: 2 findings');
  expect(output).toMatch(/^balance +demo +1 USDT available +keeps 100000000001 after 1 entries/m);
  expect(code).toBe(1);
});
