import { order } from '@assay/contract/endpoints/order.ts';
import { expect, test } from 'vitest';
import { corporateWorld, key, monday } from '../../test/corporate.ts';
import { hour } from '../../test/identity-app.ts';
import { leading } from '../../test/leading.ts';
import { holdRecomputed } from '../../test/recorded-days/recomputed.ts';
import { expectSoundBooks } from '../../test/trading.ts';

const { db, server, quote, until, seeThrough, record } = await corporateWorld('MSFT');
const { market, bus, sources } = server;

test('targets that 2 for 1 brings to one tick take their profit together, and the instrument trades again', async () => {
  const { engine, over } = await leading({ db, market, bus, sources });
  const { demo } = await server.person('holder');
  await quote('MSFT', 400);
  const contract = { code: 'MSFT', type: 'market', lots: '1', leverage: 2 } as const;
  const met = [
    { price: '420.0001', lots: '0.3' },
    { price: '420.0002', lots: '0.4' },
  ];
  const long = await demo(order.buyU, { ...contract, side: 'long', targets: met }, key());
  const below = [
    { price: '380.0001', lots: '0.2' },
    { price: '380', lots: '0.3' },
  ];
  // Its take-profit comes to where the last of its targets does.
  const short = await demo(order.buyU, { ...contract, side: 'short', targets: below, takeProfit: '379.9999' }, key());
  const waits = await demo(order.buyU, { ...contract, type: 'limit', side: 'long', price: '390', targets: met }, key());
  await record({ code: 'MSFT', kind: 'split', toUnits: 2, fromUnits: 1, firstDay: '2030-01-08' });
  until(monday + 21 * hour);
  await seeThrough('MSFT');
  const find = async ({ id }: { id: string }) => (await demo(order.listUOrder, {})).items.find((one) => one.id === id);
  // 210.00005 and 210.0001 are both reached from 210.0001 on; 190.00005 and 190 from 190 on, 189.99995 from 189.9999 on.
  const together = [{ price: '210.0001', lots: '0.7' }];
  expect(await find(long)).toMatchObject({ status: 'open', targets: together });
  expect(await find(waits)).toMatchObject({ status: 'awaiting', limitPrice: '195.0000', targets: together });
  expect(await find(short)).toMatchObject({ takeProfit: '189.9999', targets: [{ price: '190.0000', lots: '0.5' }] });

  until(monday + 38 * hour + hour / 2);
  await quote('MSFT', 200);
  expect(market.tradable('MSFT')).toBe(true);
  await quote('MSFT', 210.0001);
  await engine.settled();
  expect(await find(long)).toMatchObject({ status: 'open', lots: '0.3', parts: 1, targets: [] });
  await quote('MSFT', 200);
  await quote('MSFT', 189.9999);
  await engine.settled();
  expect(await find(short)).toMatchObject({ status: 'closed', closeReason: 'takeProfit', lots: '0.5', parts: 1 });
  expect(await find(waits)).toMatchObject({ status: 'open', openPrice: '189.9999', targets: together });
  await over();
  for (const { id } of [long, waits]) await demo(order.stopU, { id }, key());
  const { items } = await demo(order.listUOrder, {});
  await holdRecomputed(await Promise.all(items.map(({ id }) => demo(order.receipt, { id }))));
  await expectSoundBooks(db);
});
