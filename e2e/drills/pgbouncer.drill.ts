import { rm, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@assay/server/platform/embedded-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnApp, auditAt, temporaryFolder } from '../harness.ts';
import { ownApp } from '../shared.ts';
import { type Cluster, Shell, command, findTools, folderFor, newCluster, stop } from './postgres-cluster.ts';
import { type Program, example, findProgram, run } from './programs.ts';
import { Traders, expectKept } from './traders.ts';

const tools = findTools();
const file = findProgram('pgbouncer');
const isHere = tools !== undefined && file !== undefined;
const people = 16;
const measuredMs = 10_000;

let folder: string;
let shell: Shell;
let cluster: Cluster;
let settings: string;
let pooler: Program | undefined;
let pooledUrl: string;
let app: OwnApp | undefined;

const begin = async () => (pooler = await run(folder, file ?? '', [settings]));

beforeAll(async () => {
  if (!isHere) return;
  folder = await folderFor(join(await temporaryFolder(), 'pooled'));
  shell = await Shell.of(tools);
  cluster = await newCluster(shell, folder, 'database');
  const { username, password } = new URL(cluster.url);
  const port = await freePort();
  const logins = join(folder, 'userlist.txt');
  await writeFile(logins, `"${username}" "${password}"\n`, { mode: 0o644 });
  settings = await example('pgbouncer/pgbouncer.ini', join(folder, 'pgbouncer.ini'), [
    ['host=10.0.0.20 port=5432', `host=127.0.0.1 port=${cluster.port}`],
    ['/etc/pgbouncer/userlist.txt', logins],
    ['listen_port = 6432', `listen_port = ${port}`],
  ]);
  pooledUrl = `postgres://${username}:${password}@127.0.0.1:${port}/assay`;
  // Makes the login that the pooler knows.
  const { code, output } = await command('migrate', { DATABASE_URL: cluster.url, DATABASE_OWNER_URL: cluster.ownerUrl });
  if (code !== 0) throw new Error(output);
  await begin();
}, 180_000);

afterAll(async () => {
  if (!isHere) return;
  await app?.stop();
  await pooler?.end();
  await stop(shell, cluster, 'immediate');
  await rm(join(folder, '..'), { recursive: true });
});

const SECRET = 'the same secret of one installation after the other';

const startWith = async (env: Record<string, string>) =>
  (app = await ownApp({ movable: false, env: { SECRET, DATABASE_OWNER_URL: cluster.ownerUrl, ...env } }));

test.skipIf(!isHere)(
  'behind a pooler by transaction that is reloaded and killed under load nothing that was acknowledged is lost',
  async ({ task }) => {
    const alone = await startWith({ DATABASE_URL: cluster.url });
    const before = await Traders.at(alone, people);
    before.begin('alone');
    await before.more(10 * people);
    const without = await before.pace(measuredMs);
    const loadWithout = loadavg()[0];
    await before.end();
    await alone.stop();

    const pooled = await startWith({ DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: cluster.url });
    const traders = await Traders.at(pooled, people);
    traders.begin('pooled');
    await traders.more(10 * people);
    const through = await traders.pace(measuredMs);
    const loadThrough = loadavg()[0];
    pooler?.process.kill('SIGHUP');
    await traders.more(20 * people);
    expect(traders.again).toBe(0);
    const killed = performance.now();
    await pooler?.end('SIGKILL');
    await begin();
    await traders.more(20 * people);
    const back = traders.backAfter(killed);
    await traders.end();

    const told = (await expectKept(before, cluster.ownerUrl)) + (await expectKept(traders, cluster.ownerUrl));
    expect(await auditAt(cluster.ownerUrl, pooled)).toMatch(/^the books balance/m);
    expect(traders.again).toBeGreaterThan(0);
    const figures = `${without.toFixed(0)} orders/s without (load ${loadWithout?.toFixed(1)}), ${through.toFixed(0)} with it (load ${loadThrough?.toFixed(1)}); back ${(back / 1000).toFixed(1)} s after it was killed; ${told} acknowledged, none lost`;
    console.log(figures);
    Object.assign(task.meta, { figures });
  },
);

test.runIf(!isHere)(
  'the drill of the pooler needs pgbouncer, and the tools of PostgreSQL 15 or newer: install both to run it',
  () => {
    expect(isHere).toBe(false);
  },
);
