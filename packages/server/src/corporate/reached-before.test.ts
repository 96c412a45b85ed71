import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { corporateWorld, key, monday } from '../../test/corporate.ts';
import { day, hour } from '../../test/identity-app.ts';
import { leadingByHand } from '../../test/leading.ts';
import { holdRecomputed } from '../../test/recorded-days/recomputed.ts';
import { expectSoundBooks } from '../../test/trading.ts';

const world = await corporateWorld('AAPL', 'KO', 'MSFT');
const { db, server, quote, until, runCorporate, seeThrough, statusOf, record, toldOf } = world;
const { market, bus, sources } = server;
const contract = { lots: '10', leverage: 2, side: 'long' } as const;

// No engine leads: what a quote reaches is done when the order is next touched.
test('what the last prices reached is done before a split or a dividend, at those prices', async () => {
  const { demo, userId } = await server.person('holder');
  const of = async ({ id }: { id: string }) => (await demo(order.listUOrder, {})).items.find((one) => one.id === id);
  await quote('AAPL', 700);
  await quote('KO', 50);
  await quote('MSFT', 400);
  const targets = [{ price: '720', lots: '3' }];
  const long = await demo(order.buyU, { ...contract, code: 'AAPL', type: 'market', targets }, key());
  const alert = { code: 'AAPL', direction: 'above' } as const;
  await demo(user.createPriceAlert, { ...alert, price: '710' }, key());
  const higher = await demo(user.createPriceAlert, { ...alert, price: '735' }, key());
  const resting = { ...contract, code: 'KO', type: 'limit' } as const;
  const limit = await demo(order.buyU, { ...resting, price: '49' }, key());
  const unreached = await demo(order.buyU, { ...resting, price: '40' }, key());
  await record({ code: 'AAPL', kind: 'split', toUnits: 7, fromUnits: 1, firstDay: '2030-01-08' });
  await record({ code: 'KO', kind: 'dividend', perUnit: '0.51', firstDay: '2030-01-08' });
  await quote('AAPL', 721);
  await quote('KO', 48.9);
  until(monday + 21 * hour);

  await seeThrough('AAPL');
  const seven = { to: '7', from: '1' };
  expect(await of(long)).toMatchObject({ status: 'open', lots: '7', parts: 1, targets: [], splits: { opened: seven } });
  const part = (await demo(order.listUOrder, {})).items.find((one) => one.code === 'AAPL' && one.status === 'closed');
  // 3 × (721 − 700).
  expect(part).toMatchObject({ lots: '3', closePrice: '721.0000', closeReason: 'takeProfit', profit: '63', splits: null });
  expect(await demo(user.priceAlerts, {})).toMatchObject([{ id: higher.id, price: '105.0000' }]);
  expect(await toldOf(userId, 'priceAlert')).toMatchObject([{ code: 'AAPL', price: '710.0000', reached: '721.0000' }]);

  // What waits at 40 is looked at as long as anything may still fill it: until an engine has judged what is on the tape.
  await runCorporate();
  expect(await statusOf('KO')).toEqual(['underWay']);
  expect(await of(limit)).toMatchObject({ status: 'open', openPrice: '48.9000' });
  const { mark, die } = await leadingByHand({ db, market, bus, sources });
  for (let looks = 0; looks < 2; looks += 1) await mark();
  await seeThrough('KO');
  expect(await of(unreached)).toMatchObject({ status: 'awaiting' });
  // 10 × 0.51.
  expect(await toldOf(userId, 'dividend')).toMatchObject([{ orderId: limit.id, profit: '5.1' }]);
  await die();
  const ids = [long.id, part?.id ?? '', limit.id];
  await holdRecomputed(await Promise.all(ids.map((id) => demo(order.receipt, { id }))));
  await expectSoundBooks(db);
});

test('nothing that opens is let in while its instrument is being adjusted', async () => {
  const { demo } = await server.person('opener');
  until(monday + day + 15 * hour);
  await quote('MSFT', 400);
  const long = await demo(order.buyU, { ...contract, code: 'MSFT', type: 'market' }, key());
  await record({ code: 'MSFT', kind: 'split', toUnits: 2, fromUnits: 1, firstDay: '2030-01-09' });
  const begun = `update corporate_actions set begun_at = now(), begun_in = pg_current_xact_id(), position = 0, quoted_ms = 0
    where code = 'MSFT'`;
  const [names] = await db.query<{ list: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as list from information_schema.columns
     where table_name = 'positions' and column_name not in ('id', 'order_no')`,
  );
  const again = `insert into positions (order_no, ${names?.list})
    select 'C300108-ABCDEFGHIJ', ${names?.list} from positions where id = $1 returning id`;
  const tries = (before: string) =>
    db.transact(async (tx) => {
      await tx.query(begun);
      if (before !== '') await tx.query(before);
      throw new Error(`took ${(await tx.query(again, [Number(long.id)])).length}`);
    });
  await expect(tries('')).rejects.toThrow('MSFT is being adjusted');
  // Without its guard the table takes it.
  await expect(tries('alter table positions disable trigger refuse_under_action')).rejects.toThrow('took 1');
});
