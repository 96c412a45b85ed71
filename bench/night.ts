// What the night's work takes in books of many customers, and what it takes from those who trade meanwhile: their slowest orders beside
// those of before, and the longest that the process did nothing else. The size is `NIGHT_USERS` and `NIGHT_TRANSFERS`; with
// `NIGHT_DATABASE_URL` the books are those of a database that has been grown.
import { setTimeout as sleep } from 'node:timers/promises';
import { grow } from '@assay/server/growth/index.ts';
import { type Database, connectDatabase } from '@assay/server/platform/database.ts';
import { freePort } from '@assay/server/platform/embedded-database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import { startApp } from '../e2e/harness.ts';
import { order, people, quantile } from './crowd.ts';
import { withDurableDatabase } from './durable-database.ts';
import { type Measurement, whole } from './measurement.ts';

const clients = 16;
const seconds = 15;
const slowerMax = 2;
const auditMsMax = 10_000;
const blockedMsMax = 50;

export async function measure(): Promise<Measurement[]> {
  const url = process.env['NIGHT_DATABASE_URL'];
  if (url === undefined) {
    const [users, transfers] = [Number(process.env['NIGHT_USERS'] ?? 5000), Number(process.env['NIGHT_TRANSFERS'] ?? 150_000)];
    return withDurableDatabase(clients, async (own) => {
      await grow(own.db, { users, transfers, days: 30, writers: 2 }, Date.now());
      return measureNight(own.url, own.db);
    });
  }
  const db = connectDatabase({ url, poolSize: clients, log: createLogger('warn') });
  try {
    return await measureNight(url, db);
  } finally {
    await db.close();
  }
}

async function measureNight(url: string, db: Database): Promise<Measurement[]> {
  await db.query('analyze');
  const [size] = await db.query<{ transfers: number; customers: number }>(
    'select (select count(*) from ledger_transfers) as transfers, (select count(*) from users) as customers',
  );
  const of = `${whole(size?.customers ?? 0)} customers and ${whole(size?.transfers ?? 0)} transfers`;
  const ports = [await freePort(), await freePort()];
  const figures = `http://127.0.0.1:${ports[1]}/metrics`;
  const app = await startApp({
    env: { DATABASE_URL: url, SECRET: 'the same secret whenever these books are opened' },
    movable: false,
    ports,
  });
  try {
    // As nights before this one have: one day alone is new.
    await job(db, 'ledger.audit');
    const tokens = await people(db, clients);
    await order(app.origin, tokens, 3);
    await longestBlock(figures);
    const before = await order(app.origin, tokens, seconds);
    const blockedBefore = await longestBlock(figures);
    const over = new AbortController();
    const night = works(db, over.signal);
    const beside = await order(app.origin, tokens, seconds);
    over.abort();
    const took = await night;
    const blocked = await longestBlock(figures);
    const slow = [before, beside].map((load) => quantile(load.took, 0.99));
    const [slowBefore = 0, slowBeside = 0] = slow;
    return [
      {
        figure: `night: 99th percentile of orders of ${clients} people during seal and audit, of ${of}`,
        ours: `${slowBeside.toFixed(1)} ms`,
        reference: `${slowBefore.toFixed(1)} ms before; at most ${slowerMax} times that`,
        ratio: (slowerMax * slowBefore) / slowBeside,
        aim: 1,
      },
      {
        figure: 'night: the longest that the trading process did nothing else meanwhile',
        ours: `${blocked.toFixed(0)} ms`,
        reference: `limit ${blockedMsMax} ms; ${blockedBefore.toFixed(0)} ms before`,
        ratio: blockedMsMax / blocked,
        aim: 1,
      },
      {
        figure: 'night: its audit, with one day new, beside these orders',
        ours: `${(took.audit / 1000).toFixed(1)} s; the day’s close and seal ${(took.seal / 1000).toFixed(1)} s`,
        reference: `limit ${auditMsMax / 1000} s`,
        ratio: auditMsMax / took.audit,
        aim: 1,
      },
    ];
  } finally {
    await app.stop();
  }
}

/** Milliseconds of the longest that the process did nothing else since this was asked last. */
async function longestBlock(figures: string): Promise<number> {
  const text = await (await fetch(figures)).text();
  const [, found] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? [];
  if (found === undefined) throw new Error('the process does not tell how long it was held up');
  return Number(found) * 1000;
}

/**
 * Has the process close and seal the day, and audit repeatedly until no more orders come. Returns how long each took at first.
 */
async function works(db: Database, over: AbortSignal): Promise<{ seal: number; audit: number }> {
  const sealing = job(db, 'proofs.seal');
  const audit = await job(db, 'ledger.audit');
  while (!over.aborted) await job(db, 'ledger.audit');
  return { seal: await sealing, audit };
}

/** Has a job done as its hour would, and answers how many milliseconds that took. */
async function job(db: Database, name: string): Promise<number> {
  const began = performance.now();
  await db.query('select from graphile_worker.add_job($1, queue_name := $1)', [name]);
  const waits = () => db.query('select from graphile_worker.jobs where task_identifier = $1', [name]);
  while ((await waits()).length > 0) await sleep(20);
  return performance.now() - began;
}
