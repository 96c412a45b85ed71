import { order } from '@assay/contract/endpoints/order.ts';
import { expect, test } from 'vitest';
import { corporateWorld, key, monday } from '../../test/corporate.ts';
import { day, hour, minute } from '../../test/identity-app.ts';
import { leading } from '../../test/leading.ts';
import { holdRecomputed } from '../../test/recorded-days/recomputed.ts';
import { expectSoundBooks } from '../../test/trading.ts';

const world = await corporateWorld('MSFT');
const { db, clock, server, quote, until, roundOf, seeThrough, record } = world;
const { market, bus, sources } = server;
const [settle, finance] = [roundOf('settlement'), roundOf('financing')];

test('options, limits, stops and financing go on over 3 for 2 as if nobody had split anything', async () => {
  const { engine, over } = await leading({ db, market, bus, sources });
  const { demo } = await server.person('holder');
  const contract = { code: 'MSFT', lots: '10', leverage: 2 } as const;
  const buyOption = (direction: 'up' | 'down') =>
    demo(order.buyOptions, { code: 'MSFT', direction, amount: '10', periodId: '1day' }, key());
  await quote('MSFT', 400);
  const long = await demo(order.buyU, { ...contract, type: 'market', side: 'long', stopLoss: '300.0001' }, key());
  const waitingLong = await demo(order.buyU, { ...contract, type: 'limit', side: 'long', price: '390' }, key());
  const waitingShort = await demo(order.buyU, { ...contract, type: 'limit', side: 'short', price: '410.0002' }, key());
  const turner = (await server.person('turner')).demo;
  const turned = await turner(order.buyU, { ...contract, lots: '2', type: 'market', side: 'long' }, key());
  const up = await buyOption('up');
  const boughtAt = clock.now();
  await quote('MSFT', 400.0001);
  const upHigher = await buyOption('up');
  const downHigher = await buyOption('down');
  await record({ code: 'MSFT', kind: 'split', toUnits: 3, fromUnits: 2, firstDay: '2030-01-08' });
  until(monday + 21 * hour);
  await seeThrough('MSFT');
  const held = async () => new Map((await demo(order.listUOrder, {})).items.map((one) => [one.id, one]));
  const find = async ({ id }: { id: string }) => (await held()).get(id);
  // 300.0001 / 1.5 = 200.00006…, reached from above; 410.0002 / 1.5 = 273.33346…, from below.
  expect(await find(long)).toMatchObject({ openPrice: '400.0000', stopLoss: '200.0000' });
  expect(await find(waitingLong)).toMatchObject({ limitPrice: '260.0000' });
  expect(await find(waitingShort)).toMatchObject({ limitPrice: '273.3335' });

  // An hour after the split: 10 × 400 × 0.0002.
  until(monday + 22 * hour);
  await finance();
  expect(await find(long)).toMatchObject({ financing: '0.8' });

  // 1.5 × 266.6667 = 400.00005 lies between the two strikes; in new units both would be 266.6667.
  until(monday + day + 15 * hour);
  await quote('MSFT', 265);
  until(boughtAt + day - 2000);
  await quote('MSFT', 266.6667);
  // 2 have become 3, which are worth 0.0001 more than 800.
  const { closed, opened, refused } = await turner(order.reverse, { id: turned.id }, key());
  expect([closed.lots, closed.profit, refused]).toEqual(['2', '0.0001', null]);
  expect(opened).toMatchObject({ side: 'short', lots: '3', openPrice: '266.6667', marginUsed: '400.00005' });
  const before = Number((await demo(order.getProfitTotal, {})).available);
  until(boughtAt + day + 4000);
  await settle();
  const ended = new Map((await demo(order.listOptionsOrder, {})).items.map((one) => [one.id, one]));
  const outcomes = [up, upHigher, downHigher].map(({ id }) => {
    const { status, strike, settlement, profit } = ended.get(id) ?? {};
    return [status, strike, settlement, profit];
  });
  // 84% of 10.
  expect(outcomes).toEqual([
    ['won', '400.0000', '266.6667', '8.4'],
    ['lost', '400.0001', '266.6667', '-10'],
    ['won', '400.0001', '266.6667', '8.4'],
  ]);
  expect(Number((await demo(order.getProfitTotal, {})).available) - before).toBeCloseTo(36.8, 6);

  // Each limit fills 15 shares at the first price that the old ones would have filled 10 at.
  const statusAfter = async (price: number, one: { id: string }) => {
    await quote('MSFT', price);
    await engine.settled();
    return (await find(one))?.status;
  };
  expect(await statusAfter(273.3334, waitingShort)).toBe('awaiting');
  expect(await statusAfter(273.3335, waitingShort)).toBe('open');
  expect(await statusAfter(260.0001, waitingLong)).toBe('awaiting');
  expect(await statusAfter(260, waitingLong)).toBe('open');
  // 15 × 260 / 2.
  expect(await find(waitingLong)).toMatchObject({ openPrice: '260.0000', marginUsed: '1950' });
  until(monday + day + 22 * hour);
  await finance();
  // 15 × 260 × 0.0002; 15 × 273.3335 × 0.0001 = 0.41000025, up.
  expect(await find(long)).toMatchObject({ financing: '1.6' });
  expect(await find(waitingLong)).toMatchObject({ financing: '0.78' });
  expect(await find(waitingShort)).toMatchObject({ financing: '0.410001' });

  until(monday + 2 * day + 15 * hour);
  expect(await statusAfter(255, long)).toBe('open');
  // Past the minutes in which a price is a first one.
  clock.advance(10 * minute);
  expect(await statusAfter(235, long)).toBe('open');
  expect(await statusAfter(218, long)).toBe('open');
  expect(await statusAfter(200.0001, long)).toBe('open');
  // 15 × 200 − 10 × 400.
  expect(await statusAfter(200, long)).toBe('closed');
  expect(await find(long)).toMatchObject({ closeReason: 'stopLoss', closePrice: '200.0000', profit: '-1000' });
  await demo(order.stopU, { id: waitingLong.id }, key());
  await demo(order.stopU, { id: waitingShort.id }, key());
  // 15 × (200 − 260) and 15 × (273.3335 − 200).
  expect(await find(waitingLong)).toMatchObject({ profit: '-900' });
  expect(await find(waitingShort)).toMatchObject({ profit: '1100.0025' });
  await over();
  const all = [long, waitingLong, waitingShort, up, upHigher, downHigher];
  await holdRecomputed(await Promise.all(all.map(({ id }) => demo(order.receipt, { id }))));
  await turner(order.stopU, { id: opened?.id ?? '' }, key());
  await holdRecomputed(await Promise.all([turned.id, opened?.id ?? ''].map((id) => turner(order.receipt, { id }))));
  await expectSoundBooks(db);
});
