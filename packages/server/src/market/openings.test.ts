import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { refusalOf, standingClock } from '../../test/identity-app.ts';
import { leading } from '../../test/leading.ts';
import { handFeed, listed, testMarket } from '../../test/market.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';

/** Monday; New York trades from 14:30 to 21:00 UTC. */
const monday = Date.UTC(2030, 0, 7);
const hour = 3_600_000;
const clock = standingClock(monday + 21 * hour - 10_000);
const db = await testDatabase();
const catalogue = listed('AAPL', 'MSFT', 'IBM');
const server = await trading(db, { clock, kind: 'live', catalogue });
const { market, bus, sources } = server;
const { desk, operatorWith } = await consoleApp(db, clock, (one) => server.serveDesks(one));
const { instruments, proposals } = consoleCalls;
const reason = 'the exchange and two newspapers say so';
const key = () => ({ idempotencyKey: crypto.randomUUID() });
await fund(db, 'demo');

/** A quote at so many dollars, a second later than the last; instruments here have four decimals. */
const quote = (code: string, dollars: number) => server.quote(dollars * 10_000, dollars * 10_000, code);
const until = (time: number) => clock.advance(time - clock.now());

test('a split that nobody has recorded moves nothing, however many quotes agree, and over a restart', async () => {
  const { engine, over } = await leading({ db, market, bus, sources });
  const { demo } = await server.person('holder');
  await quote('AAPL', 650);
  const contract = { code: 'AAPL', type: 'market', lots: '10', leverage: 2 } as const;
  const long = await demo(order.buyU, { ...contract, side: 'long', stopLoss: '400' }, key());
  const short = await demo(order.buyU, { ...contract, side: 'short', takeProfit: '500' }, key());
  const limit = await demo(order.buyU, { ...contract, side: 'long', type: 'limit', price: '600' }, key());

  until(monday + 38 * hour + hour / 2);
  for (let place = 0; place < 20; place += 1) await quote('AAPL', 93);
  await engine.settled();
  const statuses = async () => (await demo(order.listUOrder, {})).items.map(({ id, status }) => [id, status]);
  const asTheyWere = [
    [limit.id, 'awaiting'],
    [short.id, 'open'],
    [long.id, 'open'],
  ];
  expect([market.tradable('AAPL'), market.suspended('AAPL')]).toEqual([false, true]);
  expect(await statuses()).toEqual(asTheyWere);
  expect(await refusalOf(demo(order.stopU, { id: long.id }, key()))).toBe('10015');
  expect(await refusalOf(demo(order.buyU, { ...contract, side: 'long' }, key()))).toBe('10015');

  await market.flush();
  const after = handFeed(clock, catalogue);
  const restarted = await testMarket(db, { clock, catalogue, feeds: [after] });
  await restarted.start();
  await restarted.lead();
  for (let place = 0; place < 5; place += 1) await after.quote('AAPL', '93', '93');
  expect([restarted.tradable('AAPL'), restarted.quote('AAPL')?.bid]).toEqual([false, 6_500_000]);
  // Since Tuesday's opening, whether or not it was there then: after 72 hours positions may be given back.
  const since = monday + 38 * hour + hour / 2;
  expect([market.suspendedSince('AAPL'), restarted.suspendedSince('AAPL')]).toEqual([since, since]);
  await restarted.stop();

  // It was an error of the feed: the price comes back by itself.
  await quote('AAPL', 651);
  expect(market.tradable('AAPL')).toBe(true);
  expect(await statuses()).toEqual(asTheyWere);
  await over();
  await expectSoundBooks(db);
});

test('two operators call a price real; one does not, and not for a price that has moved on', async () => {
  await quote('MSFT', 400);
  until(monday + 62 * hour + hour / 2);
  const [alice, bob, carol] = await Promise.all([
    operatorWith(['finance']),
    operatorWith(['administrator']),
    operatorWith(['support']),
  ]);
  expect(await refusalOf(alice.call(instruments.proposeRealPrice, { code: 'MSFT', reason }, key()))).toBe('11159');
  await quote('MSFT', 300);
  await market.flush();
  const [shown] = (await carol.call(instruments.listOpenings, {})).items;
  expect(shown).toMatchObject({
    code: 'MSFT',
    close: '400.00',
    price: '300.00',
    priceTime: new Date(clock.now()).toISOString(),
  });
  expect(await desk.queues.get('instruments')?.(db)).toEqual({ waiting: 1, oldestAt: new Date(clock.now()) });
  expect(await refusalOf(carol.call(instruments.proposeRealPrice, { code: 'MSFT', reason }, key()))).toBe('403');

  const first = await alice.call(instruments.proposeRealPrice, { code: 'MSFT', reason }, key());
  expect(await refusalOf(alice.call(proposals.approve, { id: first.proposalId }, key()))).toBe('11070');
  // 21% below the 300 that was proposed.
  await quote('MSFT', 237);
  await market.flush();
  expect(await bob.call(proposals.approve, { id: first.proposalId }, key())).toMatchObject({
    status: 'failed',
    failure: '11159',
  });

  await quote('MSFT', 300);
  await market.flush();
  const second = await alice.call(instruments.proposeRealPrice, { code: 'MSFT', reason }, key());
  expect(await bob.call(proposals.approve, { id: second.proposalId }, key())).toMatchObject({ status: 'approved' });
  const [kept] = await db.query('select code, source, price, proposal_id from real_prices');
  expect(kept).toEqual({ code: 'MSFT', source: 'live', price: 3_000_000, proposal_id: Number(second.proposalId) });
  await expect
    .poll(async () => {
      await quote('MSFT', 300);
      return market.tradable('MSFT');
    })
    .toBe(true);
  expect(market.quote('MSFT')?.bid).toBe(3_000_000);
  await market.flush();
  expect((await carol.call(instruments.listOpenings, {})).items).toEqual([]);
});

test('the database takes no real price without two operators, and none is changed', async () => {
  const alone = `insert into real_prices (code, source, close_time_ms, price, proposal_id, at)
    select 'IBM', 'live', 1, 1, id, now() from proposals where kind = 'instrument.realPrice' and status = 'failed'`;
  await expect(db.transact((tx) => tx.query(alone))).rejects.toThrow('needs two operators');
  await expect(db.query('update real_prices set price = 1')).rejects.toThrow('append-only');
  // Without its guard the table takes anything.
  const unguarded = db.transact(async (tx) => {
    await tx.query('alter table real_prices disable trigger approved_by_two');
    const rows = await tx.query(`${alone} returning code`);
    await tx.query('set constraints all immediate');
    throw new Error(`took ${rows.length}`);
  });
  await expect(unguarded).rejects.toThrow('took 1');
});
