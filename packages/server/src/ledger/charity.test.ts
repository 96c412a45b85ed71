import { type HouseKind, accountName } from '@assay/domain/ledger/accounts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Recipe } from '@assay/domain/ledger/recipes/recipe.ts';
import { type Amount, amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { audit, balances, houseBalance, post, transfersOf } from './index.ts';

const db = await testDatabase();
const noon = Date.UTC(2026, 0, 5, 12);
const usd = (value: number): Amount => amount(BigInt(value) * 1_000_000n);

async function book(reference: string, recipe: Recipe): Promise<string> {
  const posted = await db.transact((tx) => post(tx, { book: 'real', reference, at: noon, ...recipe }));
  return isRefusal(posted) ? posted.code : 'posted';
}
const houseHas = async (kind: HouseKind) => formatAmount(await houseBalance(db, 'real', kind, usdt), usdt);

async function has(userId: string): Promise<string> {
  const [own] = await balances(db, 'real', userId, [usdt]);
  return `available ${formatAmount(own?.available ?? usd(0), usdt)}, bid ${formatAmount(own?.bid ?? usd(0), usdt)}`;
}

test('one customer bids 50 and raises to 60, wins; another buys at once for 80; the charity is paid 130 of 140', async () => {
  const [ada, ben] = ['1', '2'];
  for (const userId of [ada, ben]) {
    await book(`deposit:${userId}`, recipes.depositCompleted({ userId, amount: usd(100) }));
  }
  await book('nft:1', recipes.bidPlaced({ userId: ben, hold: usd(40) }));
  await book('nft:1', recipes.bidPlaced({ userId: ada, hold: usd(50) }));
  await book('nft:1', recipes.bidReleased({ userId: ben, held: usd(40) }));
  await book('nft:1', recipes.bidPlaced({ userId: ada, hold: usd(10) }));
  expect([await has(ada), await has(ben)]).toEqual(['available 40, bid 60', 'available 100, bid 0']);
  expect(await book('nft:1', recipes.bidPlaced({ userId: ada, hold: usd(41) }))).toBe('10011');

  await book('nft:1', recipes.nftWon({ userId: ada, price: usd(60) }));
  await book('nft:2', recipes.nftBought({ userId: ben, price: usd(80) }));
  expect([await has(ada), await has(ben), await houseHas('charity')]).toEqual([
    'available 40, bid 0',
    'available 20, bid 0',
    '140',
  ]);
  await book('charity.payout:1', recipes.charityPaid({ amount: usd(130) }));
  expect([await houseHas('charity'), await houseHas('outside:charity')]).toEqual(['10', '130']);
  await expect(book('charity.payout:2', recipes.charityPaid({ amount: usd(11) }))).rejects.toThrow(/has too little/);

  const journal = (await transfersOf(db, 'nft:1')).map(
    ({ reason, from, to, amount: moved }) =>
      `${reason}: ${accountName(from)} → ${accountName(to)} ${formatAmount(moved, usdt)}`,
  );
  expect(journal).toEqual([
    'bid.placed: available → bid 40',
    'bid.placed: available → bid 50',
    'bid.released: bid → available 40',
    'bid.placed: available → bid 10',
    'nft.won: bid → house:charity 60',
  ]);
  expect((await audit(db, {})).findings).toEqual([]);
});
