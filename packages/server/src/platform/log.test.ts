import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { createFastify } from './fastify.ts';
import { createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';

const db = await testDatabase();

function keptLog() {
  const lines: string[] = [];
  return { lines, log: createLogger('debug', { write: (line) => void lines.push(line) }) };
}

/** What the database says about a second row with the same key; its `detail` names the key. */
async function refusedByDatabase(value: string): Promise<unknown> {
  const insert = () => db.query('insert into attempts (key, count, resets_at) values ($1, 1, now())', [value]);
  await insert();
  return insert().catch((error: unknown) => error);
}

test('the values that a database refused are not logged with its error', async () => {
  const error = await refusedByDatabase('somebody@example.com');
  expect(inspect(error)).toContain('somebody@example.com');
  const { lines, log } = keptLog();
  log.error({ err: error }, 'it failed');
  const [line = ''] = lines;
  expect(line).not.toContain('somebody@example.com');
  for (const part of ['it failed', 'duplicate key', 'attempts_pkey', 'log.test.ts']) expect(line).toContain(part);
});

test('nor with a request that fails by it', async () => {
  const { lines, log } = keptLog();
  const app = await createFastify({ log, metrics: createMetrics(), live: false, trustProxy: undefined });
  app.get('/broken', async () => Promise.reject(await refusedByDatabase('anybody@example.com')));
  const answer = await app.inject({ url: '/broken?email=anybody@example.com', headers: { authorization: 'a-secret-token' } });
  expect(answer.statusCode).toBe(500);
  expect(lines.join('')).toContain('a request failed');
  expect(lines.join('')).not.toMatch(/anybody@example\.com|a-secret-token/);
  await app.close();
});
