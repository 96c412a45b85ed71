import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { corporateWorld, key, monday, reason } from '../../test/corporate.ts';
import { day, hour, refusalOf } from '../../test/identity-app.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { createMetrics } from '../platform/metrics.ts';
import { showActions } from './faults.ts';

const world = await corporateWorld('AAPL', 'MSFT');
const { db, clock, server, two, quote, until, runCorporate, seeThrough, shown, statusOf, record } = world;
const { market } = server;
const { actions, positions, proposals } = consoleCalls;
const split = { kind: 'split', toUnits: 2, fromUnits: 1 } as const;

/** An order or alert whose writes fail, until that is repaired. */
async function cursed(table: 'order_actions' | 'price_alerts', id: string): Promise<() => Promise<void>> {
  const name = `cursed_${table}_${id}`;
  const is = table === 'order_actions' ? `new.product = 'contracts' and new.order_id = ${id}` : `new.id = ${id}`;
  await db.query(`create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'cursed'; end $$`);
  await db.query(
    `create trigger ${name} before insert or update on ${table} for each row when (${is}) execute function ${name}()`,
  );
  return async () => void (await db.query(`drop function ${name} cascade`));
}

const faults = async () => (await (await two())[0].call(actions.listFaults, {})).items;
/** How often the round has tried, a second between two looks. */
async function triesIn(seconds: number): Promise<number | undefined> {
  for (let past = 0; past < seconds; past += 1) {
    await runCorporate();
    clock.advance(1000);
  }
  return (await faults())[0]?.tries;
}

test('an order that a split fails on is named with the reason, tried again at intervals, and keeps nobody else from being adjusted', async () => {
  const [{ demo, userId }, other] = await Promise.all([server.person('cursed'), server.person('spared')]);
  await quote('AAPL', 700);
  const contract = { code: 'AAPL', type: 'market', side: 'long', lots: '1', leverage: 2 } as const;
  const long = await demo(order.buyU, contract, key());
  const spared = await other.demo(order.buyU, contract, key());
  await other.demo(order.buyOptions, { code: 'AAPL', direction: 'up', amount: '10', periodId: '1week' }, key());
  const alert = await other.demo(user.createPriceAlert, { code: 'AAPL', direction: 'below', price: '600' }, key());
  await record({ ...split, code: 'AAPL', firstDay: '2030-01-08' });
  until(monday + 21 * hour);
  const mended = await cursed('order_actions', long.id);
  // At 0, 1, 3, 7, 15, 31 and 63 seconds, then every minute.
  expect([await triesIn(1), await triesIn(1), await triesIn(1), await triesIn(1)]).toEqual([1, 2, 2, 3]);
  expect([await triesIn(60), await triesIn(59), await triesIn(1)]).toEqual([7, 7, 8]);

  const left = { kind: 'contracts', orderNo: long.orderNo, userId, book: 'demo', code: 'AAPL', lastError: 'cursed' };
  expect(await faults()).toMatchObject([left]);
  expect(await shown('AAPL')).toMatchObject([{ status: 'underWay', contracts: 1, options: 1, left: 1 }]);
  const adjusted = { ordered: { to: '2', from: '1' } };
  const held = (await other.demo(order.listUOrder, {})).items;
  expect(held).toMatchObject([{ id: spared.id, splits: adjusted }]);
  expect(await other.demo(user.priceAlerts, {})).toMatchObject([{ id: alert.id, price: '300.0000' }]);
  const metrics = createMetrics();
  showActions(metrics, db);
  // A figure that takes longer than a second to read is reported with the next ones.
  const told = () => metrics.registry.metrics();
  await expect.poll(told).toContain('corporate_orders_failing{code="AAPL"} 1');
  await expect.poll(told).toContain(`corporate_begun_seconds{code="AAPL"} ${(monday + 21 * hour) / 1000}`);

  await mended();
  clock.advance(60_000);
  await seeThrough('AAPL');
  expect(await faults()).toEqual([]);
  expect(await metrics.registry.metrics()).not.toContain('corporate_orders_failing{');
  expect((await demo(order.listUOrder, {})).items).toMatchObject([{ splits: adjusted }]);
});

test('two operators give back what a split can not be brought to, and the instrument trades again', async () => {
  const [{ demo }, other] = await Promise.all([server.person('stranded'), server.person('waitsfortrade')]);
  until(monday + day + 20 * hour);
  await quote('MSFT', 400);
  const contract = { code: 'MSFT', side: 'long', lots: '1', leverage: 2 } as const;
  const long = await demo(order.buyU, { ...contract, type: 'market' }, key());
  const waits = await demo(order.buyU, { ...contract, type: 'limit', price: '350' }, key());
  await other.demo(order.buyU, { ...contract, type: 'market' }, key());
  const [alice] = await two();
  await record({ ...split, code: 'MSFT', firstDay: '2030-01-09' });
  const propose = (one: typeof long) => alice.call(positions.proposeVoid, { orderNo: one.orderNo, reason }, key());
  expect(await refusalOf(propose(long))).toBe('11142');
  until(monday + day + 21 * hour);
  const ends = [await cursed('order_actions', long.id), await cursed('order_actions', waits.id)];
  await runCorporate();
  const [again, second] = await two();
  const { items } = await again.call(positions.listVoidable, {});
  expect(items.map(({ orderNo, margin, fee }) => [orderNo, margin, fee])).toEqual([
    [waits.orderNo, '175.175', '0'],
    [long.orderNo, '200', '0.2'],
  ]);
  for (const one of [long, waits]) {
    const { proposalId } = await again.call(positions.proposeVoid, { orderNo: one.orderNo, reason }, key());
    expect(await second.call(proposals.approve, { id: proposalId }, key())).toMatchObject({ status: 'approved' });
  }
  await seeThrough('MSFT');
  const ended = new Map((await demo(order.listUOrder, {})).items.map((each) => [each.id, each]));
  expect(ended.get(long.id)).toMatchObject({ status: 'cancelled', closeReason: 'void', splits: null });
  expect(ended.get(waits.id)).toMatchObject({ status: 'cancelled', closeReason: 'cancelled', splits: null });
  expect((await demo(order.getProfitTotal, {})).held).toBe('0');
  expect(await faults()).toEqual([]);
  until(monday + 2 * day + 14 * hour + hour / 2);
  await quote('MSFT', 200);
  expect(market.tradable('MSFT')).toBe(true);
  await Promise.all(ends.map((end) => end()));
  await expectSoundBooks(db);
});

test('an alert that can not be moved is given up after five tries: in old units it would be told at a wrong price', async () => {
  const { demo } = await server.person('alerted');
  until(monday + 2 * day + 15 * hour);
  await quote('AAPL', 350);
  const alert = await demo(user.createPriceAlert, { code: 'AAPL', direction: 'below', price: '300' }, key());
  await record({ ...split, code: 'AAPL', firstDay: '2030-01-10' });
  until(monday + 2 * day + 21 * hour);
  const mended = await cursed('price_alerts', alert.id);
  expect(await triesIn(31)).toBe(5);
  expect(await demo(user.priceAlerts, {})).toMatchObject([{ id: alert.id }]);
  clock.advance(1000);
  await seeThrough('AAPL');
  expect(await demo(user.priceAlerts, {})).toEqual([]);
  expect(await statusOf('AAPL')).toEqual(['done', 'done']);
  await mended();
});
