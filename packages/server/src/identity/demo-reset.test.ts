import { request } from 'node:http';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { customerPrefix } from '@assay/contract/paths.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { identityApp, refusalOf, standingClock } from '../../test/identity-app.ts';
import { balances, post } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';

const db = await testDatabase();
const clock = standingClock();
await db.query('create table open_things (user_id text not null)');

/** What the test does between the ending of open things and the ledger's reset, as another request could. */
let meanwhile: () => Promise<void> = async () => undefined;
async function endDemoOrders(tx: Transaction, userId: string): Promise<void> {
  await tx.query('delete from open_things where user_id = $1', [userId]);
  const action = meanwhile;
  meanwhile = async () => undefined;
  await action();
}
const { app, bus, from, register } = await identityApp(db, clock, { endDemoOrders });
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

/** Something that holds 500 USDT of margin and has paid 1 USDT of fee. */
async function open(userId: string): Promise<void> {
  await db.transact(async (tx) => {
    const cost = { userId, margin: amount(500_000_000n), fee: amount(1_000_000n) };
    await post(tx, { book: 'demo', reference: `test:${userId}`, at: clock.now(), ...recipes.contractOpened(cost) });
    await tx.query('insert into open_things (user_id) values ($1)', [userId]);
  });
}

async function demoBalances(userId: string) {
  const [usdt] = await balances(db, 'demo', userId);
  return [usdt?.available, usdt?.margin, (await db.query('select 1 from open_things where user_id = $1', [userId])).length];
}

const demo = { virtually: 'NO' };
const fresh = [100_000_000_000n, 0n, 0];

test('a reset ends what is open, releases its margin and restores the first balance', async () => {
  const { id, token } = await register('beginner');
  await open(id);
  expect(await demoBalances(id)).toEqual([99_499_000_000n, 500_000_000n, 1]);
  const told: unknown[] = [];
  const unsubscribe = bus.subscribe('private', (message) => told.push(message));
  expect(await from('192.0.2.1', token, demo)(userCalls.demoReset, {})).toEqual({ book: 'demo', balance: '100000' });
  unsubscribe();
  expect(await demoBalances(id)).toEqual(fresh);
  expect(told).toEqual([{ userId: id, book: 'demo', event: 'balance', data: { asset: 'USDT', available: '100000' } }]);
});

test('what is opened while the reset is under way ends with it: none is left without money behind it', async () => {
  const { id, token } = await register('hasty');
  meanwhile = () => open(id);
  await from('192.0.2.1', token, demo)(userCalls.demoReset, {});
  expect(await demoBalances(id)).toEqual(fresh);
});

test('a failure on the way leaves everything as it was, and tells nobody', async () => {
  const { id, token } = await register('unlucky');
  await open(id);
  const told: unknown[] = [];
  const unsubscribe = bus.subscribe('private', (message) => told.push(message));
  meanwhile = () => Promise.reject(new Error('a broken slice'));
  expect(await refusalOf(from('192.0.2.1', token, demo)(userCalls.demoReset, {}))).toBe('500');
  unsubscribe();
  expect(await demoBalances(id)).toEqual([99_499_000_000n, 500_000_000n, 1]);
  expect(told).toEqual([]);
});

test('one key resets once, and the same call again within three seconds is refused', async () => {
  const { id, token } = await register('repeater');
  const call = from('192.0.2.1', token, demo);
  const once = await call(userCalls.demoReset, {}, { idempotencyKey: 'reset-1' });
  await open(id);
  expect(await call(userCalls.demoReset, {}, { idempotencyKey: 'reset-1' })).toEqual(once);
  expect(await demoBalances(id)).toEqual([99_499_000_000n, 500_000_000n, 1]);
  await call(userCalls.demoReset, {});
  expect(await refusalOf(call(userCalls.demoReset, {}))).toBe('30000');
});

test('the real account is never reset', async () => {
  const { token } = await register('serious');
  expect(await refusalOf(from('192.0.2.1', token, { virtually: 'YES' })(userCalls.demoReset, {}))).toBe('403');
});

const { token: headless } = await register('headless');

test.for(['', 'no', 'No', 'DEMO', '0', 'NO, YES', 'NO ,NO', '__proto__'])(
  'the header virtually: %j chooses no account',
  async (virtually) => {
    const answer = from('192.0.2.1', headless, { virtually })(userCalls.demoReset, {});
    await expect(answer).rejects.toMatchObject({ code: '11003', httpStatus: 400, fields: { virtually: '11003' } });
  },
);

test('a request without the header virtually, or with two of them, chooses no account', async () => {
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const send = (virtually: string[]) =>
    new Promise<string>((resolve, reject) => {
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: `${customerPrefix}/user/demoReset`,
          headers: { authorization: headless, virtually },
        },
        (response) => {
          response.setEncoding('utf8');
          let body = '';
          response.on('data', (chunk: string) => (body += chunk));
          response.on('end', () => resolve((JSON.parse(body) as { code: string }).code));
        },
      );
      sent.on('error', reject);
      sent.end();
    });
  expect(await send([])).toBe('11003');
  expect(await send(['NO', 'NO'])).toBe('11003');
  expect(await send(['NO', 'YES'])).toBe('11003');
  expect(await send(['NO'])).toBe('200');
});
