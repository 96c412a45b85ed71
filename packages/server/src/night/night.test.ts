import { expect, onTestFinished, test, vi } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { grow } from '../growth/index.ts';
import { allHoldings } from '../holdings.ts';
import { connectDatabase, unhurried } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';
import { watched } from '../platform/jobs.ts';
import { createMetrics } from '../platform/metrics.ts';
import { applicationRole } from '../platform/schema/rights.ts';
import { connectDirectly } from '../platform/statements/connection.ts';
import { nightAside } from './index.ts';

const db = await testDatabase();
const now = Date.UTC(2030, 0, 7, 12);
await grow(db, { users: 40, transfers: 200, days: 1, writers: 1 }, now);

/** The work as the product does it, with limits of the test. */
function aside(limitMs = { audit: 60_000, seal: 60_000 }) {
  const night = nightAside({ url: db.url, role: undefined, holdings: allHoldings, db, limitMs });
  onTestFinished(() => night.stop());
  return night;
}

/** Waits until the work stands at a table that somebody else holds, and answers what its connection is called. */
async function held(): Promise<string> {
  for (;;) {
    const [waiting] = await db.query<{ name: string }>(
      "select application_name as name from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (waiting !== undefined) return waiting.name;
  }
}

/** Holds what a close writes to until `work` is done. */
async function besideAHolder(work: () => Promise<void>): Promise<void> {
  await db.transact(async (tx) => {
    await tx.query('lock table ledger_closes in access exclusive mode');
    await work();
  }, unhurried);
}

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing has failed',
    (error: Error) => error.message,
  );

async function gone(name: string): Promise<void> {
  for (;;) {
    const rows = await db.query('select from pg_stat_activity where application_name = $1', [name]);
    if (rows.length === 0) return;
  }
}

test('a day is sealed and audited in a thread of its own, and what it finds comes back', async () => {
  const night = aside();
  expect(await night.seal(now)).toBe(true);
  await db.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      'update ledger_closings set balance = balance + 1 where account_id = (select min(account_id) from ledger_closings)',
    );
  });
  expect((await night.audit()).map(({ check }) => check)).toContain('close');
});

test('what takes too long is cut off', async () => {
  await expect(aside({ audit: 1, seal: 60_000 }).audit()).rejects.toThrow('was cut off: it took longer than 1 ms');
});

test('work that has not told yet how its connections are called ends nobody else’s', async () => {
  const nameless = await connectDirectly({ url: db.url, name: '', waitMsMax: 5_000 });
  onTestFinished(() => nameless.close());
  const night = aside();
  const failed = failureOf(night.audit());
  await night.stop();
  expect(await failed).toBe('the audit of the night was cut off: the server stops');
  expect(await nameless.query('select 1 as answer')).toEqual([{ answer: 1 }]);
});

// The rights of the application do not reach as far as the connections of its login.
test.each([undefined, applicationRole])(
  'a server that stops waits for nobody, and leaves no statement behind: %s',
  async (role) => {
    const own = connectDatabase({ url: db.url, poolSize: 1, log: silent, role });
    onTestFinished(() => own.close());
    await besideAHolder(async () => {
      const night = nightAside({ url: db.url, role, holdings: allHoldings, db: own });
      onTestFinished(() => night.stop());
      const failed = failureOf(night.audit());
      const name = await held();
      await night.stop();
      expect(await failed).toBe('the audit of the night was cut off: the server stops');
      await gone(name);
    });
  },
);

test('what fails there fails here', async () => {
  const url = new URL(db.url);
  url.pathname = '/there_is_no_such_database';
  await expect(nightAside({ url: url.href, role: undefined, holdings: allHoldings, db }).audit()).rejects.toThrow(
    'there_is_no_such_database',
  );
});

test('of each job is told when it succeeded, and how often it failed', async () => {
  const metrics = createMetrics();
  let fails = true;
  const job: Job = {
    name: 'of.this.test',
    cron: '0 0 * * *',
    run: async () => {
      if (fails) throw new Error('failed');
    },
  };
  const figure = async (name: string) => {
    const found = metrics.registry.getSingleMetric(name);
    return (await found?.get())?.values.find(({ labels }) => labels['job'] === 'of.this.test')?.value ?? 0;
  };
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const [run] = watched([job], metrics);
  expect(await figure('job_succeeded_seconds')).toBe(1000);
  await expect(run?.run()).rejects.toThrow('failed');
  expect([await figure('job_succeeded_seconds'), await figure('job_failures_total')]).toEqual([1000, 1]);
  fails = false;
  vi.setSystemTime(1_060_000);
  await run?.run();
  expect(await figure('job_succeeded_seconds')).toBe(1060);
  expect(await figure('job_failures_total')).toBe(1);
});
