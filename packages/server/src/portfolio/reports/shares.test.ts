import { order } from '@assay/contract/endpoints/order.ts';
import { type Amount, amount, formatAmount, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { multiply, rescale, subtract, toFixed } from '@assay/domain/money/fixed.ts';
import { expect, test } from 'vitest';
import { corporateWorld, key, monday } from '../../../test/corporate.ts';
import { hour } from '../../../test/identity-app.ts';
import { leading } from '../../../test/leading.ts';
import { recomputed, taxYears } from '../../../test/tax-year.ts';

const world = await corporateWorld('AAPL', 'KO', 'MSFT');
const { db, clock, server, quote, until, roundOf, runCorporate, seeThrough, record } = world;
const { market, bus, sources } = server;
const { lines, taxYear } = taxYears(server.app);
const units = (text: string | undefined): Amount => parseAmount(text ?? '', usdt) ?? nothing;

test('a dividend is income of the day on which it was paid, and costs the holder of a short position', async () => {
  const { demo, token } = await server.person('shareholder');
  await quote('KO', 50);
  const contract = { code: 'KO', type: 'market', leverage: 2 } as const;
  const long = await demo(order.buyU, { ...contract, side: 'long', lots: '10' }, key());
  const short = await demo(order.buyU, { ...contract, side: 'short', lots: '4' }, key());
  await record({ code: 'KO', kind: 'dividend', perUnit: '0.51', firstDay: '2030-01-08' });
  until(monday + 21 * hour);
  await runCorporate();
  await seeThrough('KO');
  until(monday + 38 * hour + hour / 2);
  await quote('KO', 52);
  for (const { id } of [long, short]) await demo(order.stopU, { id }, key());
  const income = await lines(token, 'income', '', 'demo');
  expect(income.map(({ type, label, amount: told }) => [type, label, told])).toEqual([
    ['opening', 'Opening balance', '0'],
    ['dividendReceived', 'Dividend received', '5.1'],
    ['dividendCharged', 'Dividend paid', '-2.04'],
    ['total', 'Total', '3.06'],
    ['otherThanIncome', 'Everything else: deposits, withdrawals, trades, loans', expect.any(String)],
    ['closing', 'Closing balance', expect.any(String)],
  ]);
  expect(income[1]?.['order number']).toBe(long.orderNo);
  // What the profile calls the result is that of the trades and the dividends together.
  const trades = await lines(token, 'trades', '', 'demo');
  const told = sum(units(trades.find(({ type }) => type === 'total')?.['result']), units('3.06'));
  const results = await demo(order.results, {});
  expect(results).toMatchObject({ net: formatAmount(told, usdt), dividends: '3.06' });
  // The list of what has ended shows no dividend: its rows and the dividends that are named beside them are the total.
  const rows = (await demo(order.listUOrder, { status: ['closed', 'closedEarly'], sort: 'ended' })).items;
  const nets = rows.map(({ profit, fee, financing }) => units(profit ?? '0') - units(fee) - units(financing));
  expect(nets.reduce((all, net) => all + net, units(results.dividends))).toBe(units(results.net));
  const files = await taxYear(token, 'demo');
  expect(await recomputed(files)).toBe('agrees');
  const silent = { ...files, income: files['income']?.replace(',5.1,', ',5,') ?? '' };
  expect(await recomputed(silent)).toBe(
    'dividendReceived in USDT: the export says 5, the ledger 5.1\ntotal of income: amount: the export says 3.06, its lines 2.96',
  );
});

test('over a split quantity and prices are told in the units of the close, so that the result follows from them', async () => {
  const { demo, token } = await server.person('splitholder');
  const option = { direction: 'up', amount: '10', periodId: '1day' } as const;
  const contract = { type: 'market', leverage: 2 } as const;
  until(monday + 43 * hour);
  await quote('AAPL', 700);
  await quote('MSFT', 100);
  const long = await demo(order.buyU, { ...contract, code: 'AAPL', side: 'long', lots: '10' }, key());
  const short = await demo(order.buyU, { ...contract, code: 'AAPL', side: 'short', lots: '5' }, key());
  const waits = { code: 'AAPL', side: 'long', leverage: 2, type: 'limit', price: '630', lots: '2' } as const;
  const limit = await demo(order.buyU, waits, key());
  const thirds = await demo(order.buyU, { ...contract, code: 'MSFT', side: 'long', lots: '10' }, key());
  await demo(order.buyOptions, { ...option, code: 'AAPL' }, key());
  await quote('AAPL', 693);
  await demo(order.stopU, { id: short.id, lots: '2' }, key());
  await record({ code: 'AAPL', kind: 'split', toUnits: 7, fromUnits: 1, firstDay: '2030-01-09' });
  await record({ code: 'MSFT', kind: 'split', toUnits: 3, fromUnits: 2, firstDay: '2030-01-09' });
  await runCorporate();
  until(monday + 45 * hour);
  await seeThrough('AAPL');
  await seeThrough('MSFT');
  until(monday + 62 * hour + hour / 2);
  const { engine, over } = await leading({ db, market, bus, sources });
  await quote('AAPL', 98);
  await quote('AAPL', 90);
  await engine.settled();
  await over();
  await quote('MSFT', 68);
  await quote('MSFT', 70);
  await quote('AAPL', 100);
  await quote('AAPL', 110);
  for (const { id } of [long, short, limit, thirds]) await demo(order.stopU, { id }, key());
  // A day after it was bought.
  until(monday + 67 * hour);
  await quote('AAPL', 110);
  clock.advance(hour);
  await roundOf('settlement')();
  const rows = await lines(token, 'trades', '', 'demo');
  const told = (of: { orderNo: string }, part = '') => rows.find((row) => row['order number'] === `${of.orderNo}${part}`);
  expect(rows.find((row) => row['order number']?.includes('/'))).toMatchObject({
    quantity: '2',
    'open price': '700',
    split: '',
  });
  expect(told(long)).toMatchObject({ quantity: '70', 'open price': '100', 'close price': '110', gross: '700', split: '7:1' });
  expect(told(short)).toMatchObject({ quantity: '21', 'open price': '100', gross: '-210' });
  // 1,000 / 15 each.
  expect(told(thirds)).toMatchObject({ quantity: '15', 'open price': '66.666666666666', gross: '50', split: '3:2' });
  expect(rows.find(({ type }) => type === 'option')).toMatchObject({ quantity: '10', 'open price': '100', result: '8.4' });
  for (const row of rows.filter(({ type }) => type === 'contract')) {
    const [opened, closed, quantity] = [row['open price'], row['close price'], row['quantity']].map((cell) =>
      toFixed(cell ?? ''),
    );
    if (opened === undefined || closed === undefined || quantity === undefined) throw new Error('unreachable');
    const gained = rescale(multiply(subtract(closed, opened), quantity), 6, 'down').units;
    expect(amount(row['side'] === 'long' ? gained : -gained) - units(row['gross'])).toBeLessThan(2n);
  }
  expect(await recomputed(await taxYear(token, 'demo'))).toBe('agrees');
});
