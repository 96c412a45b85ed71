import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { testFolder } from '../test/images.ts';
import { openRoot } from './platform/secrets/root.ts';

const secret = 'the secret of the database that was lost';

/** Runs the command as a person would. */
async function check(url: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const command = new URL('restore-check-command.ts', import.meta.url).pathname;
  const compileCache = new URL('../../../tools/compile-cache.mjs', import.meta.url).pathname;
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; output: string }>();
  const child = execFile(
    process.execPath,
    ['--import', compileCache, command, ...args],
    { env: { DATA_DIR: testFolder(), PATH: process.env['PATH'], DATABASE_URL: url, SECRET: secret } },
    (_, output, errors) => resolve({ code: child.exitCode, output: output + errors }),
  );
  return promise;
}

test('a restored database is whole, or what it lacks is named, the seal that was published included', async () => {
  const db = await testDatabase(2);
  await openRoot(db, { secret, previousSecret: undefined });
  expect(await check(db.url)).toEqual({
    code: 0,
    output: 'no day has been sealed\nnothing has been booked\nthe database is whole\n',
  });
  await db.query('alter table audit_log disable trigger append_only');
  const { code, output } = await check(db.url, '--day', '2026-01-31', '--seal', 'a'.repeat(64));
  expect(output).toContain('the trigger append_only on audit_log is switched off');
  expect(output).toContain('the seal of 2026-01-31, which was published, is missing: what was booked since may be, too');
  expect(output).toContain('the database is not whole: 2 findings');
  expect(code).toBe(1);
});
