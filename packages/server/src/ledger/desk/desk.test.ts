import { randomUUID } from 'node:crypto';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, test } from 'vitest';
import { rewritten } from '../../../test/broken-twin.ts';
import { consoleApp } from '../../../test/console.ts';
import { testDatabase, warm } from '../../../test/database.ts';
import { identityApp, refusalOf, standingClock } from '../../../test/identity-app.ts';
import type { Database } from '../../platform/database.ts';
import { audit as auditBooks, balances, fundHouse, houseBalance, post, serveLedgerDesk } from '../index.ts';

const db = await testDatabase();
const clock = standingClock();
const { operatorWith } = await consoleApp(db, clock, (desk) => {
  serveLedgerDesk(desk);
  // There are no invitations here.
  desk.earmark('fees', async () => amount(0n));
});
const { ledger, treasury, proposals } = consoleCalls;
const [ann, ben] = [await operatorWith(['finance']), await operatorWith(['finance'])];
const { id: userId } = await (await identityApp(db, clock)).register('customer');

const million = 1_000_000n;
const funds = {
  treasury: amount(500n * million),
  insurance: amount(100n * million),
  lending: amount(0n),
  trading: amount(50n * million),
};
await db.transact((tx) => fundHouse(tx, { book: 'real', reference: 'house:1', at: 0, funds }));
await db.transact((tx) =>
  post(tx, { book: 'real', reference: 'D1', at: 0, ...recipes.depositCompleted({ userId, amount: amount(200n * million) }) }),
);

const reason = 'The deposit was booked twice';
const free = async () => (await balances(db, 'real', userId, [usdt]))[0]?.available;
const customer = { owner: userId, kind: 'available' } as const;
const trading = { owner: 'house', kind: 'trading' } as const;
const line = (from: Side, to: Side, units: string, asset = 'USDT') => ({ from, to, amount: units, asset });
type Side = { owner: string; kind: 'available' | 'trading' | 'fees' | 'insurance' | 'outside:deposits' };

const correct = (transfers: ReturnType<typeof line>[], book: 'real' | 'demo' = 'real') =>
  ann.call(ledger.proposeCorrection, { book, transfers, subject: 'D1', reason }, { idempotencyKey: randomUUID() });

describe('a correction', () => {
  test('is booked by two persons, under a reason and a reference of its own', async () => {
    const { proposalId } = await correct([line(customer, trading, '0.5'), line(trading, customer, '20.25')]);
    expect(await free()).toBe(200n * million);
    await ben.call(proposals.approve, { id: proposalId });
    expect(await free()).toBe(219_750_000n);
    const { items } = await ann.call(ledger.transactions, { reference: `correction:${proposalId}` });
    expect(items).toMatchObject([{ reason: 'correction.booked', book: 'real', transfers: 2 }]);
    const detail = await ann.call(ledger.transaction, { id: items[0]?.id ?? '' });
    expect(detail.transfers.map(({ amount: moved, from, to }) => [moved, from.kind, to.kind])).toEqual([
      ['0.5', 'available', 'trading'],
      ['20.25', 'trading', 'available'],
    ]);
  });

  test('is refused when it is about held money, two customers, two houses, two assets, nobody, or the world outside of demo', async () => {
    // What the schema itself refuses never comes to the rules.
    const held = { from: { owner: userId, kind: 'margin' }, to: trading, amount: '1', asset: 'USDT' } as unknown as ReturnType<
      typeof line
    >;
    expect(await refusalOf(correct([held]))).toBe('400');
    const wrong: [ReturnType<typeof line>[], 'real' | 'demo'][] = [
      [[line(customer, { owner: '999999', kind: 'available' }, '1')], 'real'],
      [[line(trading, { owner: 'house', kind: 'fees' }, '1')], 'real'],
      [[line(customer, customer, '1')], 'real'],
      [[line({ owner: 'house', kind: 'available' }, customer, '1')], 'real'],
      [[line({ owner: userId, kind: 'trading' }, trading, '1')], 'real'],
      [[line(trading, customer, '1'), line(trading, customer, '1', 'BTC')], 'real'],
      [[line(trading, { owner: '999999', kind: 'available' }, '1')], 'real'],
      [[line({ owner: 'house', kind: 'outside:deposits' }, customer, '1')], 'demo'],
    ];
    for (const [transfers, book] of wrong) expect(await refusalOf(correct(transfers, book))).toBe('11074');
    expect(await refusalOf(correct([line(trading, customer, '0.0000001')]))).toBe('10016');
  });

  test('takes no more than there is, from the customer, the insurance or the fees', async () => {
    expect(await refusalOf(correct([line(customer, trading, '1000')]))).toBe('10011');
    expect(await refusalOf(correct([line(customer, trading, '150'), line(customer, trading, '150')]))).toBe('10011');
    expect(await refusalOf(correct([line({ owner: 'house', kind: 'insurance' }, customer, '101')]))).toBe('11075');
    expect(await refusalOf(correct([line({ owner: 'house', kind: 'fees' }, customer, '1')]))).toBe('11075');
  });

  test('fails when the money is gone by the time it is approved', async () => {
    const before = await free();
    const { proposalId } = await correct([line(customer, trading, '200')]);
    await db.transact((tx) =>
      post(tx, {
        book: 'real',
        reference: 'C1',
        at: 0,
        reason: 'contract.opened',
        transfers: [{ from: customer, to: { owner: userId, kind: 'margin' }, asset: usdt, amount: amount(100n * million) }],
      }),
    );
    expect(await ben.call(proposals.approve, { id: proposalId })).toMatchObject({ status: 'failed', failure: '10011' });
    expect(await free()).toBe((before ?? 0n) - 100n * million);
  });

  test('keeps the books balanced', async () => {
    expect((await auditBooks(db, {})).findings).toEqual([]);
  });
});

describe('the house’s own money', () => {
  const propose = (direction: 'fund' | 'withdraw', account: 'treasury' | 'trading', units: string) =>
    ann.call(treasury.propose, { direction, book: 'real', account, amount: units, reason }, { idempotencyKey: randomUUID() });

  test('comes and goes by two persons, and never below nothing', async () => {
    const { proposalId } = await propose('fund', 'treasury', '1000');
    await ben.call(proposals.approve, { id: proposalId });
    expect(await houseBalance(db, 'real', 'treasury', usdt)).toBe(1500n * million);
    expect(await refusalOf(propose('withdraw', 'treasury', '1500.000001'))).toBe('11075');
    expect(await refusalOf(propose('withdraw', 'trading', '5000'))).toBe('11075');
    expect(await refusalOf(propose('fund', 'treasury', '0.0000001'))).toBe('10016');
    const rows = await ann.call(treasury.balances, {});
    expect(rows).toContainEqual(expect.objectContaining({ book: 'real', kind: 'treasury', asset: 'USDT', balance: '1500' }));
  });

  async function withdrawAtOnce(database: Database): Promise<bigint> {
    await warm(db);
    const { operatorWith: with_ } = await consoleApp(database, clock, serveLedgerDesk);
    const other = await with_(['finance'], `other-${randomUUID().slice(0, 8)}`);
    const had = await houseBalance(db, 'real', 'trading', usdt);
    const each = (had * 6n) / 10n;
    const text = `${each / million}.${String(each % million).padStart(6, '0')}`;
    const both = [await propose('withdraw', 'trading', text), await propose('withdraw', 'trading', text)];
    await Promise.allSettled(both.map(({ proposalId: id }) => other.call(proposals.approve, { id })));
    return houseBalance(db, 'real', 'trading', usdt);
  }

  test('is not withdrawn twice by two approvals at once', async () => {
    expect(await withdrawAtOnce(db)).toBeGreaterThan(0n);
  });

  test('would be without the lock', async () => {
    const name = "select from ledger_lock_many(array[$1], array['house'], array[$2], array[$3])";
    // Both read the balance before either books, which is what the lock prevents.
    const bare = rewritten(
      db,
      (sql) => (sql === name ? 'select $1::text, $2::text, $3::text' : sql),
      (sql) => sql.startsWith('select ledger_balance(id)'),
      2,
    );
    expect(await withdrawAtOnce(bare)).toBeLessThan(0n);
  });
});

describe('an account in the explorer', () => {
  test('shows its entries newest first, page by page, with the balance after each', async () => {
    const { items } = await ann.call(ledger.accounts, { owner: userId, book: 'real', kind: 'available' });
    expect(items).toMatchObject([{ ownerName: 'customer', asset: 'USDT' }]);
    const accountId = items[0]?.id ?? '';
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ann.call(ledger.entries, { accountId, limit: 1, ...(cursor !== undefined && { cursor }) });
      seen.push(...page.items.map(({ amount: moved, balanceAfter }) => `${moved} ${balanceAfter}`));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['-100 119.75', '20.25 219.75', '-0.5 199.5', '200 200']);
    expect(await ann.call(ledger.verify, { accountId })).toEqual({ entries: 4, findings: [] });
  });

  test('is found broken when somebody who owns the database has changed an entry', async () => {
    const { items } = await ann.call(ledger.accounts, { owner: userId, book: 'real', kind: 'available' });
    const accountId = items[0]?.id ?? '';
    await db.query('alter table ledger_transfers disable trigger append_only');
    await db.query('update ledger_transfers set amount = amount + 1 where to_account = $1 and to_version = 1', [accountId]);
    const { findings } = await ann.call(ledger.verify, { accountId });
    expect(findings.map(({ check }) => check)).toContain('chain');
    await db.query('update ledger_transfers set amount = amount - 1 where to_account = $1 and to_version = 1', [accountId]);
    expect((await ann.call(ledger.verify, { accountId })).findings).toEqual([]);
  });

  test('that there is not is not found', async () => {
    expect(await refusalOf(ann.call(ledger.entries, { accountId: '999999' }))).toBe('404');
    expect(await refusalOf(ann.call(ledger.verify, { accountId: 'x' }))).toBe('404');
    expect(await refusalOf(ann.call(ledger.transaction, { id: '999999' }))).toBe('404');
  });
});
