import { accountName } from '@assay/domain/ledger/accounts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Recipe } from '@assay/domain/ledger/recipes/recipe.ts';
import { type Amount, formatAmount, parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { balances, post, transfersOf } from './index.ts';

const db = await testDatabase();

function money(text: string): Amount {
  const value = parseAmount(text, usdt);
  if (value === undefined) throw new Error(`${text} is not an amount of USDT`);
  return value;
}

async function book(reference: string, recipe: Recipe): Promise<string> {
  const posted = await db.transact((tx) => post(tx, { book: 'real', reference, at: 0, ...recipe }));
  return isRefusal(posted) ? posted.code : 'posted';
}

async function has(userId: string) {
  const [own] = await balances(db, 'real', userId, [usdt]);
  return own && { available: formatAmount(own.available, usdt), withdrawal: formatAmount(own.withdrawal, usdt) };
}

async function journal(reference: string): Promise<string[]> {
  const transfers = await transfersOf(db, reference);
  return transfers.map(
    (line) => `${accountName(line.from)} → ${accountName(line.to)} ${formatAmount(line.amount, line.asset)}`,
  );
}

describe('a withdrawal of 200', () => {
  const asked = (userId: string) => recipes.withdrawalRequested({ userId, asset: usdt, amount: money('200') });
  const rich = async (userId: string) => {
    await book(`rich-${userId}`, recipes.depositCompleted({ userId, amount: money('500') }));
    expect(await book(`asked-${userId}`, asked(userId))).toBe('posted');
    expect(await has(userId)).toEqual({ available: '300', withdrawal: '200' });
  };

  test('is set aside, and paid out as 198 and a fee of 2', async () => {
    await rich('payee');
    const paid = recipes.withdrawalCompleted({ userId: 'payee', asset: usdt, actual: money('198'), fee: money('2') });
    await book('paid-1', paid);
    expect(await has('payee')).toEqual({ available: '300', withdrawal: '0' });
    expect(await journal('paid-1')).toEqual(['withdrawal → house:outside:withdrawals 198', 'withdrawal → house:fees 2']);
  });

  test('is set aside, and returns whole', async () => {
    await rich('refunded');
    await book('back-1', recipes.withdrawalReturned({ userId: 'refunded', asset: usdt, amount: money('200') }));
    expect(await has('refunded')).toEqual({ available: '500', withdrawal: '0' });
  });

  test('is refused without the money: 10011 for USDT, 11013 for a coin, which comes in by a deposit of its own', async () => {
    expect(await book('asked-poor', asked('poor'))).toBe('10011');
    const coins = { userId: 'poor', asset: assetOf('BTC'), amount: money('1') };
    expect(await book('asked-coins', recipes.withdrawalRequested(coins))).toBe('11013');
    await book('coins-in', recipes.depositCompleted(coins));
    expect(await book('asked-coins', recipes.withdrawalRequested(coins))).toBe('posted');
  });
});
