import type { HouseKind } from '@assay/domain/ledger/accounts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Recipe } from '@assay/domain/ledger/recipes/recipe.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { audit, balances, fundHouse, houseBalance, post } from './index.ts';

const db = await testDatabase();
const noon = Date.UTC(2026, 0, 5, 12);
const usd = (value: number) => amount(BigInt(value) * 1_000_000n);

async function book(recipe: Recipe): Promise<string> {
  const posted = await db.transact((tx) => post(tx, { book: 'real', reference: 'loan:1', at: noon, ...recipe }));
  return isRefusal(posted) ? posted.code : 'posted';
}
const houseHas = async (kind: HouseKind) => formatAmount(await houseBalance(db, 'real', kind, usdt), usdt);

async function has(): Promise<string> {
  const [own] = await balances(db, 'real', '1', [usdt]);
  return `available ${formatAmount(own?.available ?? usd(0), usdt)}, owes ${formatAmount(own?.loan ?? usd(0), usdt)}`;
}

test('a loan of 1,000 is paid out, 403 are repaid with 3 of interest, and the rest with 12', async () => {
  const funds = { treasury: usd(0), insurance: usd(0), lending: usd(5000), trading: usd(0) };
  await db.transact((tx) => fundHouse(tx, { book: 'real', reference: 'house', at: noon, funds }));
  await book(recipes.loanPaidOut({ userId: '1', principal: usd(1000) }));
  expect([await has(), await houseHas('lending'), await houseHas('receivable')]).toEqual([
    'available 1000, owes 1000',
    '4000',
    '-1000',
  ]);
  await book(recipes.loanRepaid({ userId: '1', interest: usd(3), principal: usd(400) }));
  expect([await has(), await houseHas('lending'), await houseHas('fees')]).toEqual(['available 597, owes 600', '4400', '3']);

  // 612 are owed and 597 are there: nothing is taken.
  expect(await book(recipes.loanRepaid({ userId: '1', interest: usd(12), principal: usd(600) }))).toBe('10011');
  await book(recipes.depositCompleted({ userId: '1', amount: usd(15) }));
  await book(recipes.loanRepaid({ userId: '1', interest: usd(12), principal: usd(600) }));
  expect([await has(), await houseHas('lending'), await houseHas('receivable'), await houseHas('fees')]).toEqual([
    'available 0, owes 0',
    '5000',
    '0',
    '15',
  ]);
  expect((await audit(db, {})).findings).toEqual([]);
});

test('more than the lending funds have is our own mistake, as is repaying more than is owed', async () => {
  await expect(book(recipes.loanPaidOut({ userId: '2', principal: usd(5001) }))).rejects.toThrow(
    /lending of house has too little/,
  );
  await book(recipes.depositCompleted({ userId: '2', amount: usd(50) }));
  await expect(book(recipes.loanRepaid({ userId: '2', interest: usd(0), principal: usd(50) }))).rejects.toThrow(/loan of 2/);
});
