import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { type Asked, corporateWorld, key, monday, reason } from '../../test/corporate.ts';
import { silent } from '../../test/database.ts';
import { hour, refusalOf } from '../../test/identity-app.ts';
import { leading } from '../../test/leading.ts';
import { holdRecomputed } from '../../test/recorded-days/recomputed.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { contractsAdjuster } from '../positions/index.ts';
import { createProducts } from '../products.ts';
import { CorporateRound } from './corporate-round.ts';

const world = await corporateWorld('AAPL', 'MSFT', 'IBM', 'KO');
const { db, clock, server, two, quote, until, roundOf, runCorporate, seeThrough, shown, statusOf, record, toldOf } = world;
const { market, bus, sources } = server;
const { actions, proposals } = consoleCalls;

test('over a split that two operators have recorded everything is worth what it was, and goes on in new units', async () => {
  const { engine, over } = await leading({ db, market, bus, sources });
  const { demo, userId } = await server.person('holder');
  await quote('AAPL', 700);
  const contract = { code: 'AAPL', type: 'market', lots: '10' } as const;
  const long = await demo(order.buyU, { ...contract, side: 'long', leverage: 2, stopLoss: '560', takeProfit: '1050' }, key());
  const short = await demo(order.buyU, { ...contract, side: 'short', leverage: 5 }, key());
  await demo(order.amendU, { id: short.id, trailingStop: '70' }, key());
  const limit = await demo(order.buyU, { ...contract, side: 'long', leverage: 2, type: 'limit', price: '630' }, key());
  const alert = await demo(user.createPriceAlert, { code: 'AAPL', direction: 'below', price: '567' }, key());
  const option = await demo(order.buyOptions, { code: 'AAPL', direction: 'up', amount: '10', periodId: '1week' }, key());
  const worth = async () => (await demo(order.getProfitTotal, {})).equity;
  await quote('AAPL', 693);
  const early = await demo(order.stopU, { id: short.id, lots: '4' }, key());
  const before = await worth();

  expect(await record({ code: 'AAPL', kind: 'split', toUnits: 7, fromUnits: 1, firstDay: '2030-01-08' })).toMatchObject({
    status: 'approved',
  });
  await runCorporate();
  expect([await statusOf('AAPL'), market.tradable('AAPL')]).toEqual([['waiting'], true]);
  until(monday + 21 * hour);
  await seeThrough('AAPL');
  await engine.settled();
  expect(market.quote('AAPL')).toMatchObject({ bid: 990_000, ask: 990_000 });
  expect(await worth()).toBe(before);
  const held = async () => new Map((await demo(order.listUOrder, {})).items.map((one) => [one.id, one]));
  const seven = { to: '7', from: '1' };
  const after = await held();
  expect(after.get(long.id)).toMatchObject({
    status: 'open',
    openPrice: '700.0000',
    stopLoss: '80.0000',
    takeProfit: '150.0000',
    handCount: '10',
    splits: { ordered: seven, opened: seven },
    profit: '-70',
  });
  // The trailing stop is at 693 + 70.
  expect(after.get(short.id)).toMatchObject({ trailingStop: '10.0000', trailingStopPrice: '109.0000', profit: '42' });
  expect(after.get(limit.id)).toMatchObject({ status: 'awaiting', limitPrice: '90.0000' });
  expect(await demo(user.priceAlerts, {})).toMatchObject([{ id: alert.id, price: '81.0000' }]);

  // Each order once, the option too.
  const said = [long, short, limit, option].map(({ id }) => ({ orderId: id, code: 'AAPL', oldUnits: '1', newUnits: '7' }));
  expect(await toldOf(userId, 'shareSplit')).toEqual(said);

  // The next morning: not held, though it is a seventh of the last close.
  until(monday + 38 * hour + hour / 2);
  await quote('AAPL', 98);
  expect(market.tradable('AAPL')).toBe(true);
  expect((await held()).get(long.id)).toMatchObject({ status: 'open', profit: '-140', currentPrice: '98.0000' });
  await quote('AAPL', 90);
  await engine.settled();
  const filled = (await held()).get(limit.id);
  expect(filled).toMatchObject({
    status: 'open',
    openPrice: '90.0000',
    splits: { ordered: seven, opened: { to: '1', from: '1' } },
  });
  // 70 × 90 / 2.
  expect(filled?.marginUsed).toBe('3150');
  await quote('AAPL', 81);
  await engine.settled();
  expect(await demo(user.priceAlerts, {})).toEqual([]);
  expect((await held()).get(long.id)).toMatchObject({ status: 'open' });
  await quote('AAPL', 80);
  await engine.settled();
  // 10 × (560 − 700).
  expect((await held()).get(long.id)).toMatchObject({ status: 'closed', closeReason: 'stopLoss', profit: '-1400' });
  // 4 × (700 − 693), and 2 × (700 − 7 × 80); the part closed before the split is shown as it was closed.
  const late = await demo(order.stopU, { id: short.id, lots: '2' }, key());
  expect([early, late]).toMatchObject([
    { splits: null, profit: '28' },
    { splits: { opened: seven }, profit: '280' },
  ]);
  const ended = await held();
  expect(ended.get(early.id)).toEqual({ ...early, currentPrice: early.closePrice, lastPrice: ended.get(early.id)?.lastPrice });
  await demo(order.stopU, { id: short.id }, key());
  await demo(order.stopU, { id: limit.id }, key());
  await over();
  await holdRecomputed(await Promise.all([long, early, late, short, limit].map(({ id }) => demo(order.receipt, { id }))));
  expect((await demo(order.listOptionsOrder, {})).items).toMatchObject([{ id: option.id, status: 'open' }]);
  await expectSoundBooks(db);
});

test('a dividend is paid to who is long and charged to who is short, once, by double entry', async () => {
  until(monday + 39 * hour);
  const { demo, userId } = await server.person('shareholder');
  await quote('KO', 50);
  const contract = { code: 'KO', type: 'market', leverage: 2 } as const;
  const long = await demo(order.buyU, { ...contract, side: 'long', lots: '10' }, key());
  const short = await demo(order.buyU, { ...contract, side: 'short', lots: '4' }, key());
  await record({ code: 'KO', kind: 'dividend', perUnit: '0.51', firstDay: '2030-01-09' });
  const available = async () => Number((await demo(order.getProfitTotal, {})).available);
  const before = await available();
  until(monday + 45 * hour);
  await Promise.all([runCorporate(), runCorporate()]);
  await seeThrough('KO');
  // 10 × 0.51 − 4 × 0.51.
  expect((await available()) - before).toBeCloseTo(3.06, 6);
  expect(await toldOf(userId, 'dividend')).toEqual([
    { orderId: long.id, code: 'KO', side: 'long', lots: '10', profit: '5.1' },
    { orderId: short.id, code: 'KO', side: 'short', lots: '4', profit: '-2.04' },
  ]);
  const part = await demo(order.stopU, { id: short.id, lots: '1' }, key()).catch(() => short);
  await holdRecomputed(await Promise.all([short, long, part].map(({ id }) => demo(order.receipt, { id }))));
  const rows = await db.query(
    'select order_id, amount, opened from order_actions where product = $1 and amount <> 0 order by 1',
    ['contracts'],
  );
  expect(rows).toEqual([
    { order_id: Number(long.id), amount: -5_100_000n, opened: true },
    { order_id: Number(short.id), amount: 2_040_000n, opened: true },
  ]);
  const booked = await db.query<{ reason: string }>(
    `select distinct t.reason from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     join ledger_accounts a on a.id = e.account_id where a.owner = $1 and t.reason like 'dividend%' order by 1`,
    [userId],
  );
  expect(booked.map((each) => each.reason)).toEqual(['dividend.charged', 'dividend.received']);
  await expectSoundBooks(db);
});

test('another process goes on where one was stopped, and nothing is opened in between', async () => {
  until(monday + 62 * hour + hour / 2);
  const people = await Promise.all(['first', 'second', 'third'].map((name) => server.person(`${name}holder`)));
  await quote('MSFT', 400);
  const contract = { code: 'MSFT', type: 'market', side: 'long', lots: '1', leverage: 2 } as const;
  for (const { demo } of people) await demo(order.buyU, contract, key());
  await record({ code: 'MSFT', kind: 'split', toUnits: 3, fromUnits: 2, firstDay: '2030-01-10' });
  until(monday + 69 * hour);

  // The first process is gone after its second holder.
  const stop = new AbortController();
  const parts = { db, bus, clock, market, mode: 'sandbox', log: silent, origin: '' } as const;
  const first = createProducts(parts);
  let done = 0;
  const adjuster = contractsAdjuster(first.positions);
  const dying = {
    ...adjuster,
    adjust: async (...[one, action]: Parameters<typeof adjuster.adjust>) => {
      done += 1;
      if (done > 2) throw new Error('killed');
      return adjuster.adjust(one, action);
    },
  };
  await new CorporateRound({ db, clock, market, adjusters: [dying] }, silent).run(stop.signal);
  const adjusted = async () =>
    (await db.query<{ adjusted: boolean }>("select adjusted from positions where code = 'MSFT' order by id")).map(
      (row) => row.adjusted,
    );
  expect([await adjusted(), await statusOf('MSFT')]).toEqual([[true, true, false], ['underWay']]);
  expect(market.tradable('MSFT')).toBe(false);
  expect(await shown('MSFT')).toMatchObject([{ contracts: 2, options: 0, left: 1 }]);
  const open = people[0]?.demo(order.buyU, contract, key());
  expect(await refusalOf(open ?? Promise.resolve())).toBe('10015');
  // Both in their own units, the worth of each is what it was.
  for (const { demo } of people) expect((await demo(order.listUOrder, {})).items).toMatchObject([{ profit: '0' }]);

  const second = createProducts(parts);
  await seeThrough('MSFT', roundOf('corporate', second.rounds));
  expect(await adjusted()).toEqual([true, true, true]);
  expect(await shown('MSFT')).toMatchObject([{ status: 'done', contracts: 3, left: null }]);
  expect(
    await db.query(
      "select count(*)::int as n from order_actions o join positions p on p.id = o.order_id where p.code = 'MSFT'",
    ),
  ).toEqual([{ n: 3 }]);
  await Promise.all([first.counter.stop(), second.counter.stop()]);
});

test('what cannot be, comes too late or comes twice is refused, and what waits can be taken back by two', async () => {
  const [alice, bob] = await two();
  const propose = (asked: Asked) => refusalOf(alice.call(actions.propose, { ...asked, reason }, key()));
  const split = { code: 'IBM', kind: 'split', toUnits: 2, fromUnits: 1, firstDay: '2030-01-14' } as const;
  expect(await propose({ ...split, kind: 'reverseSplit' })).toBe('11155');
  expect(await propose({ ...split, toUnits: 1 })).toBe('11155');
  expect(await propose({ ...split, kind: 'dividend' })).toBe('11155');
  expect(await propose({ ...split, code: 'NOSUCH' })).toBe('11155');
  // A Saturday, and a day that is over.
  expect(await propose({ ...split, firstDay: '2030-01-12' })).toBe('11156');
  expect(await propose({ ...split, firstDay: '2030-01-07' })).toBe('11156');
  expect(await record(split)).toMatchObject({ status: 'approved' });
  expect(await propose(split)).toBe('11157');
  const [waiting] = (await alice.call(actions.list, {})).items;
  const { proposalId } = await alice.call(actions.proposeWithdrawal, { id: waiting?.id ?? '', reason }, key());
  expect(await refusalOf(alice.call(proposals.approve, { id: proposalId }, key()))).toBe('11070');
  expect(await bob.call(proposals.approve, { id: proposalId }, key())).toMatchObject({ status: 'approved' });
  expect(await statusOf('IBM')).toEqual(['withdrawn']);
  expect(await refusalOf(alice.call(actions.proposeWithdrawal, { id: waiting?.id ?? '', reason }, key()))).toBe('11158');
});

test('the database lets nobody adjust an order but for an approved action that is under way', async () => {
  const [open] = await db.query<{ id: number }>("select id from positions where status = 'open' limit 1");
  const [done] = await db.query<{ id: number }>("select id from corporate_actions where code = 'AAPL'");
  const values = [open?.id, done?.id];
  const alone = 'insert into order_actions (product, order_id, action_id, opened) values ($1, $2, $3, true) returning order_id';
  await expect(db.query(alone, ['contracts', ...values])).rejects.toThrow('no approved action is under way');
  await expect(db.query("select adjust_orders('contracts', $2, array[$1::bigint], '{0}', '{0}')", values)).rejects.toThrow(
    'no approved action is under way',
  );
  await expect(db.query('update positions set adjusted = not adjusted where id = $1', [open?.id])).rejects.toThrow(
    'nothing was recorded',
  );
  await expect(db.query('update order_actions set amount = 1')).rejects.toThrow('append-only');
  await expect(db.query("update corporate_actions set to_units = 70 where code = 'MSFT'")).rejects.toThrow(
    'as it was approved',
  );
  const alike = `insert into corporate_actions (code, kind, to_units, from_units, first_day, begins_at, opens_at, proposal_id, approved_at)
    select 'IBM', 'split', 2, 1, '2030-02-01', now(), now(), id, now() from proposals where kind = 'instrument.withdrawAction'`;
  await expect(db.transact((tx) => tx.query(alike))).rejects.toThrow('needs two operators');
  // Without its guards the database takes anything.
  const unguarded = db.transact(async (tx) => {
    await tx.query('alter table order_actions disable trigger only_under_an_action');
    throw new Error(`took ${(await tx.query(alone, ['options', open?.id, done?.id])).length}`);
  });
  await expect(unguarded).rejects.toThrow('took 1');
});

test('the database takes the same action once for a day', async () => {
  const again = (column = '', value = '') => `
    insert into corporate_actions (code, kind, to_units, from_units, first_day, begins_at, opens_at, proposal_id, approved_at${column})
    select 'AAPL', 'split', 7, 1, '2030-01-08', now(), now(), id, now()${value} from proposals
    where kind = 'instrument.withdrawAction' limit 1 returning id`;
  await expect(db.query(again())).rejects.toThrow('corporate_actions_once');
  await expect(db.query(again(', recorded_again', ', true'))).rejects.toThrow('is recorded once for a day');
  // Without its guard it takes it again.
  const unguarded = db.transact(async (tx) => {
    await tx.query('drop index corporate_actions_once');
    throw new Error(`took ${(await tx.query(again())).length}`);
  });
  await expect(unguarded).rejects.toThrow('took 1');
});
