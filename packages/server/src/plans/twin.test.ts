import { order } from '@assay/contract/endpoints/order.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, it } from 'vitest';
import { rewritten } from '../../test/broken-twin.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { day } from '../../test/identity-app.ts';
import { fundTreasury, planning } from '../../test/plans.ts';
import { type Finding, audit, houseAccount, post } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { holdings } from './holdings.ts';
import { openPlan } from './open-plan.ts';
import { PlansRound } from './round.ts';

// Versions without one guard each. The checks that the other stories make must not let them pass.

const gold = { productId: 'plan-gold', days: 30, amount: '1000' };

async function findings(db: Database): Promise<readonly Finding[]> {
  return (await audit(db, { holdings })).findings;
}

it('a version without row lock and day key pays an income twice, and the auditor finds it', async () => {
  const db = await testDatabase();
  const { clock, plans, saver } = await planning(db);
  await fundTreasury(db, '1000');
  const { real } = await saver('twice', '1000');
  const { orderNo } = await real(order.buySmart, gold);
  const isLock = (sql: string) => sql.includes(' for update');
  const unlocked = rewritten(db, (sql) => sql.replace(' for update', ''), isLock, 2);
  const bothRounds = async () => {
    clock.advance(day);
    const rounds = [1, 2].map(() => new PlansRound({ ...plans, db: unlocked }, silent).run(new AbortController().signal));
    await Promise.all(rounds);
  };
  // The key of the day alone already keeps the second one out.
  await bothRounds();
  expect(await findings(db)).toEqual([]);
  await db.query('alter table plan_incomes drop constraint plan_incomes_pkey');
  await bothRounds();
  expect(await findings(db)).toMatchObject([{ check: 'held', about: `house USDT committed ${orderNo}` }]);
});

it('a version without the index of open plans sells one product twice', async () => {
  const db = await testDatabase();
  const { plans, saver } = await planning(db);
  await fundTreasury(db, '1000');
  const { userId } = await saver('doubled', '5000');
  const buyTwice = (database: Database) =>
    Promise.all([1, 2].map(() => database.transact((tx) => openPlan({ ...plans, db: database }, tx, userId, gold))));
  const sold = (answers: readonly unknown[]) => answers.filter((answer) => !isRefusal(answer)).length;
  expect(sold(await buyTwice(db))).toBe(1);
  await db.query('drop index one_open_plan_per_product');
  const unguarded = rewritten(
    db,
    (sql) => sql.replace(/on conflict [^\n]* do nothing/, ''),
    () => false,
    0,
  );
  expect(sold(await buyTwice(unguarded))).toBe(2);
});

it('a version that looks at the treasury without a lock sells more than it covers, and the books refuse it', async () => {
  const db = await testDatabase();
  const { plans, saver } = await planning(db);
  await fundTreasury(db, '150');
  const people = [await saver('first', '1000'), await saver('second', '1000')];
  const isRead = (sql: string) => sql.includes('ledger_lock_many');
  const unlocked = rewritten(
    db,
    // The same answer, without waiting for anybody.
    (sql) =>
      sql.replace(
        'ledger_lock_many($1, $2, $3, $4)',
        `(select a.balance::numeric from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality n (book, owner, asset, kind, place)
          left join ledger_accounts a on a.book = n.book and a.asset = n.asset and a.owner = n.owner and a.kind = n.kind
          order by n.place) read`,
      ),
    isRead,
    2,
  );
  const buying = people.map(({ userId }) => unlocked.transact((tx) => openPlan({ ...plans, db: unlocked }, tx, userId, gold)));
  const outcomes = await Promise.allSettled(buying);
  // With the lock the second is refused with 11017; without it the treasury's own balance is what stops it.
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
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
