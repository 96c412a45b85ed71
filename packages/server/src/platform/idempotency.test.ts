import { expect, test } from 'vitest';
import { testDatabase, warm } from '../../test/database.ts';
import type { Transaction } from './database.ts';
import { once } from './idempotency.ts';
import { isRefusal, refuse } from './refusal.ts';

const db = await testDatabase(20);
await db.query('create table effects (id bigint generated always as identity primary key, name text not null)');

const effect = (name: string) => async (tx: Transaction) => {
  const [row] = await tx.query<{ id: number }>('insert into effects (name) values ($1) returning id', [name]);
  return { id: row?.id ?? 0 };
};
const effects = async (name: string) => (await db.query('select 1 from effects where name = $1', [name])).length;

test('the same key a hundred times at once has one effect, and everybody gets the first answer', async () => {
  await warm(db, 20);
  const call = { scope: 'u1:demo:/x', key: 'k1', input: { amount: '5' } };
  const answers = await Promise.all(Array.from({ length: 100 }, () => once(db, call, effect('hundred'))));
  expect(await effects('hundred')).toBe(1);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test('without the guard the hundred calls would have a hundred effects: the test above would see it', async () => {
  await Promise.all(Array.from({ length: 100 }, () => db.transact(effect('unguarded'))));
  expect(await effects('unguarded')).toBe(100);
});

test('a repeat gets the first answer even where its own work would fail or be refused by now', async () => {
  const call = { scope: 'u10:demo:/x', key: 'k', input: {} };
  const first = await once(db, call, effect('once only'));
  const failing = async (tx: Transaction) => {
    await effect('once only')(tx);
    throw new Error('already done');
  };
  expect(await once(db, call, failing)).toEqual(first);
  expect(await once(db, call, async () => refuse('11008'))).toEqual(first);
  expect(await effects('once only')).toBe(1);
});

test('what a repeat would do after its commit is not done', async () => {
  const call = { scope: 'u11:demo:/x', key: 'k', input: {} };
  let told = 0;
  const telling = async (tx: Transaction) => {
    tx.afterCommit(() => (told += 1));
    return effect('told')(tx);
  };
  await Promise.all(Array.from({ length: 5 }, () => once(db, call, telling)));
  expect(told).toBe(1);
});

test('the same key with another body is refused, and changes nothing', async () => {
  const scope = 'u2:demo:/x';
  await once(db, { scope, key: 'k', input: { amount: '5' } }, effect('other body'));
  const second = await once(db, { scope, key: 'k', input: { amount: '6' } }, effect('other body'));
  expect(isRefusal(second) && second.code).toBe('30000');
  expect(await effects('other body')).toBe(1);
});

test('the order of fields does not make another body', async () => {
  const scope = 'u3:demo:/x';
  const first = await once(db, { scope, key: 'k', input: { a: '1', b: { c: 1, d: [2] } } }, effect('field order'));
  const second = await once(db, { scope, key: 'k', input: { b: { d: [2], c: 1 }, a: '1' } }, effect('field order'));
  expect(second).toEqual(first);
});

test('keys of another user, account or call are other keys', async () => {
  for (const scope of ['u4:demo:/x', 'u4:real:/x', 'u5:demo:/x', 'u4:demo:/y'])
    await once(db, { scope, key: 'k', input: {} }, effect('scopes'));
  expect(await effects('scopes')).toBe(4);
});

test('the identical body without a key is refused within three seconds and accepted after', async () => {
  const call = { scope: 'u6:demo:/x', key: undefined, input: { amount: '5' } };
  await once(db, call, effect('no key'));
  const soon = await once(db, call, effect('no key'));
  expect(isRefusal(soon) && soon.code).toBe('30000');
  await db.query("update idempotency set created_at = created_at - interval '3.1 seconds' where scope = $1", [call.scope]);
  expect(isRefusal(await once(db, call, effect('no key')))).toBe(false);
  expect(await effects('no key')).toBe(2);
});

test('a refusal is an answer too: stored, repeated, and without any effect', async () => {
  const call = { scope: 'u7:demo:/x', key: 'k', input: {} };
  const refused = await once(db, call, async (tx) => {
    await effect('refused')(tx);
    return refuse('10011', { amount: '10016' });
  });
  const repeated = await once(db, call, effect('refused'));
  for (const answer of [refused, repeated])
    expect(isRefusal(answer) && [answer.code, answer.fields]).toEqual(['10011', { amount: '10016' }]);
  expect(await effects('refused')).toBe(0);
});

test.each(['503', '429'] as const)('to come back later (%s) is no answer: the repeat is a first try', async (code) => {
  const call = { scope: `u9:demo:/${code}`, key: 'k', input: {} };
  const refused = await once(db, call, async () => refuse(code));
  expect(isRefusal(refused) && refused.code).toBe(code);
  expect(isRefusal(await once(db, call, effect(`after ${code}`)))).toBe(false);
  expect(await effects(`after ${code}`)).toBe(1);
});

test('our own mistake is not an answer: nothing is stored, and the repeat works', async () => {
  const call = { scope: 'u8:demo:/x', key: 'k', input: {} };
  const failing = once(db, call, async (tx) => {
    await effect('mistake')(tx);
    throw new Error('our mistake');
  });
  await expect(failing).rejects.toThrow('our mistake');
  expect(isRefusal(await once(db, call, effect('mistake')))).toBe(false);
  expect(await effects('mistake')).toBe(1);
});
