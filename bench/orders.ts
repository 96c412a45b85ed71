// Durable contract orders a second over HTTP, two processes of load, beside TPC-B on the same PostgreSQL.
import { execFile, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { amount } from '@assay/domain/money/amount.ts';
import { openDemo } from '@assay/server/ledger/index.ts';
import type { Database } from '@assay/server/platform/database.ts';
import { startApp } from '../e2e/harness.ts';
import { withDurableDatabase } from './durable-database.ts';
import { type Measurement, ratePerSecond, seeded, whole } from './measurement.ts';

const code = 'BTCUSDT';
const clients = 32;
const seconds = 10;
const scale = 32;
const accountsPerBranch = 100_000;

/** Signed-in people with play money, written straight into the database: registering is not what is measured. */
async function people(db: Database): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < clients; index += 1) {
    const token = randomBytes(32).toString('base64url');
    const name = `bench_${index}`;
    await db.transact(async (tx) => {
      const [user] = await tx.query<{ id: number }>(
        `insert into users (user_name, email, password_hash, password_changed_at, language, invite_code, created_at)
         values ($1, $2, 'none', now(), 'en', $3, now()) returning id`,
        [
          name,
          `${name}@example.com`,
          `BENCHMARK${String.fromCharCode(65 + Math.floor(index / 26))}${String.fromCharCode(65 + (index % 26))}`.slice(-10),
        ],
      );
      await tx.query(
        `insert into sessions (token_hash, user_id, network, user_agent, created_at, last_used_at, expires_at)
         values ($1, $2, '127.0.0.1', 'bench', now(), now(), now() + interval '1 day')`,
        [createHash('sha256').update(token).digest(), user?.id],
      );
      return openDemo(tx, { userId: String(user?.id), amount: amount(1_000_000_000_000_000n), at: Date.now() });
    });
    tokens.push(token);
  }
  return tokens;
}

async function ordersPerSecond(url: string, db: Database): Promise<number> {
  const app = await startApp({ env: { DATABASE_URL: url } });
  try {
    const tokens = await people(db);
    const load = [tokens.slice(0, clients / 2), tokens.slice(clients / 2)].map(async (half) => {
      const child = fork(join(import.meta.dirname, 'orders-load.ts'), [app.origin, code, String(seconds), ...half]);
      const first = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => undefined)]);
      if (first === undefined) throw new Error('a process of load ended early');
      return (first[0] as { orders: number }).orders;
    });
    const counts = await Promise.all(load);
    return counts.reduce((total, count) => total + count, 0) / seconds;
  } finally {
    await app.stop();
  }
}

interface Reference {
  readonly by: string;
  readonly rate: () => Promise<number>;
}

/** TPC-B by pgbench where it is installed, else its five statements by the driver that the server uses too. */
async function tpcb(url: string, db: Database): Promise<Reference> {
  const run = promisify(execFile);
  const installed = await run('pgbench', ['--version']).catch(() => undefined);
  if (installed === undefined) {
    await prepareStatements(db);
    return { by: 'its five statements by pg', rate: () => statements(db) };
  }
  const reference = new URL(url);
  reference.pathname = '/tpcb';
  await db.query('create database tpcb');
  await run('pgbench', ['--initialize', '--quiet', `--scale=${scale}`, reference.href]);
  const options = ['--no-vacuum', `--client=${clients}`, '--jobs=2', `--time=${seconds / 2}`, reference.href];
  return {
    by: 'pgbench',
    rate: async () => Number(/tps = ([\d.]+)/.exec((await run('pgbench', options)).stdout)?.[1]),
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

function statements(db: Database): Promise<number> {
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
  return withDurableDatabase(clients, async ({ url, db }) => {
    const reference = await tpcb(url, db);
    // Half of the reference before, half after: a machine that slows down meanwhile slows both.
    const before = await reference.rate();
    const ours = await ordersPerSecond(url, db);
    const rate = (before + (await reference.rate())) / 2;
    return [
      {
        figure: `orders: durable contract orders a second over HTTP, 2 processes of load, ${clients} people`,
        ours: `${whole(ours)} /s`,
        reference: `${whole(rate)} TPC-B transactions /s by ${reference.by}`,
        ratio: ours / rate,
        aim: 0.5,
      },
    ];
  });
}
