import { expect, test } from 'vitest';
import { testDatabase, warm } from '../../test/database.ts';
import type { Database, Transaction } from './database.ts';
import { idempotently, outcomeOf } from './idempotency.ts';
import { isRefusal, refuse } from './refusal.ts';
import { CommitInDoubt, ConnectionLost } from './statements/lost-connection.ts';

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
  const answers = await Promise.all(Array.from({ length: 100 }, () => idempotently(db, call, effect('hundred'))));
  expect(await effects('hundred')).toBe(1);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test('without the guard the hundred calls would have a hundred effects: the test above would see it', async () => {
  await Promise.all(Array.from({ length: 100 }, () => db.transact(effect('unguarded'))));
  expect(await effects('unguarded')).toBe(100);
});

test('a repeat gets the first answer even where its own work would fail or be refused by now', async () => {
  const call = { scope: 'u10:demo:/x', key: 'k', input: {} };
  const first = await idempotently(db, call, effect('once only'));
  const failing = async (tx: Transaction) => {
    await effect('once only')(tx);
    throw new Error('already done');
  };
  expect(await idempotently(db, call, failing)).toEqual(first);
  expect(await idempotently(db, call, async () => refuse('11008'))).toEqual(first);
  expect(await effects('once only')).toBe(1);
});

test('what a repeat would do after its commit is not done', async () => {
  const call = { scope: 'u11:demo:/x', key: 'k', input: {} };
  let told = 0;
  const telling = async (tx: Transaction) => {
    tx.afterCommit(() => (told += 1));
    return effect('told')(tx);
  };
  await Promise.all(Array.from({ length: 5 }, () => idempotently(db, call, telling)));
  expect(told).toBe(1);
});

test('the same key with another body is refused, and changes nothing', async () => {
  const scope = 'u2:demo:/x';
  await idempotently(db, { scope, key: 'k', input: { amount: '5' } }, effect('other body'));
  const second = await idempotently(db, { scope, key: 'k', input: { amount: '6' } }, effect('other body'));
  expect(isRefusal(second) && second.code).toBe('30000');
  expect(await effects('other body')).toBe(1);
});

/** A database whose connection is lost at the commit: before it was heard, or after. */
function losing(when: 'before' | 'after'): Database {
  const lost = () => {
    throw new CommitInDoubt(new Error('whatever the driver says'));
  };
  return {
    ...db,
    transact: async (work) => {
      const answer = await db.transact(async (tx) => (when === 'before' ? work(tx).then(lost) : work(tx)));
      return when === 'after' ? lost() : answer;
    },
  };
}

test('a connection that is lost after the commit does not hide the answer', async () => {
  const call = { scope: 'u12:demo:/x', key: 'k', input: {} };
  const first = await idempotently(losing('after'), call, effect('lost after'));
  expect(isRefusal(first)).toBe(false);
  expect(await idempotently(db, call, effect('lost after'))).toEqual(first);
  expect(await effects('lost after')).toBe(1);
});

test('a connection that is lost at the commit is not answered by "nothing has been changed"; the same again is done once', async () => {
  const call = { scope: 'u13:demo:/x', key: 'k', input: {} };
  const answer = await idempotently(losing('before'), call, effect('lost before'));
  expect(isRefusal(answer) && [answer.code, answer.retryAfterSeconds]).toEqual(['11150', 5]);
  expect(await effects('lost before')).toBe(0);
  expect(isRefusal(await idempotently(db, call, effect('lost before')))).toBe(false);
  expect(await effects('lost before')).toBe(1);
});

test('lost at the commit a call without a key is not answered by an earlier one with the same body', async () => {
  const call = { scope: 'u15:demo:/x', key: undefined, input: {} };
  const earlier = await idempotently(db, call, effect('same body'));
  const wait = () =>
    db.query("update idempotency set created_at = created_at - interval '5 seconds' where scope = $1", [call.scope]);
  await wait();
  const answer = await idempotently(losing('before'), call, effect('same body'));
  expect(isRefusal(answer) && answer.code).toBe('11150');
  expect(await effects('same body')).toBe(1);
  const own = await idempotently(losing('after'), call, effect('same body'));
  expect(isRefusal(own)).toBe(false);
  expect(own).not.toEqual(earlier);
  expect(await effects('same body')).toBe(2);
});

test('what cannot be looked up is not known: neither a first answer nor whether there will never be one', async () => {
  const call = { scope: 'u14:demo:/x', key: 'k', input: {} };
  const away: Database = { ...db, query: () => Promise.reject(new ConnectionLost(new Error('cut'))) };
  const codeOf = async (asked: Promise<unknown>) => {
    const answer = await asked;
    return isRefusal(answer) ? [answer.code, answer.retryAfterSeconds] : 'done';
  };
  expect(await codeOf(idempotently(db, call, effect('looked up')))).toBe('done');
  expect(await codeOf(idempotently(away, call, effect('looked up')))).toEqual(['11150', 5]);
  expect(await codeOf(idempotently(away, { ...call, late: true }, effect('looked up')))).toEqual(['11150', 5]);
  expect(await codeOf(idempotently(away, { ...call, key: 'refused' }, async () => refuse('10011')))).toEqual(['11150', 5]);
  expect(await effects('looked up')).toBe(1);
});

test('the order of fields does not make another body', async () => {
  const scope = 'u3:demo:/x';
  const first = await idempotently(db, { scope, key: 'k', input: { a: '1', b: { c: 1, d: [2] } } }, effect('field order'));
  const second = await idempotently(db, { scope, key: 'k', input: { b: { d: [2], c: 1 }, a: '1' } }, effect('field order'));
  expect(second).toEqual(first);
});

test('keys of another user, account or call are other keys', async () => {
  for (const scope of ['u4:demo:/x', 'u4:real:/x', 'u5:demo:/x', 'u4:demo:/y'])
    await idempotently(db, { scope, key: 'k', input: {} }, effect('scopes'));
  expect(await effects('scopes')).toBe(4);
});

test('the identical body without a key is refused within three seconds and accepted after', async () => {
  const call = { scope: 'u6:demo:/x', key: undefined, input: { amount: '5' } };
  await idempotently(db, call, effect('no key'));
  const soon = await idempotently(db, call, effect('no key'));
  expect(isRefusal(soon) && soon.code).toBe('30000');
  await db.query("update idempotency set created_at = created_at - interval '3.1 seconds' where scope = $1", [call.scope]);
  expect(isRefusal(await idempotently(db, call, effect('no key')))).toBe(false);
  expect(await effects('no key')).toBe(2);
});

test('a refusal is an answer too: stored, repeated, and without any effect', async () => {
  const call = { scope: 'u7:demo:/x', key: 'k', input: {} };
  const refused = await idempotently(db, call, async (tx) => {
    await effect('refused')(tx);
    return refuse('10011', { amount: '10016' });
  });
  const repeated = await idempotently(db, call, effect('refused'));
  for (const answer of [refused, repeated])
    expect(isRefusal(answer) && [answer.code, answer.fields]).toEqual(['10011', { amount: '10016' }]);
  expect(await effects('refused')).toBe(0);
});

test.each(['503', '429'] as const)('to come back later (%s) is no answer: the repeat is a first try', async (code) => {
  const call = { scope: `u9:demo:/${code}`, key: 'k', input: {} };
  const refused = await idempotently(db, call, async () => refuse(code));
  expect(isRefusal(refused) && refused.code).toBe(code);
  expect(isRefusal(await idempotently(db, call, effect(`after ${code}`)))).toBe(false);
  expect(await effects(`after ${code}`)).toBe(1);
});

test('our own mistake is not an answer: nothing is stored, and the repeat works', async () => {
  const call = { scope: 'u8:demo:/x', key: 'k', input: {} };
  const failing = idempotently(db, call, async (tx) => {
    await effect('mistake')(tx);
    throw new Error('our mistake');
  });
  await expect(failing).rejects.toThrow('our mistake');
  expect(isRefusal(await idempotently(db, call, effect('mistake')))).toBe(false);
  expect(await effects('mistake')).toBe(1);
});

test('what comes too late is never executed, and an earlier try that arrives after it is not either', async () => {
  const call = { scope: 'u20:demo:/x', key: 'k', input: { amount: '5' } };
  const late = await idempotently(db, { ...call, late: true }, effect('late'));
  expect(isRefusal(late) && late.code).toBe('11152');
  const earlier = await idempotently(db, call, effect('late'));
  expect(isRefusal(earlier) && earlier.code).toBe('11152');
  expect(await effects('late')).toBe(0);
});

test('what comes too late finds the answer of the try that came in time, also while that is still at work', async () => {
  const call = { scope: 'u21:demo:/x', key: 'k', input: {} };
  const working = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const inTime = idempotently(db, call, async (tx) => {
    const answer = await effect('in time')(tx);
    begun.resolve();
    await working.promise;
    return answer;
  });
  await begun.promise;
  const late = idempotently(db, { ...call, late: true }, effect('in time'));
  working.resolve();
  expect(await late).toEqual(await inTime);
  expect(await effects('in time')).toBe(1);
});

test('without a key, what comes too late is refused and may be sent anew', async () => {
  const call = { scope: 'u22:demo:/x', key: undefined, input: {} };
  const late = await idempotently(db, { ...call, late: true }, effect('no key, late'));
  expect(isRefusal(late) && late.code).toBe('11152');
  await idempotently(db, call, effect('no key, late'));
  expect(await effects('no key, late')).toBe(1);
});

test('a refusal because trading is suspended is not the answer of its key: the same order goes through once it is open', async () => {
  const call = { scope: 'u23:demo:/x', key: 'k', input: {} };
  for (const code of ['10015', '429', '11001'] as const) {
    const refused = await idempotently(db, call, async () => refuse(code));
    expect(isRefusal(refused) && refused.code).toBe(code);
  }
  expect(await outcomeOf(db, call.scope, 'k', false)).toEqual({ state: 'working' });
  await idempotently(db, call, effect('opened again'));
  expect(await effects('opened again')).toBe(1);
});

test('the outcome under a key is its answer, its refusal, or that there is none yet', async () => {
  const scope = 'u24:demo:/x';
  const answer = await idempotently(db, { scope, key: 'done', input: {} }, effect('outcome'));
  await idempotently(db, { scope, key: 'refused', input: {} }, async () => refuse('10011', { amount: '10011' }));
  expect(await outcomeOf(db, scope, 'done', true)).toEqual({ state: 'done', result: answer });
  expect(await outcomeOf(db, scope, 'refused', true)).toMatchObject({ state: 'refused', refusal: { code: '10011' } });
  expect(await outcomeOf(db, scope, 'unknown', false)).toEqual({ state: 'working' });
  expect(await outcomeOf(db, 'u25:demo:/x', 'done', false)).toEqual({ state: 'working' });
});

test('a key that its caller has given up is closed for good, whatever still arrives under it', async () => {
  const call = { scope: 'u26:demo:/x', key: 'k', input: { amount: '5' } };
  expect(await outcomeOf(db, call.scope, 'k', true)).toEqual({ state: 'never' });
  const arrived = await idempotently(db, call, effect('given up'));
  expect(isRefusal(arrived) && arrived.code).toBe('11152');
  expect(await effects('given up')).toBe(0);
});

test('without closing the key, what still arrives would be executed: the test above would see it', async () => {
  const call = { scope: 'u27:demo:/x', key: 'k', input: {} };
  await outcomeOf(db, call.scope, 'k', false);
  await idempotently(db, call, effect('not closed'));
  expect(await effects('not closed')).toBe(1);
});

test('asking while the call runs waits for it and returns its outcome', async () => {
  const call = { scope: 'u28:demo:/x', key: 'k', input: {} };
  const working = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const sent = idempotently(db, call, async (tx) => {
    const answer = await effect('asked meanwhile')(tx);
    begun.resolve();
    await working.promise;
    return answer;
  });
  await begun.promise;
  const asked = outcomeOf(db, call.scope, 'k', true);
  working.resolve();
  expect(await asked).toEqual({ state: 'done', result: await sent });
});
