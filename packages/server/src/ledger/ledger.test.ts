import { type Amount, formatAmount, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { audit, balances, openDemo, post, recipes } from './index.ts';

const db = await testDatabase();
const money = (text: string): Amount => {
  const value = parseAmount(text, usdt);
  if (value === undefined) throw new Error(text);
  return value;
};

test('smoke', async () => {
  await db.transact((tx) => openDemo(tx, { userId: '1', amount: money('100000'), at: 1_700_000_000_000 }));
  const posted = await db.transact((tx) =>
    post(tx, { book: 'demo', reference: 'position:1', at: 1, ...recipes.contractOpened({ userId: '1', margin: money('10'), fee: money('0.05') }) }),
  );
  expect(isRefusal(posted)).toBe(false);
  const [own] = await balances(db, 'demo', '1');
  expect(own && formatAmount(own.available, usdt)).toBe('99989.95');
  expect((await audit(db, {})).findings).toEqual([]);
  expect((await audit(db, { holdings: [] })).findings).toEqual([]);
});
