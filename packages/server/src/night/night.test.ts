import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { grow } from '../growth/index.ts';
import { allHoldings } from '../holdings.ts';
import { connectDatabase, unhurried } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';
import { watched } from '../platform/jobs.ts';
import { createMetrics } from '../platform/metrics.ts';
import { applicationRole } from '../platform/schema/rights.ts';
import { catchesUp } from '../platform/standby/caught-up.ts';
import { connectDirectly } from '../platform/statements/connection.ts';
import { Hosts } from '../platform/statements/hosts.ts';
import { nightAside, nightWork } from './index.ts';

const db = await testDatabase();
const now = Date.UTC(2030, 0, 7, 12);
await grow(db, { users: 40, transfers: 200, days: 1, writers: 1 }, now);

/** The work as the product does it, with limits of the test. */
function aside(limitMs = { audit: 60_000, seal: 60_000 }) {
  const night = nightAside({ url: db.url, role: undefined, holdings: allHoldings, db, limitMs });
  onTestFinished(() => night.stop());
  return night;
}

/** Waits until the work is blocked by a table that another transaction has locked, and returns the name of its connection. */
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

describe('where there is a standby', () => {
  test('the books are read there, and what was gone through is written down at the primary', async () => {
    const wrote: string[] = [];
    const primary: typeof db = {
      ...db,
      query: (sql, values) => {
        if (sql.startsWith('insert')) wrote.push(sql);
        return db.query(sql, values);
      },
      transact: () => Promise.reject(new Error('the books are read at the primary')),
    };
    await expect(nightWork(primary, allHoldings).audit()).rejects.toThrow('read at the primary');
    await nightWork(primary, allHoldings, db).audit();
    expect(wrote.length).toBeGreaterThan(0);
    expect(wrote.every((sql) => sql.includes('ledger_audited_days'))).toBe(true);
  });

  test('it is waited for until it has all that was there, and not asked where it does not get there or is none', async () => {
    const at = (...places: (string | null)[]) => {
      let asked = 0;
      return { query: async <Row>() => [{ at: places[Math.min(asked++, places.length - 1)] }] as Row[] };
    };
    const written = at('1/20', '1/90');
    expect(await catchesUp(written, at('1/1F', '1/20'))).toBe(true);
    expect(await catchesUp(at('1/20'), at('1/1F'), 0)).toBe(false);
    expect(await catchesUp(at('1/20'), at(null))).toBe(false);
    expect(await catchesUp(db, db)).toBe(false);
  });

  test.each(['one that is none', 'one that is gone'])('%s keeps no audit from being made', async (which) => {
    const nowhere = new URL(db.url);
    nowhere.pathname = '/there_is_no_such_database';
    const readUrl = which === 'one that is none' ? db.url : nowhere.href;
    const night = nightAside({ url: db.url, role: undefined, readUrl, holdings: allHoldings, db });
    onTestFinished(() => night.stop());
    expect((await night.audit()).map(({ check }) => check)).toContain('close');
  });
});

test('what takes too long is cut off', async () => {
  await expect(aside({ audit: 1, seal: 60_000 }).audit()).rejects.toThrow('was cut off: it took longer than 1 ms');
});

test('work that has not told yet how its connections are called ends nobody else’s', async () => {
  const nameless = await connectDirectly({ hosts: new Hosts(db.url), name: '', waitMsMax: 5_000 });
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
