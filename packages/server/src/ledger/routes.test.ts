import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { testImages } from '../../test/images.ts';
import type { Authenticate } from '../platform/http.ts';
import { createRateLimiter } from '../platform/limits/rate-limit.ts';
import { openDemo, post, serveLedger } from './index.ts';

const db = await testDatabase();
const app = fastify();
const clock = { now: () => 0, wall: () => 0, elapsed: () => 0 };
const unlimited = { max: 1_000_000, windowMs: 1000 };
// The token is the user's id.
const authenticate: Authenticate = async (token) => {
  return { id: token, userName: token, sessionId: token, frozen: false, freezeReason: null };
};
serveLedger({
  app,
  db,
  clock,
  authenticate,
  recognise: authenticate,
  limit: createRateLimiter(clock),
  images: testImages(db, clock),
  limits: { perUser: unlimited, perAddress: unlimited },
  opened: new Set(),
});

await db.transact((tx) => openDemo(tx, { userId: '7', amount: amount(1_000_000_000n), at: Date.UTC(2026, 0, 5) }));
await db.transact((tx) => {
  const contract = recipes.contractOpened({ userId: '7', margin: amount(100_000_000n), fee: amount(50_000n) });
  return post(tx, { book: 'demo', reference: 'C1', at: Date.UTC(2026, 0, 6), ...contract });
});

async function listTransfers(query: string, headers: Record<string, string> = {}) {
  const url = `/swx/customer/user/listTransfers${query}`;
  return (await app.inject({ url, headers: { authorization: '7', virtually: 'NO', ...headers } })).json<unknown>();
}

test('listTransfers answers decimal strings, signed amounts and the balance after each line', async () => {
  expect(await listTransfers('?limit=2')).toEqual({
    code: '200',
    result: {
      items: [
        {
          id: '2-2-out',
          time: '2026-01-06T00:00:00.000Z',
          reason: 'contract.opened',
          reference: 'C1',
          asset: 'USDT',
          kind: 'available',
          amount: '-0.05',
          balanceAfter: '899.95',
        },
        {
          id: '2-1-in',
          time: '2026-01-06T00:00:00.000Z',
          reason: 'contract.opened',
          reference: 'C1',
          asset: 'USDT',
          kind: 'margin',
          amount: '100',
          balanceAfter: '100',
        },
      ],
      nextCursor: '2-1-in',
    },
  });
  expect(await listTransfers('?limit=2&cursor=2-1-in')).toMatchObject({
    result: {
      items: [
        { amount: '-100', balanceAfter: '900' },
        { amount: '1000', balanceAfter: '1000' },
      ],
      nextCursor: null,
    },
  });
});

test('listTransfers shows neither the other book nor another customer', async () => {
  const nothing = { code: '200', result: { items: [], nextCursor: null } };
  expect(await listTransfers('', { virtually: 'YES' })).toEqual(nothing);
  expect(await listTransfers('', { authorization: '8' })).toEqual(nothing);
});

test('listTransfers reads a period, and refuses a cursor that is not its own', async () => {
  expect(await listTransfers('?to=2026-01-06T00:00:00.000Z')).toMatchObject({ result: { items: [{ reason: 'demo.opened' }] } });
  expect(await listTransfers('?cursor=abc')).toMatchObject({ code: '400', fields: { cursor: '400' } });
});
