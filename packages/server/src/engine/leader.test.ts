import { beforeEach, describe, expect, it } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { ledAlready } from '../../test/leading.ts';
import { tookMs } from '../../test/watching/took.ts';
import { createLocalBus } from '../platform/bus.ts';
import { type Database, type Queryable, connectDatabase, unhurried } from '../platform/database.ts';
import { type Fence, Lead, LeadLost, Term, fenced } from '../platform/lead/lead.ts';
import { lockKey, readLease, renewLease, takeLease, tryLock } from '../platform/lead/lease.ts';
import { watchLead } from '../platform/lead/watch-lead.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { DirectConnection } from '../platform/statements/connection.ts';
import { type EngineParts, type Round, type Source, startEngine } from './index.ts';
import { standForLeader } from './leader.ts';

const patient = { interval: 5 };

const db = await testDatabase();
await db.query('create table acts (term int)');
// There was no leader yet.
beforeEach(async () => {
  await db.query('update lead_terms set term = 0');
  await db.query("update lead_leases set holder = null, term = 0, until = '-infinity'");
});

/** Another process of the deployment: its connections have a name of their own. */
function process() {
  const own = connectDatabase({ url: db.url, poolSize: 4, log: silent });
  atEnd(() => own.close());
  return own;
}

/** A candidate for the lead. `terms` are those that it has begun, with their outcomes. */
function candidate(pollMs = 10, own: Database = process()) {
  const lead = new Lead();
  const terms: { readonly fence: Fence; over: boolean }[] = [];
  const candidacy = standForLeader({
    db: own,
    lead,
    log: silent,
    pollMs,
    serve: async (fence, signal) => {
      const term = { fence, over: false };
      terms.push(term);
      // A process stopped while it takes the lead serves a term that is over from the start.
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      term.over = true;
    },
  });
  atEnd(() => candidacy.stop());
  return { db: own, lead, terms, stop: () => candidacy.stop(), begun: () => expect.poll(() => terms.length, patient).toBe(1) };
}

/**
 * A process that has taken the lead and does nothing from then on, as one that is stopped or cut off. Its lease lapses when the test
 * says so, and by its own clock no time passes.
 */
async function hanging() {
  const own = process();
  const direct = await own.direct();
  expect(await tryLock(direct)).toBe(true);
  const taken = await takeLease(direct, own.name, true);
  if (taken === undefined) throw new Error('somebody else leads');
  await db.query("update lead_leases set until = clock_timestamp() + interval '1 hour'");
  atEnd(() => direct.close());
  return { db: own, direct, fence: new Term(taken, 0, () => 0) };
}

/** As if the five seconds since the last renewal had passed. */
const lapse = () => db.query("update lead_leases set until = clock_timestamp() - interval '1 millisecond'");

describe('the lead', () => {
  it('passes at once when its connection ends, however long its lease would still last', async () => {
    const first = candidate(600_000);
    await first.begun();
    const second = candidate();
    await db.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = $1
         and database = (select oid from pg_database where datname = current_database())`,
      [lockKey],
    );
    await second.begun();
    expect(second.terms[0]?.fence.term).toBe(2n);
    expect([first.lead.here, second.lead.here, first.lead.anywhere]).toEqual([false, true, true]);
    await expect.poll(() => first.terms[0]?.over, patient).toBe(true);
  });

  it('passes when its lease has lapsed, and what the hung leader had begun is rolled back', async () => {
    const hung = await hanging();
    const second = candidate();
    const client = await hung.db.connect();
    const lost = new Promise((resolve) => client.once('end', resolve));
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    await client.query('select term from lead_terms where shard = 0 for key share');
    await client.query('insert into acts values (1)');
    await expect.poll(() => second.lead.term, patient).toBe(1n);
    expect([second.terms.length, second.lead.anywhere]).toEqual([0, true]);
    await lapse();
    await second.begun();
    await lost;
    client.release(true);
    expect(await db.query('select term from acts')).toEqual([]);
    // It wakes up: by its own clock it still leads, but its acts have no effect.
    expect(hung.fence.holds()).toBe(true);
    await expect(hung.db.transact((tx) => hung.fence.ensure(tx))).rejects.toThrow(LeadLost);
    expect(hung.direct.lost.aborted).toBe(true);
  });

  it('is given back by a clean stop, which finishes what was begun and ends nobody else', async () => {
    const first = candidate();
    await first.begun();
    const second = candidate();
    const bystander = await first.db.connect();
    await first.stop();
    expect(first.terms[0]?.over).toBe(true);
    await second.begun();
    expect((await bystander.query('select 1 as alive')).rows).toEqual([{ alive: 1 }]);
    bystander.release();
  });

  it('is given back between two looks of a standby, who ends nobody for it', async () => {
    const first = candidate();
    await first.begun();
    const bystander = await first.db.connect();
    const own = process();
    // The standby has read that the other leads, and finds the lock free a moment later.
    const direct = async (): Promise<DirectConnection> => {
      const connection = await own.direct();
      const query: DirectConnection['query'] = async (sql, values) => {
        if (sql.includes('pg_try_advisory_lock')) await first.stop();
        return connection.query(sql, values);
      };
      return { ...connection, query };
    };
    await candidate(10, { ...own, direct }).begun();
    const alive = await bystander.query('select 1 as alive').catch((error: unknown) => error);
    bystander.release(alive instanceof Error);
    expect(alive).toMatchObject({ rows: [{ alive: 1 }] });
  });

  it('is taken by one of two who find it lapsed at the same time', async () => {
    await hanging();
    const [one, other] = [candidate(), candidate()];
    await lapse();
    await expect.poll(() => one.terms.length + other.terms.length, patient).toBe(1);
    await expect.poll(() => [one.lead.term, other.lead.term], patient).toEqual([2n, 2n]);
    expect([one.lead.here, other.lead.here].filter(Boolean)).toHaveLength(1);
  });

  it('is over for who finds that somebody else has taken it, or that his lease has lapsed', async () => {
    const first = candidate(600_000);
    await first.begun();
    await lapse();
    await expect.poll(() => first.terms[0]?.over, patient).toBe(true);
    expect([first.lead.here, first.terms[0]?.fence.holds()]).toEqual([false, false]);
    expect(() => first.lead.fence()).toThrow(LeadLost);
  });
});

describe('an engine', () => {
  /** An engine that watches nothing, and loads and runs rounds as the test says. */
  function engine(rounds: readonly Round[], more: Pick<Partial<EngineParts>, 'sources' | 'loadingMsMax'> = {}) {
    const own = process();
    const lead = new Lead();
    const market = ledAlready({ onQuote: () => () => undefined });
    const parts = { bus: createLocalBus(silent), market, log: silent, metrics: createMetrics(), sources: [] };
    const started = startEngine({ ...parts, db: own, lead, rounds, pollMs: 10, ...more });
    atEnd(() => started.stop());
    return { db: own, lead };
  }

  it('leads again within two seconds of having lost the lead, whatever a round of it waits for, which acts in no later term', async () => {
    const gates: PromiseWithResolvers<void>[] = [];
    const written: unknown[] = [];
    const run = async () => {
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      written.push(await fenced(first.db, first.lead).query('insert into acts values ($1)', [gates.length]));
    };
    const first = engine([{ name: 'scan', run }]);
    await expect.poll(() => gates.length, patient).toBe(1);
    expect(first.lead.term).toBe(1n);
    await lapse();
    await expect.poll(() => first.lead.here, patient).toBe(false);
    expect(await tookMs(db, () => first.lead.here && first.lead.term === 2n)).toBeLessThan(2_000);
    // What the first term has begun has no effect in the second, and only then its successor begins.
    expect(gates).toHaveLength(1);
    gates[0]?.resolve();
    await expect.poll(() => gates.length, patient).toBe(2);
    expect([written, await db.query('select term from acts')]).toEqual([[], []]);
    gates[1]?.resolve();
    await expect.poll(() => db.query('select term from acts'), patient).not.toEqual([]);
  });

  /** Orders of which the first page comes when the test says so. */
  function loaded(gate: Promise<void>): Source {
    return {
      topic: 'held',
      loadResting: async function* () {
        await gate;
        yield [];
      },
      changedSince: async () => [],
      act: async () => undefined,
    };
  }

  it('that does not come any further with loading is not ready, and gives the lead to who stands by', async () => {
    const gate = Promise.withResolvers<void>();
    atEnd(() => gate.resolve());
    const first = engine([], { sources: [loaded(gate.promise)], loadingMsMax: 50 });
    await expect.poll(() => first.lead.here, patient).toBe(true);
    expect(first.lead.watching).toBe(false);
    const second = engine([], { sources: [loaded(Promise.resolve())] });
    await expect.poll(() => [second.lead.here, second.lead.watching], patient).toEqual([true, true]);
    expect([first.lead.here, first.lead.anywhere]).toEqual([false, false]);
    // Once it has ended what it had begun it stands by, and knows who leads.
    gate.resolve();
    await expect.poll(() => first.lead.anywhere, patient).toBe(true);
    expect([first.lead.here, first.lead.watching]).toEqual([false, true]);
  });

  it('watches once everything is loaded', async () => {
    const gate = Promise.withResolvers<void>();
    const only = engine([], { sources: [loaded(gate.promise)] });
    await expect.poll(() => only.lead.here, patient).toBe(true);
    expect(only.lead.watching).toBe(false);
    gate.resolve();
    await expect.poll(() => only.lead.watching, patient).toBe(true);
  });
});

describe('a term', () => {
  it('ends only when what was begun in it is done, and nothing begins in it after that', async () => {
    const old = await hanging();
    // It waits for as long as the machine takes to see that it does.
    const next = process();
    const patiently: Queryable = {
      query: (sql, values) => (sql.includes('lock_timeout') ? Promise.resolve([]) : next.query(sql, values)),
    };
    await lapse();
    let taken: Promise<bigint | undefined> | undefined;
    let over = false;
    await old.db.transact(async (tx) => {
      await old.fence.ensure(tx);
      taken = takeLease(patiently, 'the next', true).finally(() => (over = true));
      await waitingFor('lead_take');
      expect(over).toBe(false);
    }, unhurried);
    expect(await taken).toBe(2n);
    await expect(old.db.transact((tx) => old.fence.ensure(tx))).rejects.toThrow(LeadLost);
  });

  it('would begin while the old one still acts, without the lock on its row', async () => {
    const [source] = await db.query<{ text: string }>("select pg_get_functiondef('lead_take'::regproc) as text");
    atEnd(() => db.query(source?.text ?? ''));
    await db.query(source?.text.replace('where shard = p_shard for update', 'where shard = p_shard') ?? '');
    const old = await hanging();
    const next = await process().direct();
    atEnd(() => next.close());
    await old.db.transact(async (tx) => {
      await old.fence.ensure(tx);
      expect(await takeLease(next, 'the next', true)).toBe(2n);
    }, unhurried);
  });

  it('fails to begin while an act of the old one does not end, instead of waiting for ever', async () => {
    const old = await hanging();
    const next = await process().direct();
    atEnd(() => next.close());
    await old.db.transact(async (tx) => {
      await old.fence.ensure(tx);
      await expect(takeLease(next, 'the next', true)).rejects.toThrow('lock timeout');
    }, unhurried);
    expect(await takeLease(next, 'the next', true)).toBe(2n);
  });

  it('is held for four seconds from sending the last renewal, not from its answer', () => {
    let now = 0;
    const term = new Term(1n, now, () => now);
    now = 3_999;
    expect(term.holds()).toBe(true);
    now = 4_000;
    expect(term.holds()).toBe(false);
    term.renewed(1_000);
    now = 4_999;
    expect(term.holds()).toBe(true);
    now = 5_000;
    expect(term.holds()).toBe(false);
  });

  it('is renewed as long as it lives, and not once it has lapsed or another has begun', async () => {
    const { db: own, direct, fence } = await hanging();
    const [before] = await db.query<{ now: string }>('select clock_timestamp()::text as now');
    expect(await renewLease(direct, fence.term)).toBe(true);
    expect(await readLease(db)).toMatchObject({ holder: own.name, term: 1n });
    // Five seconds from then on, whatever was left before.
    const five = `until between $1::timestamptz + interval '5 seconds' and clock_timestamp() + interval '5 seconds'`;
    expect(await db.query(`select ${five} as five from lead_leases`, [before?.now])).toEqual([{ five: true }]);
    await lapse();
    expect(await renewLease(direct, fence.term)).toBe(false);
    expect(await takeLease(direct, 'the next', false)).toBe(2n);
    expect(await renewLease(direct, fence.term)).toBe(false);
  });
});

describe('a process that never leads', () => {
  it('sees whether anybody does, and when nobody does any more', async () => {
    let now = 0;
    const seen = async () => {
      const lead = new Lead(() => now);
      const watch = watchLead(lead, db, silent);
      await expect.poll(() => lead.term, patient).toBe((await readLease(db)).term);
      watch.stop();
      return lead;
    };
    await hanging();
    const lead = await seen();
    expect([lead.here, lead.anywhere]).toEqual([false, true]);
    // It sends nothing more until its lease is over.
    now = 3_600_000;
    expect(lead.anywhere).toBe(false);
    await lapse();
    expect((await seen()).anywhere).toBe(false);
  });
});

/** Until a statement waits for a lock. */
async function waitingFor(statement: string): Promise<void> {
  await expect
    .poll(
      () =>
        db.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%' || $1 || '%' and datname = current_database()",
          [statement],
        ),
      patient,
    )
    .toHaveLength(1);
}
