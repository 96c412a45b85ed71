// Durable contract orders a second over HTTP by one, 32 and 128 people, two processes of load, beside TPC-B on the same
// PostgreSQL with as many clients.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Database } from '@assay/server/platform/database.ts';
import { startApp } from '../e2e/harness.ts';
import { order, people, quantile } from './crowd.ts';
import { withDurableDatabase } from './durable-database.ts';
import { type Measurement, ratePerSecond, seeded, whole } from './measurement.ts';

/** How many people order at once, and the ratio that is wanted; of one alone it is that to the limit below. */
const crowds = [
  { clients: 1, aim: 1 },
  { clients: 32, aim: 0.5 },
  { clients: 128, aim: 0.8 },
] as const;
const peopleMax = 128;
/** The median of a lone order before orders were booked in groups. */
const loneMsMax = 2.6;
const seconds = 10;
const scale = 128;
const accountsPerBranch = 100_000;

interface Reference {
  readonly by: string;
  readonly rate: (clients: number) => Promise<number>;
}

/** TPC-B by pgbench where it is installed, else its five statements by the driver that the server uses too. */
async function tpcb(url: string, db: Database): Promise<Reference> {
  const run = promisify(execFile);
  const installed = await run('pgbench', ['--version']).catch(() => undefined);
  if (installed === undefined) {
    await prepareStatements(db);
    return { by: 'its five statements by pg', rate: (clients) => statements(db, clients) };
  }
  const reference = new URL(url);
  reference.pathname = '/tpcb';
  await db.query('create database tpcb');
  await run('pgbench', ['--initialize', '--quiet', `--scale=${scale}`, reference.href]);
  const options = (clients: number) => [
    '--no-vacuum',
    `--client=${clients}`,
    `--jobs=${Math.min(2, clients)}`,
    `--time=${seconds / 2}`,
    reference.href,
  ];
  return {
    by: 'pgbench',
    rate: async (clients) => Number(/tps = ([\d.]+)/.exec((await run('pgbench', options(clients))).stdout)?.[1]),
  };
}

async function prepareStatements(db: Database): Promise<void> {
  await db.query(`
    create table tpcb_branches (bid int primary key, bbalance int not null);
    create table tpcb_tellers (tid int primary key, bid int not null, tbalance int not null);
    create table tpcb_accounts (aid int primary key, bid int not null, abalance int not null, filler char(84) not null default '');
    create table tpcb_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into tpcb_branches select b, 0 from generate_series(1, ${scale}) b;
    insert into tpcb_tellers select t, (t - 1) / 10 + 1, 0 from generate_series(1, ${scale} * 10) t;
    insert into tpcb_accounts select a, (a - 1) / ${accountsPerBranch} + 1, 0 from generate_series(1, ${scale * accountsPerBranch}) a`);
}

function statements(db: Database, clients: number): Promise<number> {
  const random = seeded(3);
  const upTo = (max: number): number => 1 + Math.floor(random() * max);
  return ratePerSecond(clients, seconds / 2, async () => {
    const [aid, tid, bid, delta] = [upTo(scale * accountsPerBranch), upTo(scale * 10), upTo(scale), upTo(10_000) - 5000];
    await db.transact(async (tx) => {
      await tx.query('update tpcb_accounts set abalance = abalance + $1 where aid = $2', [delta, aid]);
      await tx.query('select abalance from tpcb_accounts where aid = $1', [aid]);
      await tx.query('update tpcb_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid]);
      await tx.query('update tpcb_branches set bbalance = bbalance + $1 where bid = $2', [delta, bid]);
      await tx.query('insert into tpcb_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)', [
        tid,
        bid,
        aid,
        delta,
      ]);
    });
  });
}

export async function measure(): Promise<Measurement[]> {
  return withDurableDatabase(peopleMax, async ({ url, db }) => {
    const reference = await tpcb(url, db);
    const app = await startApp({ env: { DATABASE_URL: url }, movable: false });
    try {
      const tokens = await people(db, peopleMax);
      const measured: Measurement[] = [];
      for (const crowd of crowds) measured.push(await measureCrowd(crowd, reference, app.origin, tokens));
      return measured;
    } finally {
      await app.stop();
    }
  });
}

async function measureCrowd(
  { clients, aim }: (typeof crowds)[number],
  reference: Reference,
  origin: string,
  tokens: readonly string[],
): Promise<Measurement> {
  // Half of the reference before, half after: a machine that slows down meanwhile slows both.
  const before = await reference.rate(clients);
  const { took, costMs } = await order(origin, tokens.slice(0, clients), seconds);
  const rate = (before + (await reference.rate(clients))) / 2;
  const ours = took.length / seconds;
  const [median, slow] = [quantile(took, 0.5), quantile(took, 0.99)];
  const load = `${whole((costMs * 1000) / Math.max(1, took.length))} µs of load an order`;
  const measured = {
    figure: `orders: durable contract orders over HTTP, ${clients === 1 ? 'a lone person' : `${clients} people`}`,
    ours: `${whole(ours)} /s, median ${median.toFixed(1)} ms, 99th percentile ${slow.toFixed(1)} ms, ${load}`,
    aim,
  };
  const beside = `${whole(rate)} TPC-B transactions /s by ${reference.by}`;
  if (clients > 1) return { ...measured, reference: beside, ratio: ours / rate };
  return { ...measured, reference: `median of ${loneMsMax} ms; ${beside}`, ratio: loneMsMax / median };
}
