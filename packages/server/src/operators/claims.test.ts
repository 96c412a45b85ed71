import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase, warm } from '../../test/database.ts';
import { minute, refusalOf, standingClock } from '../../test/identity-app.ts';
import { claimsOf } from './index.ts';

const db = await testDatabase();
const clock = standingClock();
const { operatorWith } = await consoleApp(db, clock);
const { cases } = consoleCalls;
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

test('of many who take a case on at once, one has it', async () => {
  await warm(db);
  const many = await Promise.all(Array.from({ length: 6 }, () => operatorWith(['reviewer'])));
  const taken = await Promise.allSettled(many.map(({ call }) => call(cases.claim, { desk: 'loans', id: 'L1' })));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
