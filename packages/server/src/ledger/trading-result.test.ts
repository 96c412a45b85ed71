import { order } from '@assay/contract/endpoints/order.ts';
import { type Reason, reasons } from '@assay/domain/ledger/recipes/recipe.ts';
import { dealtReasons } from '@assay/domain/limits/dealt.ts';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { funding } from '../../test/funding.ts';
import { day } from '../../test/identity-app.ts';
import { fund } from '../../test/trading.ts';
import { audit, inspect, inspectAfter } from './audit.ts';
import { dealtSince } from './trading-result.ts';

const db = await testDatabase();
const { clock, quote, customer } = await funding(db);
await fund(db, 'real');

const startOfDay = (at: number) => new Date(Math.floor(at / day) * day);
// A notional of 1,000 USDT: a fee of 1 on each side.
const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '10', leverage: 10 } as const;

/** What the books themselves say, from the first entry on. */
const bookedByDay = (userId: string) =>
  db.query(
    `select (t.at at time zone 'UTC')::date::text as day, sum(e.amount) as result
     from ledger_entries e
     join ledger_accounts a on a.id = e.account_id and a.owner = $1 and a.book = 'real' and a.asset = 'USDT'
     join ledger_accounts o on o.id = e.counter_id and o.house
     join ledger_transactions t on t.id = e.transaction_id and (t.reason like 'contract.%' or t.reason like 'financing.%')
     group by 1 order by 1`,
    [userId],
  );
const keptByDay = (userId: string) =>
  db.query('select day::text, result from ledger_day_results where owner = $1 order by day', [userId]);

it('the result of a day is kept by the postings that cause it, each on its own day of business time', async () => {
  const { real, demo, userId } = await customer('kept', '5000');
  await quote(10_000);
  const { id } = await real(order.buyU, long, { idempotencyKey: 'one' });
  await demo(order.buyU, long, { idempotencyKey: 'play' });
  expect(await dealtSince(db, userId, startOfDay(clock.now()))).toBe(-1_000_000n);
  clock.advance(day);
  await quote(9900);
  expect(await dealtSince(db, userId, startOfDay(clock.now()))).toBe(0n);
  await real(order.stopU, { id }, { idempotencyKey: 'two' });
  // 10 coins that each lost 1, 0.99 of fee, and the financing of the night between: 0.01% of 1,000.
  expect(await dealtSince(db, userId, startOfDay(clock.now()))).toBeLessThanOrEqual(-10_990_000n);
  expect(await keptByDay(userId)).toEqual(await bookedByDay(userId));
  expect(await keptByDay(userId)).toHaveLength(2);
});

it('the rules of a decision and the database agree on what counts', async () => {
  const told = await db.query<{ reason: Reason }>(
    'select reason from unnest($1::text[]) reason where ledger_is_dealt(reason) order by 1',
    [reasons],
  );
  expect(told.map(({ reason }) => reason)).toEqual([...dealtReasons].toSorted());
});

it('the auditor names every day whose result is not what its postings say', async () => {
  expect((await audit(db, {})).findings).toEqual([]);
  const [kept] = await db.query<{ owner: string; day: string; result: bigint }>(
    'select owner, day::text, result from ledger_day_results order by day limit 1',
  );
  /** As a process would leave it that posts without keeping the results of days. */
  const foundAfter = async (sql: string, after = 0) => {
    const work = db.transact(async (tx) => {
      await tx.query(sql);
      const { findings } = await (after === 0 ? inspect(tx, {}) : inspectAfter(tx, { after }));
      throw Object.assign(new Error('undone'), { findings });
    });
    return work.catch((error: { findings?: unknown }) => error.findings);
  };
  const finding = (about: string, result: string, postings: string) => [
    { check: 'dayResult', book: 'real', about, detail: `keeps a result of ${result}, the postings of the day say ${postings}` },
  ];
  // The opening's fee of 1, and the 0.1 of financing that fell due on the same day.
  const [own, first] = [`owner = '${kept?.owner}'`, `${kept?.owner} USDT ${kept?.day}`];
  expect(await foundAfter(`update ledger_day_results set result = 7 where ${own} and day = '${kept?.day}'`)).toEqual(
    finding(first, '7', '-1100000'),
  );
  const forgotten = `delete from ledger_day_results where ${own} and day = '${kept?.day}'`;
  expect(await foundAfter(forgotten)).toEqual(finding(first, '0', '-1100000'));
  expect(await foundAfter("insert into ledger_day_results values ('nobody', '2030-01-01', -5)")).toEqual(
    finding('nobody USDT 2030-01-01', '-5', '0'),
  );
  // After a transaction: days that were touched since, though part of what they have brought is older.
  const dealt = await db.query<{ id: number }>(
    `select id from ledger_transactions
     where book = 'real' and ledger_is_dealt(reason) and (at at time zone 'UTC')::date = $1 order by id`,
    [kept?.day],
  );
  expect(dealt).toHaveLength(2);
  const [opened = 0, charged = 0] = dealt.map(({ id }) => id);
  expect(await foundAfter(forgotten, opened)).toEqual(finding(first, '0', '-1100000'));
  expect(await foundAfter(forgotten, charged)).toEqual([]);
  expect(await foundAfter('select', opened)).toEqual([]);
});

it('nobody but a posting writes it: the application has no right to', async () => {
  const write = db.transact(async (tx) => {
    await tx.query('set local role assay_application');
    await tx.query("insert into ledger_day_results values ('1', '2026-01-01', 1)");
  });
  await expect(write).rejects.toMatchObject({ code: '42501' });
});
