import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { openDemo, post } from './index.ts';
import { type StatementQuery, statement } from './statement.ts';

const db = await testDatabase();
const hour = (hours: number) => Date.UTC(2026, 0, 5, hours);

const ada = 'ada';
await db.transact((tx) => openDemo(tx, { userId: ada, amount: amount(1000n), at: hour(8) }));
await db.transact((tx) => openDemo(tx, { userId: 'bob', amount: amount(1000n), at: hour(8) }));
await db.transact((tx) =>
  post(tx, {
    book: 'demo',
    reference: 'C1',
    at: hour(9),
    ...recipes.contractOpened({ userId: ada, margin: amount(100n), fee: amount(3n) }),
  }),
);
await db.transact((tx) => {
  const closed = { userId: ada, margin: amount(100n), profit: amount(20n), fee: amount(4n), liquidated: false };
  return post(tx, { book: 'demo', reference: 'C1', at: hour(10), ...recipes.contractClosed(closed) });
});

/** The lines as they are read: kind, amount, balance after it. */
async function lines(query: Partial<StatementQuery> = {}): Promise<string[]> {
  const page = await statement(db, { book: 'demo', userId: ada, limit: 100, ...query });
  if (isRefusal(page)) return [page.code];
  return page.items.map((line) => `${line.reason} ${line.kind} ${line.amount} → ${line.balanceAfter}`);
}

const closing = [
  'contract.closed available -4 → 1013',
  'contract.closed available 100 → 1017',
  'contract.closed margin -100 → 0',
  'contract.closed available 20 → 917',
];
const opening = [
  'contract.opened available -3 → 897',
  'contract.opened margin 100 → 100',
  'contract.opened available -100 → 900',
];
const first = ['demo.opened available 1000 → 1000'];

test('a statement has every entry of the account with the balance after it, newest first', async () => {
  expect(await lines()).toEqual([...closing, ...opening, ...first]);
});

test.each([1, 2, 3, 5, 8])('pages of %i lines follow on from each other without gap or overlap', async (limit) => {
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await statement(db, { book: 'demo', userId: ada, limit, cursor });
    if (isRefusal(page)) throw new Error(page.code);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    all.push(...page.items.map((line) => `${line.reason} ${line.kind} ${line.amount} → ${line.balanceAfter}`));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(all).toEqual([...closing, ...opening, ...first]);
});

test('a period has its first moment in it and its last one not', async () => {
  expect(await lines({ from: new Date(hour(9)), to: new Date(hour(10)) })).toEqual(opening);
});

test('an asset that the customer never had has no lines, and neither has the other book', async () => {
  expect(await lines({ asset: 'BTC' })).toEqual([]);
  expect(await lines({ asset: usdt.code })).toHaveLength(8);
  expect(await lines({ book: 'real' })).toEqual([]);
});

test('another customer sees only their own', async () => {
  expect(await lines({ userId: 'bob' })).toEqual(first);
});

test.each(['x', '1-1', '1-1-up', '99999999999999999999-1-in', "1-1-in'--"])('the cursor %s is refused', async (cursor) => {
  expect(await lines({ cursor })).toEqual(['400']);
});
