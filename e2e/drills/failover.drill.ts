import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { auditAt, temporaryFolder, until } from '../harness.ts';
import { ownApp } from '../shared.ts';
import { PatroniCluster, missingPrograms } from './patroni-cluster.ts';
import { Shell, findTools, folderFor } from './postgres-cluster.ts';
import { Traders, expectKept } from './traders.ts';

const tools = findTools() ?? '';
const missing = [...missingPrograms(), ...(tools === '' ? ['postgresql'] : [])];
const people = 16;
/** As was promised: where PostgreSQL alone dies, and where its machine does. */
const killedMsMax = 15_000;
const goneMsMax = 40_000;

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const load = () => `load ${loadavg()[0]?.toFixed(1)}`;

test.skipIf(missing.length > 0).for(['hosts', 'proxy'] as const)(
  'a primary that dies under load, and then another one with its machine, take nothing with them that was acknowledged (by way of %s)',
  async (by, { task }) => {
    const folder = await folderFor(join(await temporaryFolder(), 'cluster'));
    onTestFinished(() => rm(join(folder, '..'), { recursive: true }));
    const cluster = await PatroniCluster.place(await Shell.of(tools), folder);
    onTestFinished(() => cluster.end());
    await cluster.begin(folder, tools);
    const urls = cluster.urls(by);
    const SECRET = 'the same secret of an installation that goes on';
    const app = await ownApp({ movable: false, env: { SECRET, ...urls } });
    onTestFinished(() => app.stop());
    const traders = await Traders.at(app, people);
    traders.begin('first');
    await traders.more(10 * people);

    const primary = () => until('a primary', () => cluster.primary());
    const first = await primary();
    const killed = performance.now();
    await cluster.killPostgres(first);
    await until('another primary', async () => ((await cluster.primary()) === first ? undefined : cluster.primary()));
    await traders.more(20 * people);
    const afterKill = traders.backAfter(killed);
    const figures = [`back ${inSeconds(afterKill)} after PostgreSQL was killed (${load()})`];
    await cluster.whole();

    const second = await primary();
    const stopped = performance.now();
    await cluster.stopHost(second);
    await until('yet another primary', async () => ((await cluster.primary()) === second ? undefined : cluster.primary()));
    await traders.more(20 * people);
    const afterStop = traders.backAfter(stopped);
    figures.push(`${inSeconds(afterStop)} after a machine stood still (${load()})`);
    await traders.end();

    const told = await expectKept(traders, urls.DATABASE_OWNER_URL);
    expect(await auditAt(urls.DATABASE_OWNER_URL, app)).toMatch(/^the books balance/m);
    figures.push(`${told} acknowledged, ${traders.again} asked again, none lost or doubled`);
    console.log(`by way of ${by}: ${figures.join('; ')}`);
    Object.assign(task.meta, { figures: figures.join('; ') });
    expect(afterKill).toBeLessThan(killedMsMax);
    expect(afterStop).toBeLessThan(goneMsMax);
  },
);

test.runIf(missing.length > 0)(
  'the drill of fail-over needs PostgreSQL, patroni, etcd and haproxy: install them to run it',
  () => {
    expect(missing).not.toEqual([]);
  },
);
