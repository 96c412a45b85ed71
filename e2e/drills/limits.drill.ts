import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { customerCalls, customerPrefix } from '@assay/contract/endpoints/registry.ts';
import { type EmbeddedDatabase, freePort, startEmbeddedDatabase } from '@assay/server/platform/embedded-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnApp, fromSomewhere, registered, temporaryFolder, until } from '../harness.ts';
import { type Proxy, proxyTo } from '../proxy.ts';
import { ownApp } from '../shared.ts';
import { folderFor } from './postgres-cluster.ts';
import { type Program, findProgram, run } from './programs.ts';

interface Process {
  readonly app: OwnApp;
  /** Its way to the bus. */
  readonly way: Proxy;
}

const file = findProgram('nats-server');
const isHere = file !== undefined;
/** Six a second, sixty at once. */
const userCalls = 60;
const measuredMs = 30_000;
const answerMsMax = 10_000;

let folder: string;
let nats: Program;
let database: EmbeddedDatabase;
let engine: OwnApp;
let apis: Process[] = [];

beforeAll(async () => {
  if (!isHere) return;
  folder = await temporaryFolder();
  const port = await freePort();
  nats = await run(await folderFor(`${folder}/bus`), file, ['--addr', '127.0.0.1', '--port', String(port)]);
  database = await startEmbeddedDatabase(folder, 'drills');
  const NATS_URL = `nats://127.0.0.1:${port}`;
  const shared = { DATABASE_URL: database.url, SECRET: 'the same secret in each of the processes' };
  engine = await ownApp({ movable: false, env: { ...shared, NATS_URL, ROLE: 'engine' } });
  const start = async (): Promise<Process> => {
    const way = await proxyTo(NATS_URL);
    const env = { ...shared, NATS_URL: way.url, ROLE: 'api', USER_CALLS_MAX: String(userCalls) };
    return { app: await ownApp({ movable: false, env }), way };
  };
  apis = [await start(), await start()];
}, 180_000);

afterAll(async () => {
  if (!isHere) return;
  for (const { app, way } of apis) {
    way.mend();
    await app.stop();
    await way.close();
  }
  await engine.stop();
  await nats.end();
  await database.stop();
  await rm(folder, { recursive: true });
});

/** A caller who goes to one process and to the other in turn, without a pause, and how much of it passes. */
async function passing(token: string): Promise<{ passed: number; tried: number; allowance: number }> {
  const headers = { ...fromSomewhere(), Authorization: token, virtually: 'NO' };
  const from = performance.now();
  let [passed, tried] = [0, 0];
  while (performance.now() - from < measuredMs) {
    for (const { app } of apis) {
      const answer = await fetch(`${app.origin}${customerPrefix}${customerCalls.user.listBalances.path}`, {
        headers,
        signal: AbortSignal.timeout(answerMsMax),
      });
      await answer.arrayBuffer();
      expect([200, 429]).toContain(answer.status);
      tried += 1;
      passed += Number(answer.status === 200);
    }
    await delay(5);
  }
  return { passed, tried, allowance: userCalls + ((performance.now() - from) * userCalls) / 10_000 };
}

const inWords = ({ passed, tried, allowance }: Awaited<ReturnType<typeof passing>>) =>
  `${passed} of ${tried} calls passed, ${(passed / allowance).toFixed(2)} allowances (load ${loadavg()[0]?.toFixed(1)})`;

test.skipIf(!isHere)(
  'a caller who alternates between two processes has one allowance, and two while the bus is away',
  async ({ task }) => {
    const [first] = apis;
    if (first === undefined) throw new Error('nothing was started');
    const [person, stranger] = [await registered(first.app), await registered(first.app)];
    const together = await passing(person.token);

    for (const { way } of apis) way.cut();
    const cut = async ({ app }: Process) => ((await fetch(`${app.origin}/readyz`)).ok ? undefined : true);
    for (const each of apis) await until('the cut to be found', () => cut(each));
    const apart = await passing(stranger.token);
    const figures = `on one bus: ${inWords(together)}; cut off from it: ${inWords(apart)}`;
    console.log(figures);
    Object.assign(task.meta, { figures });
    expect(together.passed).toBeLessThan(1.3 * together.allowance);
    expect(together.passed).toBeGreaterThan(0.7 * together.allowance);
    // What each lets pass by itself: neither more than its own, nor less for having been left alone.
    expect(apart.passed).toBeLessThanOrEqual(2 * apart.allowance);
    expect(apart.passed).toBeGreaterThan(1.7 * apart.allowance);
  },
);

test.runIf(!isHere)('the drill of shared limits needs nats-server: install it to run it', () => {
  expect(isHere).toBe(false);
});
