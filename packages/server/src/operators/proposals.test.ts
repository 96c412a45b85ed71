import { randomUUID } from 'node:crypto';
import { deskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { proposed, reason as reasonSchema } from '@assay/contract/endpoints/console/units.ts';
import { operatorRoles } from '@assay/contract/vocabulary/operators.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rewritten } from '../../test/broken-twin.ts';
import { consoleApp } from '../../test/console.ts';
import { testDatabase, warm } from '../../test/database.ts';
import { hour, refusalOf, standingClock } from '../../test/identity-app.ts';
import type { Database } from '../platform/database.ts';
import { refuse } from '../platform/refusal.ts';
import { type Desk, propose, serveDeskMove } from './index.ts';

const db = await testDatabase();
const clock = standingClock();
await db.query('create table tally (one boolean primary key default true, count int not null)');
await db.query('insert into tally values (true, 0)');

const addTo = deskCall({
  method: 'POST',
  path: '/tally/add',
  roles: operatorRoles,
  summary: 'Proposes to count on',
  input: { by: z.number().int(), reason: reasonSchema },
  result: proposed,
  moves: true,
});
const reason = 'It has to be counted on';
/** The act's notification once it is durable. */
const told: string[] = [];

/** An act that a test can follow: it adds to a number, and can't go beyond ten. */
function serveTally(desk: Desk): void {
  desk.act({
    kind: 'tally.add',
    roles: ['finance'],
    schema: z.object({ by: z.number() }),
    check: async (_, { by }) => (by > 10 ? refuse('10016') : undefined),
    apply: async (tx, { by }) => {
      tx.afterCommit(() => told.push(`after ${by}`));
      tx.withCommit('select $1::int as by', [by], () => told.push(`last ${by}`));
      const [row] = await tx.query<{ count: number }>('update tally set count = count + $1 returning count', [by]);
      return (row?.count ?? 0) > 10 ? refuse('11075') : undefined;
    },
  });
  serveDeskMove(desk, addTo, (call, { reason: why, ...payload }, tx, audit) =>
    propose(desk, call, tx, audit, { kind: 'tally.add', subject: 'tally:1', payload, reason: why }),
  );
}

const { operatorWith } = await consoleApp(db, clock, serveTally);
const { proposals, audit } = consoleCalls;
const [ann, ben, cleo] = [await operatorWith(['finance']), await operatorWith(['finance']), await operatorWith(['support'])];

async function tally(): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count from tally');
  return row?.count ?? 0;
}
const add = async (by: number) => (await ann.call(addTo, { by, reason }, { idempotencyKey: randomUUID() })).proposalId;
const clear = () => db.query('update tally set count = 0');

describe('an act that needs two persons', () => {
  test('is done when another person approves it, and not before', async () => {
    const id = await add(3);
    expect(await tally()).toBe(0);
    expect(await ben.call(proposals.approve, { id, note: 'checked' })).toMatchObject({
      status: 'approved',
      proposedBy: { id: ann.id },
      decidedBy: { id: ben.id },
      note: 'checked',
    });
    expect(await tally()).toBe(3);
    await clear();
  });

  test('is not approved by who proposed it, also not with the same request twice at once', async () => {
    const id = await add(3);
    const extra = { idempotencyKey: randomUUID() };
    const tries = await Promise.all([0, 1, 2].map(() => refusalOf(ann.call(proposals.approve, { id }, extra))));
    expect(new Set(tries)).toEqual(new Set(['11070']));
    expect(await refusalOf(ann.call(proposals.reject, { id, note: 'I do not want it' }))).toBe('11070');
    expect(await tally()).toBe(0);
    expect((await ann.call(proposals.withdraw, { id })).status).toBe('withdrawn');
  });

  test('is refused by the database itself when one person is both', async () => {
    const id = await add(3);
    const approve = `update proposals set status = 'approved', decided_by = proposed_by, decided_at = now() where id = ${id}`;
    await expect(db.query(approve)).rejects.toThrow('two_persons');
    await expect(db.query(`update proposals set payload = '{"by": 9}' where id = ${id}`)).rejects.toThrow('decided once');
    await expect(db.query(`delete from proposals where id = ${id}`)).rejects.toThrow('decided once');
  });

  test('is not seen, and not decided, by who has not the role for it', async () => {
    const id = await add(3);
    expect((await cleo.call(proposals.list, {})).items).toEqual([]);
    expect(await refusalOf(cleo.call(proposals.detail, { id }))).toBe('404');
    expect(await refusalOf(cleo.call(proposals.approve, { id }))).toBe('404');
    expect(await refusalOf(ben.call(proposals.withdraw, { id }))).toBe('403');
  });

  test('is not done when it is rejected, and the reason is kept', async () => {
    const id = await add(3);
    expect(await refusalOf(ben.call(proposals.reject, { id, note: 'no' }))).toBe('11073');
    expect(await ben.call(proposals.reject, { id, note: 'Not agreed with the owner' })).toMatchObject({ status: 'rejected' });
    expect(await refusalOf(ben.call(proposals.approve, { id }))).toBe('11071');
    expect(await tally()).toBe(0);
  });

  test('fails and leaves nothing behind when it cannot be done, and says why', async () => {
    const [first, second] = [await add(6), await add(7)];
    told.length = 0;
    await ben.call(proposals.approve, { id: first });
    expect(await ben.call(proposals.approve, { id: second })).toMatchObject({ status: 'failed', failure: '11075' });
    expect(await tally()).toBe(6);
    // No notification is sent of what was rolled back.
    expect(told.toSorted()).toEqual(['after 6', 'last 6']);
    await clear();
  });

  test('is not even proposed when it never could be done', async () => {
    expect(await refusalOf(ann.call(addTo, { by: 11, reason }))).toBe('10016');
    expect(await refusalOf(ann.call(addTo, { by: 1, reason: 'short' }))).toBe('11073');
  });

  test('expires after three days', async () => {
    const id = await add(3);
    clock.advance(72 * hour);
    const [dan, eve] = [await operatorWith(['finance']), await operatorWith(['finance'])];
    expect(await dan.call(proposals.detail, { id })).toMatchObject({ status: 'expired', mayDecide: false });
    expect(await refusalOf(eve.call(proposals.approve, { id }))).toBe('11071');
    expect((await dan.call(proposals.list, { status: 'waiting' })).items).toEqual([]);
  });
});

describe('approvals at once', () => {
  async function approveAtOnce(database: Database): Promise<number> {
    await clear();
    await warm(db);
    const { operatorWith: with_ } = await consoleApp(database, clock, serveTally);
    const [proposer, ...others] = await Promise.all(
      [0, 1, 2, 3].map(() => with_(['finance'], `racer-${randomUUID().slice(0, 8)}`)),
    );
    if (proposer === undefined) throw new Error('nobody proposes');
    const { proposalId: id } = await proposer.call(addTo, { by: 2, reason });
    await Promise.allSettled(others.map(({ call }) => call(proposals.approve, { id })));
    return tally();
  }

  test('do it once', async () => {
    expect(await approveAtOnce(db)).toBe(2);
  });

  test('would do it more often without the lock and the guard of the database', async () => {
    await db.query('alter table proposals disable trigger decided_once');
    const bare = rewritten(
      db,
      (sql) => sql.replace('where id = $1 for update', 'where id = $1'),
      // All have read by then that it waits, and none has written that it no longer does.
      (sql) => sql === 'savepoint act',
      3,
    );
    expect(await approveAtOnce(bare)).toBeGreaterThan(2);
    await db.query('alter table proposals enable trigger decided_once');
  });
});

test('what was proposed and decided is in the log, by whom and why', async () => {
  await clear();
  const [admin, proposer, approver] = [
    await operatorWith(['administrator']),
    await operatorWith(['finance']),
    await operatorWith(['finance']),
  ];
  const { proposalId: id } = await proposer.call(addTo, { by: 1, reason });
  await approver.call(proposals.approve, { id });
  const { items } = await admin.call(audit.list, { subject: `proposal:${id}` });
  expect(items.map(({ action, operatorId, details }) => [action, operatorId, details])).toEqual([
    ['proposal.approved', approver.id, { kind: 'tally.add', about: 'tally:1' }],
    ['proposal.made', proposer.id, { kind: 'tally.add', about: 'tally:1', payload: { by: 1 }, reason }],
  ]);
});
