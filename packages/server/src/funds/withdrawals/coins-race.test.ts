import { order } from '@assay/contract/endpoints/order.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { expect, test } from 'vitest';
import { patientlyAside, rewritten } from '../../../test/broken-twin.ts';
import { testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { fund } from '../../../test/trading.ts';
import { balances, held, post } from '../../ledger/index.ts';
import { type Database, type Transaction, unhurried } from '../../platform/database.ts';
import type { WithdrawalRow } from './row.ts';
import { settleHold } from './settle-hold.ts';

const db = patientlyAside(await testDatabase());
const { clock, quote, customer, bus } = await funding(db);
await fund(db, 'real');
const coin = assetOf('COIN');
const coins = (text: string) => parseAmount(text, coin) ?? nothing;
const again = () => ({ idempotencyKey: crypto.randomUUID() });
const buy = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '1' } as const;

const unlocked = '(select null::numeric as balance from unnest($1::text[], $2::text[], $3::text[], $4::text[])) accounts';

/** Coins leave, and more of them are bought as soon as it has been read what they have cost. What is counted as bought then, and what is there. */
async function leftBesidePurchase(name: string, on: Database) {
  const { userId, real } = await customer(name, '1000');
  await quote(10_000);
  await real(order.submit, buy, again());
  clock.advance(1000);
  const [reference, amount] = [`W-${name}`, coins('0.5')];
  const asked = recipes.withdrawalRequested({ userId, asset: coin, amount });
  await db.transact((tx) => post(tx, { book: 'real', reference, at: clock.now(), ...asked }));
  clock.advance(1000);
  let buying: Promise<unknown> = Promise.resolve();
  const purchase = async () => {
    let isBought = false;
    buying = real(order.submit, buy, again()).then(() => (isBought = true));
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while (!isBought && (await db.query(waits)).length === 0);
  };
  const beside = (tx: Transaction): Transaction => ({
    afterCommit: (action) => tx.afterCommit(action),
    withCommit: (sql, values, then) => tx.withCommit(sql, values, then),
    query: async <Row extends object>(sql: string, values?: readonly unknown[]) => {
      const rows = await tx.query<Row>(sql, values);
      if (sql.includes('join spot_costs')) await purchase();
      return rows;
    },
  });
  const paid = { userId, withdrawalNo: reference, coin: 'COIN', amount, actual: amount, fee: 0n, status: 'completed' };
  const row = paid as unknown as WithdrawalRow;
  await on.transact((tx) => settleHold({ bus }, beside(tx), row, clock.now()), unhurried);
  await buying;
  const [cost] = await db.query<{ quantity: bigint }>('select quantity from spot_costs where user_id = $1', [userId]);
  const [own] = await balances(db, 'real', userId, [coin]);
  return { counted: cost?.quantity, there: own === undefined ? nothing : sum(own.available, held(own)) };
}

test('coins that leave while others are bought take their cost with them, because a purchase waits for what is free of them', async () => {
  // 0.999 twice, less 0.5.
  expect(await leftBesidePurchase('waits', db)).toEqual({ counted: coins('1.498'), there: coins('1.498') });
  const hurried = rewritten(
    db,
    (sql) => sql.replace('ledger_lock_many($1, $2, $3, $4)', unlocked),
    () => false,
    1,
  );
  const { counted, there } = await leftBesidePurchase('hurries', hurried);
  expect(there).toBe(coins('1.498'));
  expect(counted).not.toBe(there);
});
