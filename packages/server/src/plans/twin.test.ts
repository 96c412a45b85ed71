import { order } from '@assay/contract/endpoints/order.ts';
import { houseAccount } from '@assay/domain/ledger/accounts.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, it } from 'vitest';
import { patiently, rewritten, withoutGuards } from '../../test/broken-twin.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { day } from '../../test/identity-app.ts';
import { fundTreasury, planning } from '../../test/plans.ts';
import { type Finding, audit, lockBalances, post } from '../ledger/index.ts';
import { type Database, unhurried } from '../platform/database.ts';
import { holdings } from './holdings.ts';
import { PlansRound } from './round.ts';
import { buyPlan } from './submit.ts';

// Versions without one guard each. The checks that the other stories make must not let them pass.

const gold = { productId: 'plan-gold', days: 30, amount: '1000' };

async function findings(db: Database): Promise<readonly Finding[]> {
  return (await audit(db, { holdings })).findings;
}

it('a version without row lock and day key pays an income twice, and the auditor finds it', async () => {
  const db = await testDatabase();
  const { clock, saver, process } = await planning(db);
  await fundTreasury(db, '1000');
  const { real } = await saver('twice', '1000');
  const { orderNo } = await real(order.buySmart, gold);
  const bothRounds = async () => {
    clock.advance(day);
    const unlocked = withoutGuards(db, 2);
    const rounds = [1, 2].map(() => new PlansRound(process(unlocked), silent).run(new AbortController().signal));
    await Promise.all(rounds);
  };
  // The key of the day alone already keeps the second one out.
  await bothRounds();
  expect(await findings(db)).toEqual([]);
  await db.query('alter table plan_incomes drop constraint plan_incomes_pkey');
  await bothRounds();
  expect(await findings(db)).toMatchObject([{ check: 'held', about: `house USDT committed ${orderNo}` }]);
});

/** The same answers as under the lock, without waiting. */
const unlockedAccounts = (sql: string) =>
  sql.replace(
    'from ledger_lock_many($1, $2, $3, $4)',
    `from unnest($1::text[], $2::text[], $3::text[], $4::text[])
      with ordinality n (book, owner, asset, kind, place) left join ledger_accounts a using (book, owner, asset, kind) order by place`,
  );

it('a version that looks at what is held without a lock, and without the index of open plans, sells one product twice', async () => {
  const db = await testDatabase();
  const { process, saver } = await planning(db);
  await fundTreasury(db, '1000');
  const { userId } = await saver('doubled', '5000');
  const open = async () => (await db.query("select from plans where status = 'inIncome'")).length;
  const buyTwice = async (database: Database) => {
    await Promise.allSettled([1, 2].map(() => buyPlan(process(database), userId, null, gold)));
    return open();
  };
  const leaveAll = async () => {
    await db.query(
      `update plans set status = 'closed', due_at = created_at, exit_asked_at = now(), forfeited = 50000000 where status = 'inIncome'`,
    );
    await new PlansRound(process(db), silent).run(new AbortController().signal);
  };
  const isRead = (sql: string) => sql.includes('as "productId" from plans');
  const unlocked = rewritten(db, unlockedAccounts, isRead, 2);
  // Where both have seen nothing held, the books refuse the second, which has counted on other balances.
  expect(await buyTwice(unlocked)).toBe(1);
  await leaveAll();
  const credulous = (sql: string) =>
    unlockedAccounts(sql).replace('$7, $8, $9, $10)', '$7, $8, $9, nullif($10::numeric[], $10::numeric[]))');
  const believed = () => rewritten(db, credulous, isRead, 2);
  expect(await buyTwice(believed())).toBe(1);
  await leaveAll();
  await db.query('drop index one_open_plan_per_product');
  expect(await buyTwice(believed())).toBe(2);
});

it('a version that looks at the treasury without a lock sells more than it covers, and the books refuse it', async () => {
  const db = await testDatabase();
  const { process, saver } = await planning(db);
  await fundTreasury(db, '150');
  const people = [await saver('first', '1000'), await saver('second', '1000')];
  const isRead = (sql: string) => sql.includes('ledger_lock_many');
  const unlocked = rewritten(db, unlockedAccounts, isRead, 2);
  const buying = people.map(({ userId }) => buyPlan(process(unlocked), userId, null, gold));
  const outcomes = await Promise.allSettled(buying);
  // With the lock the second is refused with 11017; without it the books refuse who counts on other balances.
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await findings(db)).toEqual([]);
});

it('a group that turns out to need an earlier account of the house does not wait for it with a later one in its hands', async () => {
  const db = await testDatabase();
  const { process, saver } = await planning(db);
  await fundTreasury(db, '1000');
  /**
   * A purchase locks the treasury, then the committed amount, which another transaction has locked. Returns whether the
   * treasury is free.
   */
  const isFreeMeanwhile = async (name: string, database: Database): Promise<boolean> => {
    const { userId } = await saver(name, '1000');
    let bought: Promise<unknown> = Promise.resolve();
    const free = await db.transact(async (tx) => {
      await lockBalances(tx, 'real', usdt, [houseAccount('committed')]);
      bought = buyPlan(process(database), userId, null, gold);
      const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      while ((await db.query(waits)).length === 0);
      return tx.query(
        `select from ledger_accounts where book = 'real' and owner = 'house' and asset = 'USDT' and kind = 'treasury'
         for no key update skip locked`,
      );
    }, unhurried);
    expect(await bought).toMatchObject({ status: 'inIncome' });
    return free.length === 1;
  };
  expect(await isFreeMeanwhile('sorted', patiently(db))).toBe(true);
  const inTheOrderAsked = rewritten(
    db,
    (sql) => sql.replace('rollback to savepoint without_house', 'select'),
    () => false,
    1,
  );
  expect(await isFreeMeanwhile('asked', inTheOrderAsked)).toBe(false);
  expect(await findings(db)).toEqual([]);
});

it('the auditor finds committed money that no open plan needs, and an open plan that lacks it', async () => {
  const db = await testDatabase();
  const { saver } = await planning(db);
  await fundTreasury(db, '1000');
  const { real } = await saver('short', '1000');
  const { orderNo } = await real(order.buySmart, gold);
  const move = (from: 'treasury' | 'committed', to: 'treasury' | 'committed', reference: string) =>
    db.transact((tx) =>
      post(tx, {
        book: 'real',
        reference,
        at: 0,
        reason: 'house.funded',
        transfers: [{ from: houseAccount(from), to: houseAccount(to), asset: usdt, amount: amount(1n) }],
      }),
    );
  await move('committed', 'treasury', orderNo);
  expect(await findings(db)).toMatchObject([{ check: 'held', about: `house USDT committed ${orderNo}` }]);
  await move('treasury', 'committed', orderNo);
  expect(await findings(db)).toEqual([]);
  await move('treasury', 'committed', 'nothing');
  expect(await findings(db)).toMatchObject([{ check: 'held', about: 'house USDT committed nothing' }]);
});
