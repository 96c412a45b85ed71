import { order } from '@assay/contract/endpoints/order.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { trading } from '../../test/trading.ts';

/** Traded by the hundred. */
const bulk: Instrument = {
  ...coin,
  id: 'futures-BULKUSDT',
  code: 'BULKUSDT',
  name: 'Bulk',
  contract: { ...coin.contract, lotSize: toFixed('100') },
};
const { clock, quote, person } = await trading(await testDatabase(), { catalogue: [coin, bulk] });

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;

describe('an order', () => {
  const time = () => new Date(clock.now()).toISOString();

  it('has number, type, lots, hand count and leverage, its prices, and when it opened and closed', async () => {
    const { demo } = await person('reads');
    await quote(9990, 10_000, bulk.code);
    const openTime = time();
    const opened = await demo(order.buyU, { ...long, code: bulk.code, lots: '0.25', leverage: 20 });
    const day = openTime.slice(2, 10).replaceAll('-', '');
    expect(opened.orderNo).toMatch(new RegExp(`^C${day}-[0-9A-Z]{10}$`));
    expect(opened).toMatchObject({
      orderType: 'market',
      lots: '0.25',
      handCount: '25',
      leverage: 20,
      openPrice: '100.00',
      closePrice: null,
      currentPrice: '99.90',
      lastPrice: '99.95',
      openTime,
      closeTime: null,
    });
    await quote(10_100, 10_110, bulk.code);
    const closed = await demo(order.stopU, { id: opened.id });
    // What it closed at is its current price from then on, whatever comes after.
    await quote(12_000, 12_010, bulk.code);
    const ended = { closePrice: '101.00', currentPrice: '101.00', openTime, closeTime: closed.closeTime };
    expect((await demo(order.listUOrder, {})).items).toMatchObject([
      { ...ended, orderNo: opened.orderNo, lastPrice: '120.05' },
    ]);
    expect(Date.parse(closed.closeTime ?? '') - Date.parse(openTime)).toBe(1000);
  });

  it('that waits for its price has not opened, and stands until it is filled or withdrawn: it does not expire', async () => {
    const { demo } = await person('stands');
    await quote(9990, 10_000, bulk.code);
    const limit = { ...long, code: bulk.code, type: 'limit', price: '90' } as const;
    expect(await demo(order.buyU, limit)).toMatchObject({
      orderType: 'limit',
      limitPrice: '90.00',
      openPrice: null,
      openTime: null,
      closeTime: null,
      createdAt: time(),
      expiresAt: null,
    });
  });
});

describe('whose order it is', () => {
  it('decides who sees, amends and closes it: not another person, not the other account', async () => {
    const owner = await person('owner');
    const other = await person('other');
    await quote(10_000);
    const { id } = await owner.demo(order.buyU, long);
    for (const call of [other.demo, other.real, owner.real]) {
      expect(await refusalOf(call(order.stopU, { id }))).toBe('404');
      expect(await refusalOf(call(order.amendU, { id, takeProfit: '110' }))).toBe('404');
      expect(await refusalOf(call(order.receipt, { id }))).toBe('404');
      expect((await call(order.listUOrder, {})).items).toEqual([]);
    }
    for (const strange of ['0', '99999999999999999', 'x', '9007199254740993']) {
      expect(await refusalOf(owner.demo(order.stopU, { id: strange }))).toBe('404');
    }
  });

  it('lists newest first, by page, status and code', async () => {
    const { demo } = await person('lists');
    await quote(10_000);
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.unshift((await demo(order.buyU, long, { idempotencyKey: `list-${index}` })).id);
    const first = await demo(order.listUOrder, { limit: 3 });
    const second = await demo(order.listUOrder, { limit: 3, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect((await demo(order.listUOrder, { status: ['awaiting', 'closed'] })).items).toEqual([]);
    expect((await demo(order.listUOrder, { code: 'EURJPY' })).items).toEqual([]);
    expect(await refusalOf(demo(order.listUOrder, { cursor: 'abc' }))).toBe('400');
  });
});

describe('the balance', () => {
  it('is told for a coin and for a pair with its prices, and refused for what is neither', async () => {
    const { demo, real } = await person('balances');
    await quote(10_190, 10_210);
    await quote(9990, 10_010);
    await demo(order.buyU, long);
    expect(await demo(order.getAssestInfo, { code: 'USDT' })).toMatchObject({
      balances: [{ asset: 'USDT', available: '99989.8899', held: '10.01' }],
      bid: null,
    });
    expect(await real(order.getAssestInfo, { code: 'COINUSDT' })).toMatchObject({
      balances: [
        { asset: 'COIN', available: '0', held: '0' },
        { asset: 'USDT', available: '0', held: '0' },
      ],
      open: '100.00',
      high: '102.00',
      low: '100.00',
      close: '100.00',
      bid: '99.90',
      ask: '100.10',
    });
    expect(await refusalOf(demo(order.getAssestInfo, { code: 'EUR' }))).toBe('11009');
  });
});

describe('the receipt', () => {
  it('shows terms, quotes, formulas with their numbers and every transfer', async () => {
    const { demo } = await person('receipts');
    await quote(9990, 10_000);
    const { id } = await demo(order.buyU, long);
    await quote(9800, 9810);
    await demo(order.stopU, { id });
    const receipt = await demo(order.receipt, { id });
    expect(receipt.terms).toMatchObject({ side: 'long', leverage: '10', feeRate: '0.001', conversion: '1' });
    expect(receipt.quotes).toMatchObject([
      { moment: 'open', bid: '99.9', ask: '100', source: 'simulated COINUSDT' },
      { moment: 'close', bid: '98', ask: '98.1', source: 'simulated COINUSDT' },
    ]);
    // Nothing triggered it: its owner has closed it.
    expect(receipt.closeReason).toBe('manual');
    expect(Object.fromEntries(receipt.steps.map(({ name, result }) => [name, result]))).toEqual({
      quantity: '1',
      notional: '100',
      margin: '10',
      openFee: '0.1',
      maintenance: '0.5',
      liquidationPrice: '90.59',
      profit: '-2',
      closeFee: '0.098',
      returned: '7.902',
    });
    expect(receipt.transfers.map(({ from, to, amount }) => [from, to, amount])).toEqual([
      ['available', 'margin', '10'],
      ['available', 'house:fees', '0.1'],
      ['margin', 'house:trading', '2'],
      ['margin', 'house:fees', '0.098'],
      ['margin', 'available', '7.902'],
    ]);
  });
});

describe('what has ended', () => {
  it('is listed by its ending, of a period, a page at a time', async () => {
    const { demo } = await person('historian');
    await quote(10_000);
    const first = await demo(order.buyU, { ...long, lots: '1' });
    const second = await demo(order.buyU, { ...long, lots: '2' });
    const third = await demo(order.buyU, { ...long, type: 'limit', price: '90', lots: '3' });
    await quote(10_100);
    await demo(order.stopU, { id: second.id });
    await quote(10_100);
    const between = new Date(clock.now()).toISOString();
    await demo(order.stopU, { id: third.id });
    await quote(10_100);
    await demo(order.stopU, { id: first.id });
    const ended = async (input: object) =>
      (await demo(order.listUOrder, { sort: 'ended', ...input })).items.map(({ id }) => id);
    expect(await ended({})).toEqual([first.id, third.id, second.id]);
    expect(await ended({ status: ['closedEarly'] })).toEqual([first.id, second.id]);
    expect(await ended({ from: between })).toEqual([first.id, third.id]);
    expect(await ended({ to: between })).toEqual([second.id]);
    const page = await demo(order.listUOrder, { sort: 'ended', limit: 2 });
    expect(await ended({ limit: 2, cursor: page.nextCursor ?? '' })).toEqual([second.id]);
    expect(await refusalOf(demo(order.listUOrder, { sort: 'ended', cursor: '7' }))).toBe('400');
  });
});
