import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { type Queryable, unhurried } from '@assay/server/platform/database.ts';
import { type EmbeddedDatabase, freePort, startEmbeddedDatabase } from '@assay/server/platform/embedded-database.ts';
import { type TestContext, afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnApp, type Person, clientOf, registered, temporaryFolder, until } from '../harness.ts';
import { ended, openNarrowly } from '../narrow-steps.ts';
import { type Proxy, proxyTo } from '../proxy.ts';
import { ownApp } from '../shared.ts';
import { connectTo, expectByTape, stuckMs } from './by-tape.ts';

/** A whole product that works on the database which it shares with the others. */
interface Process {
  readonly app: OwnApp;
  readonly way: Proxy;
  readonly consolePort: number;
}

/**
 * A hang, a cut or an outage may take this long, as was promised; a kill much less. The machine's other load is
 * reported with it.
 */
const takenOverMsMax = 8_000;
const killedMsMax = 1_500;
/** A server that is up answers by then. */
const answerMsMax = 5_000;

let folder: string;
let database: EmbeddedDatabase;
let processes: Process[] = [];

async function start(): Promise<Process> {
  const way = await proxyTo(database.url);
  const consolePort = await freePort();
  const env = { DATABASE_URL: way.url, SECRET: 'the same secret in each of the processes' };
  const app = await ownApp({ env, ports: [await freePort(), consolePort] });
  return { app, way, consolePort };
}

async function end({ app, way }: Process): Promise<void> {
  await app.stop();
  await way.close();
}

beforeAll(async () => {
  folder = await temporaryFolder();
  database = await startEmbeddedDatabase(folder, 'drills');
  processes = [await start(), await start()];
}, 180_000);

afterAll(async () => {
  for (const each of processes) await end(each);
  await database.stop();
  await rm(folder, { recursive: true });
});

/** A figure of a process; undefined while it does not answer. */
async function figure({ consolePort }: Process, name: string): Promise<number | undefined> {
  const asked = fetch(`http://127.0.0.1:${consolePort}/metrics`, { signal: AbortSignal.timeout(answerMsMax) });
  const text = await asked.then((answer) => answer.text()).catch(() => '');
  const found = new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

const leads = async (each: Process) => (await figure(each, 'lead_here')) === 1;

/** The leader, and the standby. */
async function roles(): Promise<{ leader: Process; standby: Process }> {
  return until(
    'one leader',
    async () => {
      const [first, second] = processes;
      if (first === undefined || second === undefined) return undefined;
      const [one, other] = [await leads(first), await leads(second)];
      if (one === other) return undefined;
      return one ? { leader: first, standby: second } : { leader: second, standby: first };
    },
    stuckMs,
  );
}

/** Milliseconds until this one leads. */
async function leadsAfter(each: Process): Promise<number> {
  const asked = performance.now();
  await until('the other to lead', async () => ((await leads(each)) ? true : undefined), stuckMs);
  return performance.now() - asked;
}

/** A server that answers that it does not lead; one that does not answer does not count. */
async function leadsNot(each: Process): Promise<void> {
  await until(
    'an answer of who leads no more',
    async () => ((await figure(each, 'lead_here')) === 0 ? true : undefined),
    stuckMs,
  );
}

const isEnded = async (person: Person, position: Position) =>
  expect(['stopLoss', 'takeProfit']).toContain((await ended(person, position)).closeReason);

/**
 * It knows the leader and has current prices: a server that has just taken over, or was cut off, waits for the next
 * ones.
 */
async function isBack({ app }: Process): Promise<void> {
  const since = Date.now();
  await until(
    'fresh prices where somebody has been away',
    async () => {
      const ready = await fetch(`${app.origin}/readyz`).catch(() => undefined);
      if (ready?.ok !== true) return undefined;
      const { quoteTime } = await clientOf(app)(customerCalls.index.getMarketInfo, { id: 'BTCUSDT' });
      return Date.parse(quoteTime ?? '') > since ? true : undefined;
    },
    stuckMs,
  );
}

/** A customer's position at this process that the next prices end, once it has current prices. */
async function openAt(process: Process, key: string, dollars = 1): Promise<{ person: Person; waiting: Position }> {
  await isBack(process);
  const person = await registered(process.app);
  return { person, waiting: await openNarrowly(person, key, dollars) };
}

/** The same, locked before a price has ended it: each next one has twice the room. */
async function openAndHeld(tx: Queryable, process: Process, key: string): Promise<{ person: Person; waiting: Position }> {
  for (let dollars = 1; dollars < 1_000; dollars *= 2) {
    const opened = await openAt(process, `${key}-${dollars}`, dollars);
    const held = await tx.query("select 1 as one from positions where id = $1 and status = 'open' for update", [
      opened.waiting.id,
    ]);
    if (held.length > 0) return opened;
  }
  throw new Error('every position ended before it could be locked');
}

/** A customer of this process has a stop, and the price reaches it. */
async function isProtected(process: Process, key: string): Promise<void> {
  const { person, waiting } = await openAt(process, key);
  await isEnded(person, waiting);
}

const inMs = (ms: number) => `${ms.toFixed(0)} ms`;
const load = () => `load ${loadavg()[0]?.toFixed(1)}`;

/** Every order is as the tape demands; durations are reported, and judged where there is a promise. */
async function judge(
  { task }: TestContext,
  { app }: Process,
  { what, ms, msMax }: { readonly what: string; readonly ms: number; readonly msMax: number },
): Promise<void> {
  const took = `${what} ${inMs(ms)} (${load()})`;
  const orders = await expectByTape(database.url, app);
  Object.assign(task.meta, { figures: `${took}; ${orders} orders as the tape says` });
  console.log(`${task.name}: ${took}`);
  expect(ms, took).toBeLessThan(msMax);
}

test('a leader that is killed is replaced, and a stop that was open then is executed', async (context) => {
  const { leader, standby } = await roles();
  const { person, waiting } = await openAt(standby, 'killed');
  await leader.app.kill();
  const ms = await leadsAfter(standby);
  await isEnded(person, waiting);
  await leader.way.close();
  processes = [standby, await start()];
  await judge(context, standby, { what: 'taken over after', ms, msMax: killedMsMax });
});

test('a leader that is stopped for a minute is replaced, and does nothing when it goes on', async (context) => {
  const { leader, standby } = await roles();
  const { person, waiting } = await openAt(standby, 'stopped');
  const stopped = performance.now();
  leader.app.process.kill('SIGSTOP');
  const ms = await leadsAfter(standby);
  await isEnded(person, waiting);
  await delay(Math.max(0, stopped + 60_000 - performance.now()));
  leader.app.process.kill('SIGCONT');
  await leadsNot(leader);
  await isProtected(standby, 'beside');
  await leadsNot(leader);
  expect(await leads(standby)).toBe(true);
  await isProtected(leader, 'woken');
  await judge(context, standby, { what: 'taken over after', ms, msMax: takenOverMsMax });
});

test('a leader that is cut off from the database is replaced, opens nothing meanwhile, and is back once it is mended', async (context) => {
  const { leader, standby } = await roles();
  const { person, waiting } = await openAt(standby, 'before-the-cut');
  let ms: number;
  leader.way.cut();
  try {
    ms = await leadsAfter(standby);
    expect((await fetch(`${leader.app.origin}/readyz`)).status).toBe(503);
    await leadsNot(leader);
    await isEnded(person, waiting);
    await isProtected(standby, 'cut');
  } finally {
    // The cases after this one are tried whatever becomes of it.
    leader.way.mend();
  }
  const mended = performance.now();
  await isBack(leader);
  const back = inMs(performance.now() - mended);
  await isProtected(leader, 'mended');
  await leadsNot(leader);
  expect(await leads(standby)).toBe(true);
  await judge(context, standby, { what: `back ${back} after it was mended, taken over after`, ms, msMax: takenOverMsMax });
});

test('of two that are made to lead at the same time one goes on, again and again', async (context) => {
  const db = connectTo(database.url);
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { leader, standby } = await roles();
    const before = (await figure(leader, 'lead_term')) ?? 0;
    // The old one does not know before its next renewal.
    await db.query("update lead_leases set until = clock_timestamp() - interval '1 second'");
    const asked = performance.now();
    await until(
      'a new term',
      async () => {
        const terms = await Promise.all([leader, standby].map((each) => figure(each, 'lead_term')));
        return terms.some((term) => (term ?? 0) > before) ? true : undefined;
      },
      stuckMs,
    );
    times.push(performance.now() - asked);
    // A call to the other server at this moment may find its connection just closed.
    await isProtected((await roles()).leader, `forced-${round}`);
  }
  await db.close();
  const what = `${times.length} times, the longest after`;
  await judge(context, (await roles()).leader, { what, ms: Math.max(...times), msMax: takenOverMsMax });
});

test.for([2_000, 30_000])(
  'a database that is away for %i ms finds everybody waiting for it, and stops that were open are executed',
  async (awayMs, context) => {
    const { leader } = await roles();
    const { person, waiting } = await openAt(leader, `away-${awayMs}`);
    for (const { way } of processes) way.refuse();
    await delay(awayMs);
    const { status } = await fetch(`${leader.app.origin}/readyz`);
    for (const { way } of processes) way.mend();
    expect(status).toBe(503);
    const back = performance.now();
    const { leader: next } = await roles();
    const ms = performance.now() - back;
    await isEnded(person, waiting);
    await isProtected(next, `back-${awayMs}`);
    await judge(context, next, { what: 'led again after', ms, msMax: takenOverMsMax });
  },
);

test('a stop that is reached while nothing can be done about it is executed at that quote by whoever starts next', async (context) => {
  const { leader } = await roles();
  const db = connectTo(database.url);
  // Another transaction has locked the order: prices go on, and it can't be closed.
  const { person, waiting } = await db.transact(async (tx) => {
    const opened = await openAndHeld(tx, leader, 'restart');
    await until(
      'a price beyond its stop or its target',
      async () => {
        const { bid } = await clientOf(leader.app)(customerCalls.index.getMarketInfo, { id: opened.waiting.code });
        const isReached = Number(bid) <= Number(opened.waiting.stopLoss) || Number(bid) >= Number(opened.waiting.takeProfit);
        return isReached ? true : undefined;
      },
      stuckMs,
    );
    const { items } = await opened.person.call(customerCalls.order.listUOrder, {});
    expect(items).toMatchObject([{ id: opened.waiting.id, status: 'open' }]);
    for (const { app } of processes) await app.kill();
    return opened;
  }, unhurried);
  const stopped = performance.now();
  for (const { way } of processes) await way.close();
  processes = [await start(), await start()];
  const { leader: next } = await roles();
  await isEnded({ ...person, call: clientOf(next.app, person.token) }, waiting);
  const ms = performance.now() - stopped;
  await db.close();
  // Two processes begin anew: nothing is promised of how long that takes.
  const what = 'two processes down; with their start executed after';
  await judge(context, next, { what, ms, msMax: stuckMs });
});
