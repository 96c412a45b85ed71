import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { expect, test } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { recomputed, taxYears } from '../../../test/tax-year.ts';
import { expectSoundBooks, fund } from '../../../test/trading.ts';
import { post, serveLedgerDesk } from '../../ledger/index.ts';
import type { WithdrawalRow } from './row.ts';
import { settleHold } from './settle-hold.ts';

const db = await testDatabase();
const server = await funding(db);
const { app, clock, quote, customer, bus } = server;
await fund(db, 'real');
const { lines, taxYear } = taxYears(app);
const coin = assetOf('COIN');
const coins = (text: string) => parseAmount(text, coin) ?? nothing;
const again = () => ({ idempotencyKey: crypto.randomUUID() });
const buy = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '1' } as const;
const sell = { ...buy, side: 'sell', quantity: '0.999' } as const;
let cases = 0;

/** So many coins are requested; then they are paid, or returned. */
async function withdraw(userId: string, amount: string, status: 'completed' | 'rejected' = 'completed') {
  const withdrawalNo = `W300107-${(cases += 1)}`;
  const held = recipes.withdrawalRequested({ userId, asset: coin, amount: coins(amount) });
  await db.transact((tx) => post(tx, { book: 'real', reference: withdrawalNo, at: clock.now(), ...held }));
  clock.advance(1000);
  const row = { userId, withdrawalNo, coin: 'COIN', amount: coins(amount), actual: coins(amount), fee: 0n, status };
  await db.transact((tx) => settleHold({ bus }, tx, row as unknown as WithdrawalRow, clock.now()));
  clock.advance(1000);
}

const costOf = async (userId: string) =>
  (await db.query<{ quantity: bigint; cost: bigint }>('select quantity, cost from spot_costs where user_id = $1', [userId]))[0];

test('coins that were withdrawn are in no average any more, nor in what the house has taken on', async () => {
  const { userId, token, real } = await customer('leaver', '1000');
  await quote(10_000);
  await real(order.submit, buy, again());
  clock.advance(1000);
  await withdraw(userId, '0.5', 'rejected');
  expect(await costOf(userId)).toEqual({ quantity: coins('0.999'), cost: 100_000_000n });
  await withdraw(userId, '0.999');
  // The house counts what is held by the same sum.
  expect(await costOf(userId)).toEqual({ quantity: 0n, cost: 0n });
  for (const price of [10_300, 10_600, 11_000]) await quote(price);
  await real(order.submit, buy, again());
  const [balance] = (await real(user.listBalances, {})).filter(({ asset }) => asset === 'COIN');
  // 110 for 0.999.
  expect(balance).toMatchObject({ averageCost: '110.110111', available: '0.999' });
  clock.advance(1000);
  const sold = await real(order.submit, sell, again());
  // 109.89 less 0.10989 of fee, for what had cost 110.
  expect(sold).toMatchObject({ profit: '-0.21989' });
  const rows = await lines(token, 'coins');
  expect(rows.filter(({ type }) => type?.startsWith('total')).map(({ type, result }) => [type, result])).toEqual([
    ['totalFifo', '-0.21989'],
    ['totalAverage', '-0.21989'],
  ]);
  expect(await recomputed(await taxYear(token))).toBe('agrees');
  await expectSoundBooks(db);
});

test('coins that came from elsewhere leave first, and of those that were bought each has the same share', async () => {
  const { userId, token, real } = await customer('mixed', '1000');
  const came = recipes.depositCompleted({ userId, asset: coin, amount: coins('2') });
  await quote(11_000);
  await real(order.submit, { ...buy, quantity: '3' }, again());
  clock.advance(1000);
  await db.transact((tx) => post(tx, { book: 'real', reference: `deposit:${userId}:2`, at: clock.now(), ...came }));
  await withdraw(userId, '1.5');
  expect(await costOf(userId)).toEqual({ quantity: coins('2.997'), cost: 330_000_000n });
  // What an order has set aside, or another withdrawal, is still there.
  await real(order.submit, { ...buy, side: 'sell', type: 'limit', price: '500', quantity: '1' }, again());
  await withdraw(userId, '1.5');
  // 330 − ⌈330 × 1 / 2.997⌉, and 0.5 more that were brought.
  expect(await costOf(userId)).toEqual({ quantity: coins('1.997'), cost: 219_889_889n });
  expect(await recomputed(await taxYear(token))).toBe('agrees');
});

test('so it is with coins that operators take back, and with those that had left before', async () => {
  const { userId, real } = await customer('corrected', '1000');
  const { operatorWith } = await consoleApp(db, clock, (desk) => {
    serveLedgerDesk(desk);
    server.serveDesks(desk);
  });
  const [ann, ben] = [await operatorWith(['finance']), await operatorWith(['finance'])];
  await quote(11_000);
  await real(order.submit, { ...buy, quantity: '2' }, again());
  const [mine, house] = [{ owner: userId, kind: 'available' } as const, { owner: 'house', kind: 'trading' } as const];
  const { proposalId } = await ann.call(
    consoleCalls.ledger.proposeCorrection,
    {
      book: 'real',
      transfers: [{ from: mine, to: house, amount: '0.999', asset: 'COIN' }],
      subject: 'D1',
      reason: 'Brought twice, as it turned out',
    },
    again(),
  );
  await ben.call(consoleCalls.proposals.approve, { id: proposalId }, again());
  expect(await costOf(userId)).toEqual({ quantity: coins('0.999'), cost: 110_000_000n });
  // As it was counted before.
  await db.query('update spot_costs set quantity = 3 * quantity, cost = 3 * cost + 1 where user_id = $1', [userId]);
  const migration = join(import.meta.dirname, '../../../migrations/675_coins_that_left.sql');
  for (let times = 0; times < 2; times += 1) await db.query(await readFile(migration, 'utf8'));
  // 330.000001 − ⌈330.000001 × 2 / 3⌉.
  expect(await costOf(userId)).toEqual({ quantity: coins('0.999'), cost: 110_000_000n });
});
