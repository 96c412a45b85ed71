import { allConsoleCalls, consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { describe, expect, test } from 'vitest';
import { consoleApp } from './console.ts';
import { testDatabase } from './database.ts';
import { refusalOf } from './identity-app.ts';
import { fundTreasury, planning } from './plans.ts';
import { expectSoundBooks, fund } from './trading.ts';

const db = await testDatabase();
const server = await planning(db);
const { clock, market, quote } = server;
const { operatorWith } = await consoleApp(db, clock, (desk) => server.serveDesks(desk));
const { instruments, planProducts, positions, proposals } = consoleCalls;
const reason = 'agreed in the weekly meeting';
const code = coin.code;
const key = () => ({ idempotencyKey: crypto.randomUUID() });

const [first, second] = await Promise.all([operatorWith(['finance']), operatorWith(['administrator'])]);
const support = await operatorWith(['support']);
await fund(db, 'demo');
await fund(db, 'real');

describe('terms of an instrument', () => {
  test('are changed by two persons, for what is opened from then on; what is open keeps its own', async () => {
    const { demo } = await server.person('trader');
    await quote(10_000);
    const buy = { code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
    const before = await demo(order.buyU, buy, key());
    expect([before.marginUsed, before.fee]).toEqual(['10', '0.1']);

    const change = { code, leverages: [1, 2, 5], feeRate: '0.002', reason };
    const { proposalId } = await first.call(instruments.proposeTerms, change, key());
    expect(await refusalOf(first.call(proposals.approve, { id: proposalId }, key()))).toBe('11070');
    expect(await refusalOf(first.call(instruments.proposeTerms, change, key()))).toBe('11082');
    expect((await demo(order.buyU, buy, key())).fee).toBe('0.1');
    await second.call(proposals.approve, { id: proposalId }, key());
    await expect.poll(() => market.instrument(code)?.contract.leverages).toEqual([1, 2, 5]);

    expect(await refusalOf(demo(order.buyU, buy, key()))).toBe('11006');
    // 1 coin at 100 and leverage 5: 20 of margin, 0.2% of fee.
    const after = await demo(order.buyU, { ...buy, leverage: 5 }, key());
    expect([after.marginUsed, after.fee]).toEqual(['20', '0.2']);
    const { items } = await support.call(instruments.list, { only: 'changed' });
    expect(items).toMatchObject([{ code, changed: true, terms: { feeRate: '0.002' }, listed: { feeRate: '0.001' } }]);
    // Closing pays the fee that was agreed at the opening: 0.1 + 0.1.
    expect((await demo(order.stopU, { id: before.id }, key())).fee).toBe('0.2');
    await expectSoundBooks(db);
  });

  test('beyond what is reasonable are refused, and so is who may not propose', async () => {
    const wrong = [{ leverages: [50] }, { feeRate: '0.003' }, { maintenanceRate: '0.9' }, { lotsMin: '0.015' }];
    for (const terms of wrong) {
      expect(await refusalOf(first.call(instruments.proposeTerms, { code, ...terms, reason }, key()))).toBe('11140');
    }
    expect(await refusalOf(support.call(instruments.proposeTerms, { code, feeRate: '0.001', reason }, key()))).toBe('403');
    expect(await refusalOf(first.call(instruments.proposeTerms, { code: 'NOTHING', reason }, key()))).toBe('404');
  });

  test('say nothing of a price: no field of any console call takes one', () => {
    // What an NFT is sold for is its seller's to say; no price of a market is.
    const acts = allConsoleCalls.filter(({ moves, path }) => moves && !path.startsWith('/nfts/'));
    const priced = acts.filter(({ input }) =>
      Object.keys(input.shape).some((field) => /bid$|ask$|price$|quote|strike|settle|spread/i.test(field)),
    );
    expect(acts.length).toBeGreaterThan(20);
    expect(priced.map(({ path }) => path)).toEqual([]);
  });
});

test('options are switched off on an instrument by one operator at once, and on again by two', async () => {
  const { demo } = await server.person('optioneer');
  await quote(10_000);
  const option = { code, direction: 'up', amount: '10', periodId: '1min' } as const;
  const periods = async () => (await demo(index.getMarketInfo, { id: coin.id })).options.length;
  expect(await periods()).toBeGreaterThan(0);
  await first.call(instruments.switchOptions, { code, country: null, reason }, key());
  expect(await periods()).toBe(0);
  expect(await refusalOf(demo(order.buyOptions, option, key()))).toBe('10014');
  const { proposalId } = await first.call(instruments.proposeOptions, { code, country: null, reason }, key());
  expect(await refusalOf(first.call(proposals.approve, { id: proposalId }, key()))).toBe('11070');
  expect(await periods()).toBe(0);
  await second.call(proposals.approve, { id: proposalId }, key());
  expect(await periods()).toBeGreaterThan(0);
  expect(await refusalOf(first.call(instruments.proposeOptions, { code, country: null, reason }, key()))).toBe('11081');
});

describe('products of yield plans', () => {
  const offer = {
    name: 'Harbour',
    amountMin: '100',
    amountMax: '1000',
    penaltyRate: '0.02',
    startsAt: null,
    periods: [{ days: 10, dailyYield: '0.001' }],
  };

  test('are added and changed by two persons; a plan keeps the terms it was bought with', async () => {
    const saver = await server.saver('saver', '5000');
    await fundTreasury(db, '1000');
    const added = await first.call(planProducts.propose, { ...offer, reason }, key());
    expect((await first.call(planProducts.list, {})).items.map(({ id }) => id)).not.toContain('plan-harbour');
    await second.call(proposals.approve, { id: added.proposalId }, key());
    const bought = await saver.real(order.buySmart, { productId: 'plan-harbour', days: 10, amount: '500' }, key());
    expect([bought.dailyYield, bought.penalty]).toEqual(['0.001', '10']);

    const changed = { ...offer, id: 'plan-harbour', penaltyRate: '0.03', periods: [{ days: 20, dailyYield: '0.002' }], reason };
    const { proposalId } = await first.call(planProducts.propose, changed, key());
    await second.call(proposals.approve, { id: proposalId }, key());
    const [kept] = (await saver.real(order.listSmartOrder, {})).items;
    expect([kept?.dailyYield, kept?.penalty]).toEqual(['0.001', '10']);
    const harbour = (await support.call(planProducts.list, {})).items.find(({ id }) => id === 'plan-harbour');
    // 500 at 0.1% for 10 days: 5 of income are promised.
    expect(harbour).toMatchObject({ periods: [{ days: 20, dailyYield: '0.002' }], open: 1, principal: '500', committed: '5' });
    await expectSoundBooks(db);
  });

  test('are taken off sale by two persons, and nobody buys them any more', async () => {
    const saver = await server.saver('latecomer', '1000');
    const { proposalId } = await first.call(planProducts.proposeWithdrawal, { id: 'plan-gold', reason }, key());
    await second.call(proposals.approve, { id: proposalId }, key());
    const gold = { productId: 'plan-gold', days: 7, amount: '100' };
    expect(await refusalOf(saver.real(order.buySmart, gold, key()))).toBe('10010');
    expect(await refusalOf(first.call(planProducts.proposeWithdrawal, { id: 'plan-gold', reason }, key()))).toBe('11141');
  });

  test('that cannot be sold, or take the name of another, are refused', async () => {
    const wrong = [
      { penaltyRate: '1.5' },
      { amountMin: '2000' },
      { name: 'silver' },
      { name: '金' },
      { amountMin: '0.0000001' },
    ];
    for (const change of wrong) {
      expect(await refusalOf(first.call(planProducts.propose, { ...offer, name: 'Other', ...change, reason }, key()))).toBe(
        '11141',
      );
    }
  });

  test('that would have the code of another, since their names begin alike, are refused', async () => {
    const spring = await first.call(planProducts.propose, { ...offer, name: 'Golden harvest of spring', reason }, key());
    const summer = await first.call(planProducts.propose, { ...offer, name: 'Golden harvest of summer', reason }, key());
    expect((await second.call(proposals.approve, { id: spring.proposalId }, key())).status).toBe('approved');
    const late = await second.call(proposals.approve, { id: summer.proposalId }, key());
    expect([late.status, late.failure]).toEqual(['failed', '11141']);
  });
});

describe('a position without any price', () => {
  test('is given back after 72 hours by two persons: margin and fee return, nothing else, and not a minute sooner', async () => {
    const { demo } = await server.person('stranded');
    await quote(10_000);
    const { id, orderNo } = await demo(order.buyU, { code, side: 'long', type: 'market', lots: '1', leverage: 5 }, key());
    // A coin is suspended ten seconds after its last quote.
    clock.advance(10_000 + 72 * 3_600_000 - 1);
    const [again, other] = await Promise.all([operatorWith(['finance']), operatorWith(['administrator'])]);
    expect((await again.call(positions.listVoidable, {})).items).toEqual([]);
    expect(await refusalOf(again.call(positions.proposeVoid, { orderNo, reason }, key()))).toBe('11142');
    clock.advance(1);
    const { items } = await again.call(positions.listVoidable, {});
    expect(items.find((one) => one.orderNo === orderNo)).toMatchObject({ margin: '20', fee: '0.2' });
    const { proposalId } = await again.call(positions.proposeVoid, { orderNo, reason }, key());
    expect(await refusalOf(again.call(proposals.approve, { id: proposalId }, key()))).toBe('11070');
    await other.call(proposals.approve, { id: proposalId }, key());
    const voided = (await demo(order.listUOrder, {})).items.find((one) => one.id === id);
    expect(voided).toMatchObject({ status: 'cancelled', closeReason: 'void', closePrice: null });
    const total = await demo(order.getProfitTotal, {});
    expect(total.held).toBe('0');
    await expectSoundBooks(db);
  });

  test('stays when its price comes back between proposal and approval', async () => {
    const { demo } = await server.person('rescued');
    await quote(10_000);
    const { orderNo } = await demo(order.buyU, { code, side: 'long', type: 'market', lots: '1', leverage: 5 }, key());
    clock.advance(10_000 + 72 * 3_600_000);
    const [again, other] = await Promise.all([operatorWith(['finance']), operatorWith(['administrator'])]);
    const { proposalId } = await again.call(positions.proposeVoid, { orderNo, reason }, key());
    await quote(10_100);
    expect(await other.call(proposals.approve, { id: proposalId }, key())).toMatchObject({
      status: 'failed',
      failure: '11142',
    });
    expect((await demo(order.listUOrder, { status: 'open' })).items.map((one) => one.orderNo)).toContain(orderNo);
  });
});
