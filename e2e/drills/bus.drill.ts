import { rm } from 'node:fs/promises';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { connectDatabase } from '@assay/server/platform/database.ts';
import { type EmbeddedDatabase, freePort, startEmbeddedDatabase } from '@assay/server/platform/embedded-database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnApp, type Person, registered, temporaryFolder, until } from '../harness.ts';
import { ended, openNarrowly } from '../narrow-steps.ts';
import { type Proxy, proxyTo } from '../proxy.ts';
import { ownApp } from '../shared.ts';
import { expectByTape } from './by-tape.ts';
import { startNats } from './nats.ts';

interface Process {
  readonly app: OwnApp;
  /** Its way to the bus. */
  readonly way: Proxy;
  /** Where it serves its figures. */
  readonly figures: string;
}

/** A price of the sandbox is too old after ten seconds; a cut is found sooner, or by that. */
const foundMsMax = 15_000;
/** A connection that hangs is given up, and made anew. */
const backMsMax = 20_000;

let folder: string;
let database: EmbeddedDatabase;
let nats: Awaited<ReturnType<typeof startNats>>;
let engine: Process;
let api: Process;
let jobs: Process;

async function start(role: 'api' | 'engine' | 'jobs'): Promise<Process> {
  const way = await proxyTo(nats.url);
  const env = { DATABASE_URL: database.url, NATS_URL: way.url, ROLE: role, SECRET: 'the same secret in each of the processes' };
  const ports = [await freePort(), await freePort()];
  return { app: await ownApp({ env, ports }), way, figures: `http://127.0.0.1:${ports[1]}/metrics` };
}

beforeAll(async () => {
  folder = await temporaryFolder();
  nats = await startNats();
  database = await startEmbeddedDatabase(folder, 'drills');
  engine = await start('engine');
  api = await start('api');
  jobs = await start('jobs');
}, 180_000);

afterAll(async () => {
  for (const { app, way } of [jobs, api, engine]) {
    way.mend();
    await app.stop();
    await way.close();
  }
  await nats.stop();
  await database.stop();
  await rm(folder, { recursive: true });
});

const ready = async ({ app }: Process) => (await fetch(`${app.origin}/readyz`)).ok;

const wanted = { code: 'BTCUSDT', side: 'long', type: 'market', lots: '0.01', leverage: 10 } as const;
let tries = 0;

/** The code of a refusal; none where it is opened. */
async function codeOfOpening({ call }: Person): Promise<string | undefined> {
  tries += 1;
  const opened = call(customerCalls.order.buyU, wanted, { idempotencyKey: `try-${tries}` });
  return opened.then(
    () => undefined,
    ({ code }: { code: string }) => code,
  );
}

/** Prices are fresh where this person calls. */
async function canOpen(person: Person): Promise<void> {
  await until('an opening', async () => ((await codeOfOpening(person)) === undefined ? true : undefined), backMsMax);
}

/** Refused, because the prices that it knows are too old. */
async function opensNothing(person: Person): Promise<void> {
  expect(await until('an opening that is refused', () => codeOfOpening(person), foundMsMax)).toBe('10015');
}

test.for(['api', 'engine'] as const)(
  'while the %s is cut from the bus every stop is executed, and nothing is opened on prices that nobody renews',
  async (which, { task }) => {
    const person = await registered(api.app);
    await canOpen(person);
    const cut = which === 'api' ? api : engine;
    const waiting = await openNarrowly(person, `cut-from-${which}`);
    cut.way.cut();
    const at = performance.now();
    expect(['stopLoss', 'takeProfit']).toContain((await ended(person, waiting)).closeReason);
    const foundMs = await until(
      'the cut to be found',
      async () => ((await ready(cut)) ? undefined : performance.now() - at),
      foundMsMax,
    );
    await opensNothing(person);
    cut.way.mend();
    await until('the bus to be back', async () => ((await ready(cut)) ? true : undefined), backMsMax);
    await canOpen(person);
    expect(['stopLoss', 'takeProfit']).toContain(
      (await ended(person, await openNarrowly(person, `back-${which}`))).closeReason,
    );
    const orders = await expectByTape(database.url, api.app);
    Object.assign(task.meta, { figures: `found after ${foundMs.toFixed(0)} ms; ${orders} orders as the tape says` });
  },
);

test('the queue is worked by the process of that role, and by neither of the others', async () => {
  const db = connectDatabase({ url: database.url, poolSize: 1, log: createLogger('silent') });
  try {
    await db.query('select from graphile_worker.add_job($1, queue_name := $1)', ['ledger.audit']);
    const waits = () => db.query('select from graphile_worker.jobs where task_identifier = $1', ['ledger.audit']);
    await until('the audit to be done', async () => ((await waits()).length === 0 ? true : undefined));
  } finally {
    await db.close();
  }
  const worked = await Promise.all(
    [jobs, api, engine].map(async ({ figures }) => (await (await fetch(figures)).text()).includes('job_succeeded_seconds{')),
  );
  expect(worked).toEqual([true, false, false]);
});
