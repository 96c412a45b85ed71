import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../embedded-database.ts';
import { backUp } from './back-up.ts';

const password = 'of this test';
let folder: string;
let dataDir: string;
let database: EmbeddedDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-backup-'));
  // As root the database runs as a user of its own, who must be able to enter.
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
  await mkdir(join(dataDir, 'images/ab'), { recursive: true });
  await writeFile(join(dataDir, 'images/ab/abcd'), 'a sealed picture');
  await writeFile(join(dataDir, 'secrets.json'), '{}');
  database = await startEmbeddedDatabase(join(dataDir, 'postgres'), password, ['fsync=off']);
});

afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test('a copy of a database that is written meanwhile starts, and has all that was acknowledged before it', async () => {
  const target = join(folder, 'copy');
  let acknowledged = 0;
  let over = false;
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const writing = withClient(database.url, async (client) => {
    await client.query('create table written (n int primary key, filling text)');
    while (!over) {
      await client.query("insert into written values ($1, repeat('x', 500))", [acknowledged + 1]);
      acknowledged += 1;
      if (acknowledged === 200) resolve();
    }
  });
  await enough;
  const before = acknowledged;
  const { upTo } = await backUp(dataDir, database.url, target);
  over = true;
  await writing;
  expect(upTo).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);

  const copy = await startEmbeddedDatabase(join(target, 'postgres'), password, ['fsync=off']);
  const [kept] = await withClient(copy.url, async (client) => {
    return (await client.query<{ rows: number; last: number }>('select count(*)::int as rows, max(n) as last from written'))
      .rows;
  });
  await copy.stop();
  expect(kept?.last).toBeGreaterThanOrEqual(before);
  expect(kept?.last).toBeLessThanOrEqual(acknowledged);
  expect(kept?.rows).toBe(kept?.last);
  expect(await readFile(join(target, 'images/ab/abcd'), 'utf8')).toBe('a sealed picture');
  expect(await readFile(join(target, 'secrets.json'), 'utf8')).toBe('{}');
});

test('what is there already is not written over', async () => {
  await mkdir(join(folder, 'taken'));
  await expect(backUp(dataDir, database.url, join(folder, 'taken'))).rejects.toThrow(/there is something at .*taken already/);
  expect(await readdir(join(folder, 'taken'))).toEqual([]);
});

test('a copy that is not whole has another name', async () => {
  const target = join(folder, 'broken');
  await withClient(database.url, async (client) => {
    // A login that is refused: the copy fails before its end.
    await client.query("create role nobody_here login password 'nobody'");
  });
  const url = new URL(database.url);
  url.username = 'nobody_here';
  url.password = 'nobody';
  await expect(backUp(dataDir, url.href, target)).rejects.toThrow('permission denied');
  expect(await stat(target).catch(() => undefined)).toBeUndefined();
  expect(await stat(`${target}.partial`).catch(() => undefined)).toBeDefined();
  await backUp(dataDir, database.url, target);
  expect(await readdir(folder)).not.toContain('broken.partial');
  expect(
    await withClient(database.url, async (client) => (await client.query<object>('select from pg_replication_slots')).rows),
  ).toEqual([]);
});
