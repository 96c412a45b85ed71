import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { beforeAll, expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { testDatabase } from '../../../test/database.ts';
import { funding, hashOf, report, wallet } from '../../../test/funding.ts';
import { minute, refusalOf } from '../../../test/identity-app.ts';
import { serveFundsDesk } from '../index.ts';

const db = await testDatabase();
const { clock, customer, funds } = await funding(db, { waitMs: minute });
const { app, operatorWith } = await consoleApp(db, clock, (desk) => serveFundsDesk(desk, funds));
const [first, second] = [await operatorWith(['finance']), await operatorWith(['finance'])];
const { deposits, withdrawals } = consoleCalls;

let ada: Awaited<ReturnType<typeof customer>>;
const ids = { early: '', rejected: '', late: '', withdrawal: '' };
let between = '';

beforeAll(async () => {
  ada = await customer('ada_lovelace', '5000');
  ids.early = await report(ada.real, '120', hashOf(1));
  ids.rejected = await report(ada.real, '140', hashOf(2));
  await first.call(deposits.reject, { id: ids.rejected, reason: 'notFound' });
  clock.advance(minute);
  between = new Date(clock.now()).toISOString();
  clock.advance(minute);
  ids.late = await report(ada.real, '300', hashOf(3));
  await first.call(deposits.approve, { id: ids.early });
  ids.withdrawal = await ada.withdraw(await ada.method(), '250');
});

const listed = async (input: object, by = first) =>
  (await by.call(deposits.list, { status: 'all', ...input })).items.map(({ id }) => id);

it('cases are narrowed by how they stand, their time, their coin, their customer, and who has decided', async () => {
  expect(await listed({})).toEqual([ids.late, ids.rejected, ids.early]);
  expect(await listed({ status: 'open' })).toEqual([ids.early, ids.late]);
  expect(await listed({ from: between })).toEqual([ids.late]);
  expect(await listed({ to: between })).toEqual([ids.rejected, ids.early]);
  expect(await listed({ coin: 'USDT', limit: 1 })).toEqual([ids.late]);
  expect(await listed({ coin: 'BTC' })).toEqual([]);
  expect(await listed({ mine: 'YES' })).toEqual([ids.rejected, ids.early]);
  expect(await listed({ mine: 'YES' }, second)).toEqual([]);
  expect(await listed({ customerId: ada.userId, from: between })).toEqual([ids.late]);
  expect(await listed({ customerId: 'nobody' })).toEqual([]);
  for (const wrong of [{ from: 'yesterday' }, { coin: 'usd t' }, { mine: 'MAYBE' }])
    expect(await refusalOf(listed(wrong))).toBe('400');
});

it('the queue of an operator is what they may decide next, of all that wait', async () => {
  const next = (by: typeof first, more = {}) => listed({ status: 'open', todo: 'YES', ...more }, by);
  const reviewer = await operatorWith(['reviewer']);
  // What they have approved waits for another operator to complete it; a reviewer completes nothing.
  expect(await next(first)).toEqual([ids.late]);
  expect(await next(second)).toEqual([ids.early, ids.late]);
  expect(await next(reviewer)).toEqual([ids.late]);
  expect(await next(second, { amountFrom: '200' })).toEqual([ids.late]);
  await second.call(consoleCalls.cases.claim, { desk: 'deposits', id: ids.late });
  expect([await next(first), await next(second)]).toEqual([[], [ids.early, ids.late]]);
  await second.call(consoleCalls.cases.release, { desk: 'deposits', id: ids.late });
  const paid = async (by: typeof first) =>
    (await by.call(withdrawals.list, { status: 'open', todo: 'YES' })).items.map(({ id }) => id);
  expect(await paid(second)).toEqual([ids.withdrawal]);
});

it('what waits is counted and summed up, by coin', async () => {
  expect(await first.call(deposits.waiting, {})).toEqual({
    pendingReview: 1,
    approved: 1,
    totals: [{ coin: 'USDT', amount: '420', cases: 2 }],
  });
  expect(await first.call(withdrawals.waiting, {})).toEqual({
    pendingReview: 1,
    approved: 0,
    totals: [{ coin: 'USDT', amount: '250', cases: 1 }],
  });
});

it('taken away, a case has its hash, its address, both persons and its customer in columns of their own', async () => {
  const file = async (path: string) =>
    (await app.inject({ url: `/swx/console/${path}`, headers: { authorization: first.token } })).body.trim().split('\r\n');
  const [head = '', ...lines] = await file('deposits/list.csv?status=all');
  expect(head).toBe(
    'id,customer.id,customer.userName,coin,network,amount,status,createdAt,approvedBy,decidedBy,endedAt,address,hash,claimedBy',
  );
  const rejected = lines.find((line) => line.startsWith(ids.rejected))?.split(',') ?? [];
  expect(rejected.slice(1, 3)).toEqual([ada.userId, 'ada_lovelace']);
  expect(rejected).toEqual(expect.arrayContaining([first.name, hashOf(2), 'rejected']));
  const [columns = '', line = ''] = await file('withdrawals/list.csv?status=all');
  for (const column of ['fee', 'sentTo', 'hash', 'approvedBy', 'decidedBy', 'endedAt'])
    expect(columns.split(',')).toContain(column);
  expect(line).toContain(wallet);
});
