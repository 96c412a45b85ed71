import { depositDeskCalls as deposits } from '@assay/contract/endpoints/console/deposits.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, it } from 'vitest';
import { rewritten } from '../../test/broken-twin.ts';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { funding, hashOf, keptImage, report } from '../../test/funding.ts';
import { audit, balances } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { reportDeposit } from './deposits/report.ts';
import { decideDeposit } from './desk/deposits-desk.ts';
import { holdings } from './holdings.ts';
import { serveFundsDesk } from './index.ts';
import { cancelWithdrawal } from './withdrawals/cancel.ts';
import { requestWithdrawal } from './withdrawals/request.ts';

// Versions without one guard each. The checks that the other stories make must not let them pass.

const call = (userId: string) =>
  ({ user: { id: userId, userName: 'twin', sessionId: '1', frozen: false, freezeReason: null }, language: 'en' }) as const;
const proven = async () => undefined;
const bare = (sql: string) => sql.replace(/ for (no key )?update( of w)?/, '');

async function availableOf(db: Database, userId: string) {
  const [own] = await balances(db, 'real', userId, [usdt]);
  return own?.available;
}

it('a version that does not lock the owner takes more in than the limit of the day', async () => {
  const db = await testDatabase();
  const { customer, funds } = await funding(db, { waitMs: 0 });
  const ask = async (database: Database, userName: string) => {
    const { userId, method } = await customer(userName, '5000');
    const input = { methodId: await method(), asset: 'USDT', amount: '600' };
    const asking = [1, 2].map(() => database.transact((tx) => requestWithdrawal(funds, tx, call(userId), input, proven)));
    return (await Promise.all(asking)).filter((answer) => !isRefusal(answer)).length;
  };
  expect(await ask(db, 'guarded')).toBe(1);
  // Both have the sums of the day before one of them adds to these.
  const unguarded = rewritten(db, bare, (sql) => sql.includes('filter (where created_at > $2)'), 2);
  expect(await ask(unguarded, 'unguarded')).toBe(2);
});

it('a version without row lock cancels a withdrawal twice, and its history stops the second return', async () => {
  const db = await testDatabase();
  const { customer, funds } = await funding(db, { waitMs: 0 });
  const { userId, method } = await customer('twice', '1000');
  const input = { methodId: await method(), asset: 'USDT', amount: '500' };
  const asked = await db.transact((tx) => requestWithdrawal(funds, tx, call(userId), input, proven));
  if (isRefusal(asked)) throw new Error(asked.code);
  const isLock = (sql: string) => sql.includes('for update of w');
  const unguarded = rewritten(
    db,
    (sql) => bare(sql).replace('where id = $1 and status = $2 returning id', 'where id = $1 and $2 <> $3 returning id'),
    isLock,
    2,
  );
  const outcomes = await Promise.allSettled(
    [1, 2].map(() => unguarded.transact((tx) => cancelWithdrawal(funds, tx, userId, asked.id))),
  );
  // With the lock the second is refused; without it the table itself does not let an ended withdrawal change.
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await availableOf(db, userId)).toBe(1_000_000_000n);
});

it('a version that asks nobody else completes what it has approved, and the table refuses it', async () => {
  const db = await testDatabase();
  const { customer, funds, clock } = await funding(db, { waitMs: 0 });
  const { operatorWith } = await consoleApp(db, clock, (desk) => serveFundsDesk(desk, funds));
  const alone = await operatorWith(['finance']);
  const { real, userId } = await customer('alone');
  const id = await report(real, '500', hashOf(0x77));
  await alone.call(deposits.approve, { id });
  const operator = { id: alone.id, name: alone.name, roles: ['finance'] } as const;
  // A person who is another one by the rule, and the same in the table.
  const disguised = { call: { operator: { ...operator, id: `0${alone.id}` } }, audit: () => undefined };
  const completing = db.transact((tx) => decideDeposit(funds, { ...disguised, tx }, id, { status: 'completed', reason: null }));
  await expect(completing).rejects.toThrow('two_persons');
  expect(await availableOf(db, userId)).toBe(0n);
});

it('a version without the index of transactions takes one in twice', async () => {
  const db = await testDatabase();
  const { customer, funds } = await funding(db);
  const { userId } = await customer('twice');
  const unguarded = rewritten(
    db,
    (sql) => sql.replace(/on conflict \(network_id, hash, user_id\).* do nothing/, ''),
    () => false,
    0,
  );
  const reportBoth = async (database: Database, number: number) => {
    const hash = hashOf(number);
    const input = { coin: 'USDT', network: 'TRC20', amount: '500', hash, lastSix: hash.slice(-6) };
    const reports = [1, 2].map(() =>
      database.transact((tx) => reportDeposit(funds, tx, { ...call(userId), images: { proof: keptImage } }, input)),
    );
    const outcomes = await Promise.allSettled(reports);
    return outcomes.filter((outcome) => outcome.status === 'fulfilled' && !isRefusal(outcome.value)).length;
  };
  expect(await reportBoth(db, 0x88)).toBe(1);
  expect(await reportBoth(unguarded, 0x89)).toBe(1);
  await db.query('drop index one_deposit_per_transaction');
  expect(await reportBoth(unguarded, 0x8a)).toBe(2);
});

it('the auditor finds money that is held for no withdrawal, and a withdrawal that holds none', async () => {
  const db = await testDatabase();
  const { customer, funds } = await funding(db, { waitMs: 0 });
  const { userId, method } = await customer('audited', '1000');
  const input = { methodId: await method(), asset: 'USDT', amount: '500' };
  await db.transact((tx) => requestWithdrawal(funds, tx, call(userId), input, proven));
  expect((await audit(db, { holdings })).findings).toEqual([]);
  await db.query('alter table withdrawals disable trigger funds_guard');
  await db.query("update withdrawals set status = 'cancelled', ended_at = now()");
  expect((await audit(db, { holdings })).findings).toMatchObject([
    { check: 'held' },
    // Nor was it booked that it is over.
    { check: 'agreed', detail: 'was decided and is not booked' },
  ]);
});
