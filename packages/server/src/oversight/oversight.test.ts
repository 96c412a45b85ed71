import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { fund, trading } from '../../test/trading.ts';
import { post } from '../ledger/index.ts';
import { serveDashboards, serveParkedDesk } from './index.ts';

const db = await testDatabase();
const { clock, market, person, quote } = await trading(db);
const { operatorWith } = await consoleApp(db, clock, (desk) => {
  serveDashboards(desk, { market });
  serveParkedDesk(desk);
});
const { dashboard, engine } = consoleCalls;
const finance = await operatorWith(['finance']);

const contract = { code: 'COINUSDT', leverage: 10, type: 'market' } as const;

test('exposure is what customers hold open: at the bid for who is long, at the ask for who is short', async () => {
  const [ada, ben] = [await person('adaline'), await person('benno')];
  await quote(10_000);
  await ada.demo(order.buyU, { ...contract, side: 'long', lots: '3' });
  await ben.demo(order.buyU, { ...contract, side: 'short', lots: '1' });
  await ben.demo(order.buyOptions, { code: 'COINUSDT', direction: 'up', amount: '10', periodId: '1min' });
  await quote(10_400, 10_500);
  // Long 3 at 104, short 1 at 105: 12 up, 5 down.
  const { contracts, options } = await finance.call(dashboard.exposure, { book: 'demo' });
  expect(contracts).toEqual([
    {
      code: 'COINUSDT',
      assetClass: 'crypto',
      positions: 2,
      long: '312',
      short: '105',
      net: '207',
      unrealised: '7',
      realised24h: '0',
      realised7d: '0',
      hedge: '2',
      priced: true,
    },
  ]);
  expect(options).toMatchObject([{ code: 'COINUSDT', options: 1, stakes: '10', realised24h: '0' }]);
  expect(await finance.call(dashboard.exposure, { book: 'real' })).toMatchObject({ contracts: [], options: [] });
});

test('coverage tells what trading owes beyond its funding, and what the owners have put in', async () => {
  await fund(db, 'demo', 1_000_000n);
  const [, demo] = await finance.call(dashboard.coverage, {});
  expect(demo).toMatchObject({
    book: 'demo',
    insurance: '1',
    capital: '1',
    tradingFunded: '0',
    tradingDebt: '0',
    lentOut: '0',
  });
  // Two customers had 100,000 each and paid fees of 0.3 and 0.1.
  expect(demo?.customers).toBe('199999.6');
});

test('what was closed is realised for a day and a week, and nobody who is flat is hedged', async () => {
  const cleo = await person('cleopatra');
  const deposit = recipes.depositCompleted({ userId: cleo.userId, amount: amount(1_000_000_000n) });
  await db.transact((tx) => post(tx, { book: 'real', reference: 'deposit:1', at: clock.now(), ...deposit }));
  await fund(db, 'real');
  await quote(10_400, 10_500);
  const { id } = await cleo.real(order.buyU, { ...contract, side: 'short', lots: '2' });
  await quote(10_000, 10_000);
  await cleo.real(order.stopU, { id });
  const of = async () => (await finance.call(dashboard.exposure, { book: 'real' })).contracts;
  // Sold at 104 and bought at 100, twice.
  expect(await of()).toMatchObject([{ positions: 0, hedge: '0', realised24h: '8', realised7d: '8' }]);
  await db.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query("update positions set closed_at = closed_at - interval '25 hours' where book = 'real'");
  });
  expect(await of()).toMatchObject([{ realised24h: '0', realised7d: '8' }]);
});

test('the course is what was closed, day by day', async () => {
  expect(await finance.call(dashboard.course, { book: 'demo' })).toEqual([]);
  await db.query("select ledger_close('2030-01-06', (select max(id) from ledger_transactions))");
  expect(await finance.call(dashboard.course, { book: 'demo' })).toMatchObject([
    { day: '2030-01-06', insurance: '1', treasury: '0', fees: '0.4' },
  ]);
});

test('service is how long customers waited, against the target of the desk', async () => {
  await db.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, created_at, status, approved_by, decided_by, ended_at)
       select 'D300107-000000000' || n, 1, 'USDT', 'TRC20', 'tron', 'an address', 1, lpad(n::text, 64, '0'), $1::timestamptz - n * interval '1 hour', 'rejected', 1, 2, $1
       from generate_series(1, 5) n`,
      [new Date(clock.now())],
    );
  });
  const [deposits, withdrawals] = await finance.call(dashboard.service, {});
  // One, two, three, four and five hours.
  expect(deposits).toEqual({
    desk: 'deposits',
    targetHours: 4,
    decided: 5,
    within: 4,
    medianSeconds: 10_800,
    mostSeconds: 16_560,
  });
  expect(withdrawals).toMatchObject({ decided: 0, within: 0, medianSeconds: null });
});

test('activity counts customers and days', async () => {
  const activity = await finance.call(dashboard.activity, { book: 'demo' });
  expect(activity).toMatchObject({ customers: 3, frozen: 0, registered24h: 3, activeSessions: 3 });
  expect(activity.days).toHaveLength(30);
  expect(activity.days.at(-1)).toMatchObject({ day: '2030-01-07', registered: 3, fees: '0.4' });
});

test('queues tell what waits, and since when', async () => {
  expect(await finance.call(dashboard.queues, {})).toContainEqual({
    desk: 'proposals',
    waiting: 0,
    oldestAt: null,
    targetHours: null,
  });
});

test('what the engine could not do is listed with whose order it is, the longest first, and is late after a minute', async () => {
  const carl = await person('carlotta');
  await quote(10_000);
  const held = await carl.demo(order.buyU, { ...contract, side: 'long', lots: '1', stopLoss: '95' });
  const coins = await carl.demo(order.submit, { code: 'COINUSDT', side: 'buy', type: 'limit', price: '90', quantity: '1' });
  await db.query(
    `insert into parked_acts (source, order_id, code, bid, ask, time_ms, position, tries, last_error, parked_at)
     select source, id, 'COINUSDT', 9400, 9401, $3, 1, tries, 'the database is away', clock_timestamp() - age from (values
       ('positions', $1::bigint, 5, interval '61 seconds'), ('spot', $2, 6, interval '0'), ('priceAlerts', 7, 7, interval '0')
     ) act (source, id, tries, age)`,
    [held.id, coins.id.slice(1), clock.now()],
  );
  const { items, nextCursor } = await finance.call(engine.listParked, { limit: 2 });
  const parked = { userId: carl.userId, book: 'demo', code: 'COINUSDT', bid: '94.00', ask: '94.01', version: 1 };
  expect(items).toMatchObject([
    { ...parked, kind: 'positions', orderNo: held.orderNo, tries: 5, lastError: 'the database is away', late: true },
    { ...parked, kind: 'spot', orderNo: coins.orderNo, tries: 6, late: false },
  ]);
  const rest = await finance.call(engine.listParked, { limit: 2, ...(nextCursor !== null && { cursor: nextCursor }) });
  expect(rest).toMatchObject({ items: [{ kind: 'priceAlerts', orderNo: '7', userId: null, book: null }], nextCursor: null });
  const queue = (await finance.call(dashboard.queues, {})).find(({ desk }) => desk === 'engine');
  expect(queue).toMatchObject({ waiting: 3, oldestAt: items[0]?.parkedAt });
});
