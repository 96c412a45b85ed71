import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { assignedMs, claimsMax } from '@assay/contract/vocabulary/operators.ts';
import { expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase, warm } from '../../test/database.ts';
import { minute, refusalOf, standingClock } from '../../test/identity-app.ts';
import { claimsOf } from './index.ts';

const db = await testDatabase();
const clock = standingClock();
/** As the desks would say it: K8 is decided, the others wait, and there are no more. */
const known: Record<string, { open: boolean; said?: string[] }> = {
  K1: { open: true },
  K7: { open: true },
  K8: { open: false },
  L1: { open: true },
};
const { operatorWith } = await consoleApp(db, clock, (desk) => {
  for (const place of ['kyc', 'loans'] as const) desk.casesOf(place, async (_, id) => known[id]);
});
const { cases } = consoleCalls;
const key = () => ({ idempotencyKey: crypto.randomUUID() });
const [ann, ben] = [await operatorWith(['reviewer']), await operatorWith(['reviewer'])];

test('a case belongs to one operator at a time, for half an hour or until it is laid down', async () => {
  const one = { desk: 'kyc', id: 'K1' } as const;
  expect(await ann.call(cases.claim, one)).toEqual({ claimedBy: { id: ann.id, name: ann.name } });
  expect(await refusalOf(ben.call(cases.claim, one))).toBe('11072');
  expect(await refusalOf(ben.call(cases.release, one))).toBe('11072');
  expect(await ann.call(cases.release, one)).toEqual({ claimedBy: null });
  expect((await ben.call(cases.claim, { ...one })).claimedBy?.id).toBe(ben.id);
  for (let quarter = 0; quarter < 2; quarter += 1) {
    clock.advance(15 * minute);
    await ann.call(consoleCalls.session.me, {});
  }
  expect(await claimsOf(db, clock.wall(), 'kyc', ['K1'])).toEqual(new Map());
  expect((await ann.call(cases.claim, one, { idempotencyKey: 'again' })).claimedBy?.id).toBe(ann.id);
});

test('nobody takes on what is not there, or is decided', async () => {
  expect(await refusalOf(ann.call(cases.claim, { desk: 'kyc', id: 'K9' }, key()))).toBe('404');
  expect(await refusalOf(ann.call(cases.claim, { desk: 'deposits', id: 'K1' }, key()))).toBe('404');
  expect(await refusalOf(ann.call(cases.claim, { desk: 'kyc', id: 'K8' }, key()))).toBe('11059');
  expect(await db.query("select from claims where subject_id in ('K8', 'K9')")).toEqual([]);
});

test('takes on no case of a desk where they decide nothing, nor one about which they have had their say', async () => {
  const support = await operatorWith(['support']);
  expect(await refusalOf(support.call(cases.claim, { desk: 'kyc', id: 'K1' }, key()))).toBe('403');
  const lead = await operatorWith(['administrator']);
  const [said, other] = [await operatorWith(['reviewer']), await operatorWith(['reviewer'])];
  known['L2'] = { open: true, said: [said.id] };
  const one = { desk: 'loans', id: 'L2' } as const;
  expect(await refusalOf(said.call(cases.claim, one, key()))).toBe('11070');
  expect(await refusalOf(lead.call(cases.assign, { ...one, operatorId: said.id }, key()))).toBe('11070');
  expect((await other.call(cases.claim, one, key())).claimedBy?.id).toBe(other.id);
});

test('who asks again while they have it has it for no longer', async () => {
  const [zoe, yan] = [await operatorWith(['reviewer']), await operatorWith(['reviewer'])];
  known['K20'] = { open: true };
  const one = { desk: 'kyc', id: 'K20' } as const;
  await zoe.call(cases.claim, one, key());
  clock.advance(20 * minute);
  await zoe.call(cases.claim, one, key());
  await yan.call(consoleCalls.session.me, {});
  clock.advance(10 * minute);
  expect((await yan.call(cases.claim, one, key())).claimedBy?.id).toBe(yan.id);
});

test('has as many at a time as can be worked on, also where they are taken on at once', async () => {
  const one = await operatorWith(['reviewer']);
  const ids = Array.from({ length: claimsMax + 3 }, (_, n) => `M${n}`);
  for (const id of ids) known[id] = { open: true };
  const taken = await Promise.all(
    ids.map((id) =>
      one.call(cases.claim, { desk: 'kyc', id }, key()).then(
        () => 'taken',
        (problem: unknown) => refusalOf(Promise.reject(problem)),
      ),
    ),
  );
  expect(taken.filter((each) => each === 'taken')).toHaveLength(claimsMax);
  expect(taken.filter((each) => each === '11282')).toHaveLength(3);
});

test('of many who take a case on at once, one has it', async () => {
  await warm(db);
  const many = await Promise.all(Array.from({ length: 6 }, () => operatorWith(['reviewer'])));
  const taken = await Promise.allSettled(many.map(({ call }) => call(cases.claim, { desk: 'loans', id: 'L1' })));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a supervisor assigns a case to an operator who may decide it, whoever holds it, for eight hours', async () => {
  const lead = await operatorWith(['administrator']);
  const finance = await operatorWith(['finance']);
  const [cat, dan] = [await operatorWith(['reviewer']), await operatorWith(['reviewer'])];
  const one = { desk: 'kyc', id: 'K7' } as const;
  await cat.call(cases.claim, one, key());
  expect(await lead.call(cases.assign, { ...one, operatorId: dan.id }, key())).toEqual({
    claimedBy: { id: dan.id, name: dan.name },
  });
  expect(await refusalOf(cat.call(cases.claim, one, key()))).toBe('11072');
  for (const operatorId of [finance.id, '999999', 'nobody'])
    expect(await refusalOf(lead.call(cases.assign, { ...one, operatorId }, key()))).toBe('404');
  expect(await refusalOf(cat.call(cases.assign, { ...one, operatorId: cat.id }, key()))).toBe('403');
  expect(await refusalOf(lead.call(cases.assign, { ...one, id: 'K8', operatorId: dan.id }, key()))).toBe('11059');
  expect(await refusalOf(lead.call(cases.assign, { ...one, id: 'K9', operatorId: dan.id }, key()))).toBe('404');
  // Taking it on again makes it no shorter.
  await dan.call(cases.claim, one, key());
  const load = await lead.call(cases.load, {});
  const of = (id: string) => load.find(({ operator }) => operator.id === id)?.desks.find(({ desk }) => desk === 'kyc');
  expect([of(dan.id), of(cat.id), of(finance.id)]).toEqual([
    { desk: 'kyc', may: true, has: 1 },
    { desk: 'kyc', may: true, has: 0 },
    { desk: 'kyc', may: false, has: 0 },
  ]);
  clock.advance(assignedMs - minute);
  expect((await claimsOf(db, clock.wall(), 'kyc', ['K7'])).get('K7')?.id).toBe(dan.id);
  clock.advance(minute);
  expect(await claimsOf(db, clock.wall(), 'kyc', ['K7'])).toEqual(new Map());
  const [entry] = await db.query<{ action: string; details: object }>(
    "select action, details from audit_log where subject = 'kyc:K7' and action = 'case.assigned'",
  );
  expect(entry).toEqual({ action: 'case.assigned', details: { operator: dan.name } });
});
