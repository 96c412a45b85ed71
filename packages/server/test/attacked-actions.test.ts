import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, onTestFinished, test } from 'vitest';
import { CorporateRound } from '../src/corporate/index.ts';
import { QuoteLines } from '../src/feed/quote-lines.ts';
import { unhurried } from '../src/platform/database.ts';
import { type Asked, corporateWorld, key, monday, reason } from './corporate.ts';
import { silent } from './database.ts';
import { day, hour, minute, refusalOf } from './identity-app.ts';
import { leading } from './leading.ts';
import { holdRecomputed } from './recorded-days/recomputed.ts';
import { expectSoundBooks } from './trading.ts';

const world = await corporateWorld('AAPL', 'MSFT', 'IBM', 'KO', 'JPM', 'WMT');
const { db, clock, server, two, quote, until, roundOf, runCorporate, seeThrough, statusOf, record } = world;
const { market } = server;
const { actions, proposals } = consoleCalls;
const market10 = { type: 'market', lots: '10', leverage: 2 } as const;

test('what the last quote reached and nobody has acted on is done first, at that quote', async () => {
  const { demo } = await server.person('crossed');
  for (const [code, price] of [
    ['MSFT', 400],
    ['IBM', 200],
    ['JPM', 300],
    ['WMT', 100],
  ] as const)
    await quote(code, price);
  await quote('AAPL', 700);
  const stopped = await demo(order.buyU, { ...market10, code: 'AAPL', side: 'long', stopLoss: '630' }, key());
  const limit = await demo(order.buyU, { ...market10, code: 'AAPL', type: 'limit', side: 'long', price: '630' }, key());
  await record({ code: 'AAPL', kind: 'split', toUnits: 7, fromUnits: 1, firstDay: '2030-01-08' });
  until(monday + 21 * hour - 2000);
  // There is no leader to act on it, and a second later the session ends.
  await quote('AAPL', 630);
  until(monday + 21 * hour);
  await seeThrough('AAPL');
  const held = new Map((await demo(order.listUOrder, {})).items.map((one) => [one.id, one]));
  expect(held.get(stopped.id)).toMatchObject({ status: 'closed', closePrice: '630.0000', profit: '-700', splits: null });
  const seven = { to: '7', from: '1' };
  expect(held.get(limit.id)).toMatchObject({
    status: 'open',
    openPrice: '630.0000',
    splits: { ordered: seven, opened: seven },
    profit: '0',
  });
  await holdRecomputed(await Promise.all([stopped, limit].map(({ id }) => demo(order.receipt, { id }))));
});

test('the same kind is recorded once for a day, its reverse may follow', async () => {
  const [alice] = await two();
  const split = { code: 'AAPL', kind: 'split', toUnits: 7, fromUnits: 1, firstDay: '2030-01-08' } as const;
  // Before the first opening, so that it is not too late.
  expect(await refusalOf(alice.call(actions.propose, { ...split, reason }, key()))).toBe('11180');
  expect(await statusOf('AAPL')).toEqual(['done']);
  await record({ ...split, kind: 'reverseSplit', toUnits: 1, fromUnits: 7 });
  await seeThrough('AAPL');
  expect(market.quote('AAPL')).toMatchObject({ bid: 6_300_000 });
  expect(market.splits('AAPL')).toBe(2);
});

test('while one is under way nothing is opened, ordered or watched, and nobody records or takes back another', async () => {
  const { demo } = await server.person('inbetween');
  const [alice, bob] = await two();
  await record({ code: 'IBM', kind: 'split', toUnits: 2, fromUnits: 1, firstDay: '2030-01-08' });
  const [waiting] = (await alice.call(actions.list, {})).items;
  const { proposalId } = await alice.call(actions.proposeWithdrawal, { id: waiting?.id ?? '', reason }, key());
  const stuck = {
    name: 'somebody who is never reached',
    product: 'contracts' as const,
    page: async () => [{ id: 1, userId: '1', book: 'demo' as const }],
    adjust: async () => Promise.reject(new Error('killed')),
  };
  await new CorporateRound({ db, clock, market, adjusters: [stuck] }, silent).run(new AbortController().signal);
  expect(await statusOf('IBM')).toEqual(['underWay']);
  const refused = [
    demo(order.buyU, { ...market10, code: 'IBM', side: 'long' }, key()),
    demo(order.buyU, { ...market10, code: 'IBM', type: 'limit', side: 'long', price: '190' }, key()),
    demo(order.buyOptions, { code: 'IBM', direction: 'up', amount: '10', periodId: '1week' }, key()),
    demo(user.createPriceAlert, { code: 'IBM', direction: 'below', price: '190' }, key()),
  ];
  expect(await Promise.all(refused.map((each) => refusalOf(each)))).toEqual(['10015', '10015', '10015', '10015']);
  const dividend = { code: 'IBM', kind: 'dividend', perUnit: '1', firstDay: '2030-01-14', reason } as const;
  expect(await refusalOf(alice.call(actions.propose, dividend, key()))).toBe('11157');
  expect(await bob.call(proposals.approve, { id: proposalId }, key())).toMatchObject({ status: 'failed', failure: '11158' });
  await seeThrough('IBM');
  expect(market.quote('IBM')).toMatchObject({ bid: 1_000_000 });
});

test('ratios and amounts that no share would trade by are refused', async () => {
  await quote('KO', 50);
  const [alice] = await two();
  const propose = (asked: Partial<Asked>) => {
    const split = { code: 'KO', kind: 'split', toUnits: 2, fromUnits: 1, firstDay: '2030-01-14', reason } as const;
    return refusalOf(alice.call(actions.propose, { ...split, ...asked }, key()));
  };
  const ratios = [
    [0, 1],
    [1, 0],
    [1, 1],
    [-7, 1],
    [7.5, 1],
    [1001, 1],
    [1e300, 1],
    [4, 4],
  ] as const;
  const refused = await Promise.all(ratios.map(([toUnits, fromUnits]) => propose({ toUnits, fromUnits })));
  expect(refused).toEqual(ratios.map(() => '11155'));
  const none = { kind: 'dividend', toUnits: undefined, fromUnits: undefined } as const;
  const amounts = ['0', '-1', 'many', '1e9'];
  expect(await Promise.all(amounts.map((perUnit) => propose({ ...none, perUnit })))).toEqual(['11155', '400', '400', '400']);
  // All that it is worth, and 0.0500 in place of 50.
  expect(await propose({ ...none, perUnit: '50' })).toBe('11181');
  expect(await propose({ ...none, perUnit: '51000' })).toBe('11181');
  expect(await propose({ toUnits: 1000 })).toBe('11181');
});

test('taken back and begun at the same moment, one of them holds', async () => {
  const [alice, bob] = await two();
  await record({ code: 'WMT', kind: 'dividend', perUnit: '0.5', firstDay: '2030-01-08' });
  const [waiting] = (await alice.call(actions.list, {})).items;
  const { proposalId } = await alice.call(actions.proposeWithdrawal, { id: waiting?.id ?? '', reason }, key());
  const [approved] = await Promise.all([bob.call(proposals.approve, { id: proposalId }, key()), runCorporate()]);
  const [status] = await statusOf('WMT');
  expect(status === 'withdrawn').toBe(approved.status === 'approved');
  if (status !== 'withdrawn') await seeThrough('WMT');
});

test('what was on its way when one began is waited for, and lives through it too', async () => {
  const { userId } = await server.person('ontheway');
  await record({ code: 'WMT', kind: 'split', toUnits: 4, fromUnits: 1, firstDay: '2030-01-09' });
  await quote('WMT', 100);
  until(monday + day + 21 * hour);
  const [begun, written, arrived] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  if (begun === undefined || written === undefined || arrived === undefined) throw new Error('three gates');
  onTestFinished(() => arrived.resolve());
  const beginning = db.transact(async (tx) => {
    await tx.query(
      `update corporate_actions set begun_at = $1, begun_in = pg_current_xact_id(), position = 0, quoted_ms = $2
       where code = 'WMT' and begun_at is null and withdrawal_id is null`,
      [new Date(clock.now()), market.quote('WMT')?.time],
    );
    begun.resolve();
    await written.promise;
  }, unhurried);
  await begun.promise;
  // It began later by its number, and could not see it yet.
  const ordering = db.transact(async (tx) => {
    await tx.query(
      `insert into price_alerts (user_id, code, direction, price, price_scale, created_at, quoted_at)
       values ($1, 'WMT', 'below', 800000, 4, $2, 0)`,
      [userId, new Date(clock.now())],
    );
    written.resolve();
    await arrived.promise;
  }, unhurried);
  await beginning;
  await runCorporate();
  await runCorporate();
  expect(await statusOf('WMT')).toContain('underWay');
  arrived.resolve();
  await ordering;
  await seeThrough('WMT');
  expect(await db.query("select price from price_alerts where code = 'WMT'")).toEqual([{ price: 200_000 }]);
});

test('a short who has too little pays a dividend with what there is, and is closed by the next price', async () => {
  const { engine } = await leading({ db, market, bus: server.bus, sources: server.sources });
  const { demo } = await server.person('poorshort');
  until(monday + 2 * day + 15 * hour);
  await quote('JPM', 300);
  const contract = { ...market10, code: 'JPM' } as const;
  // Margins of 30,000 and 66,000, fees of 75 and 66: 3,859 stay free.
  const short = await demo(order.buyU, { ...contract, side: 'short', lots: '500', leverage: 5 }, key());
  const long = await demo(order.buyU, { ...contract, side: 'long', lots: '440' }, key());
  await record({ code: 'JPM', kind: 'dividend', perUnit: '90', firstDay: '2030-01-10' });
  until(monday + 2 * day + 21 * hour - minute);
  await quote('JPM', 300);
  await roundOf('financing')();
  const free = Number((await demo(order.getProfitTotal, {})).available);
  expect(free).toBe(3859);
  until(monday + 2 * day + 21 * hour);
  await seeThrough('JPM');
  const paid = await db.query(
    'select order_id, amount, from_margin from order_actions where amount <> 0 and order_id = any ($1) order by 1',
    [[short.id, long.id].map(Number)],
  );
  // 500 × 90 are 45,000, of which there were 33,859; 440 × 90 received.
  expect(paid).toEqual([
    { order_id: Number(short.id), amount: 33_859_000_000n, from_margin: 30_000_000_000n },
    { order_id: Number(long.id), amount: -39_600_000_000n, from_margin: 0n },
  ]);
  expect((await demo(order.getProfitTotal, {})).available).toBe('39600');
  until(monday + 3 * day + 15 * hour);
  await quote('JPM', 299);
  await engine.settled();
  const held = new Map((await demo(order.listUOrder, {})).items.map((one) => [one.id, one]));
  expect([short, long].map(({ id }) => held.get(id)?.status)).toEqual(['liquidated', 'open']);
});

test('an option that expired between two splits is settled in the units of its price', async () => {
  const { demo } = await server.person('between');
  until(monday + 3 * day + 21 * hour - 30_000);
  await quote('KO', 50);
  const buy = (direction: 'up' | 'down') =>
    demo(order.buyOptions, { code: 'KO', direction, amount: '10', periodId: '1day' }, key());
  const [up, down] = [await buy('up'), await buy('down')];
  await record({ code: 'KO', kind: 'split', toUnits: 2, fromUnits: 1, firstDay: '2030-01-11' });
  until(monday + 3 * day + 21 * hour);
  await seeThrough('KO');
  await record({ code: 'KO', kind: 'reverseSplit', toUnits: 1, fromUnits: 3, firstDay: '2030-01-14' });
  until(monday + 4 * day + 15 * hour);
  await quote('KO', 25);
  until(monday + 4 * day + 21 * hour - 31_000);
  // 2 × 25.50 is more than 50; a third of that would be less.
  await quote('KO', 25.5);
  until(monday + 4 * day + 21 * hour);
  await seeThrough('KO');
  await roundOf('settlement')();
  const ended = new Map((await demo(order.listOptionsOrder, {})).items.map((one) => [one.id, one]));
  expect(ended.get(up.id)).toMatchObject({ status: 'won', strike: '50.0000', settlement: '25.5000', profit: '8.4' });
  expect(ended.get(down.id)).toMatchObject({ status: 'lost', profit: '-10' });
  await holdRecomputed(await Promise.all([up, down].map(({ id }) => demo(order.receipt, { id }))));
  await expectSoundBooks(db);
});

test('a gap at the opening halts the share until two operators have recorded what it is', async () => {
  const lines = new QuoteLines(market);
  const lineOf = () => {
    lines.refresh();
    const frame = lines.batch(['MSFT'])?.toString() ?? '';
    return JSON.parse(frame.slice(frame.indexOf('['))) as unknown[];
  };
  const { demo } = await server.person('gapped');
  const candle = async () => {
    const bars = await demo(index.getKValueByCodeAndDate, { code: 'MSFT', period: '1d', limit: 500 });
    return bars.at(-1);
  };
  const first = monday + 8 * day;
  until(first - 4 * hour);
  await quote('MSFT', 400);
  const long = await demo(order.buyU, { ...market10, code: 'MSFT', side: 'long', stopLoss: '300' }, key());
  until(first + 15 * hour);
  for (const price of [80, 80.1, 80.2, 80.1]) await quote('MSFT', price);
  expect([market.tradable('MSFT'), lineOf()]).toMatchObject([false, [{ code: 'MSFT', price: '400.00', halted: true }]]);
  expect(await candle()).toMatchObject({ close: 400 });
  const [alice, bob] = await two();
  const split = { code: 'MSFT', kind: 'split', toUnits: 5, fromUnits: 1, firstDay: '2030-01-15', reason } as const;
  const { proposalId } = await alice.call(actions.propose, split, key());
  expect(await refusalOf(alice.call(proposals.approve, { id: proposalId }, key()))).toBe('11070');
  await runCorporate();
  expect(await statusOf('MSFT')).toEqual([]);
  await bob.call(proposals.approve, { id: proposalId }, key());
  await seeThrough('MSFT');
  expect(lineOf()).toMatchObject([{ price: '80.00', splits: 1, halted: true }]);
  expect(await candle()).toMatchObject({ close: 80 });
  await quote('MSFT', 80.1);
  expect(market.tradable('MSFT')).toBe(true);
  expect(lineOf()).toEqual([expect.not.objectContaining({ halted: true })]);
  const held = (await demo(order.listUOrder, {})).items.find(({ id }) => id === long.id);
  // 50 × 80.10 − 10 × 400.
  expect(held).toMatchObject({ status: 'open', stopLoss: '60.0000', profit: '5' });
  lines.stop();
});
