import { index } from '@assay/contract/endpoints/index.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { planListings } from '@assay/domain/plans/catalogue.ts';
import { readOffer } from '@assay/domain/plans/product.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { fundTreasury, planning, product } from '../../test/plans.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { putOnSale } from './products.ts';

// The smallest plan, 100 for a week at 0.4%, needs 2.8 in the treasury; 1,000 for 30 days at 0.5% need 150.

describe('a treasury of 152.799999', async () => {
  const db = await testDatabase();
  const { clock, call, saver } = await planning(db);
  await fundTreasury(db, '152.799999');
  const opening = async () => (await call(index.listMarketAll, { type: 1 })).map(({ open }) => open);

  it('sells one plan of 1,000 for 30 days, and then not even the smallest for a week', async () => {
    const first = await saver('first', '1000');
    const second = await saver('second', '5000');
    expect(await opening()).toEqual([true, true]);
    const { id } = await first.real(order.buySmart, { productId: 'plan-gold', days: 30, amount: '1000' });
    expect(await call(index.planCoverage, {})).toEqual({ free: '2.799999', committed: '150' });
    const smallest = { productId: 'plan-gold', days: 7, amount: '100' };
    expect(await refusalOf(second.real(order.buySmart, smallest))).toBe('11017');
    // A customer should not deposit for what is not sold.
    expect(await refusalOf((await saver('poor', '0')).real(order.buySmart, smallest))).toBe('11017');
    clock.advance(1000);
    expect(await opening()).toEqual([false, false]);
    expect((await call(index.getMarketInfo, { id: 'plan-gold' })).open).toBe(false);
    expect((await second.real(order.listSmartOrder, {})).items).toEqual([]);

    // An early exit returns what was set aside, and the penalty: sales continue.
    await first.real(order.stopSmart, { id });
    const { makeRound } = await planning(db, { clock });
    await makeRound();
    expect(await call(index.planCoverage, {})).toEqual({ free: '202.799999', committed: '0' });
    expect(await second.real(order.buySmart, smallest, { idempotencyKey: 'covered' })).toMatchObject({ status: 'inIncome' });
    clock.advance(1000);
    expect(await opening()).toEqual([true, true]);
    await expectSoundBooks(db);
  });
});

describe('the market', async () => {
  const db = await testDatabase();
  const { clock, call } = await planning(db);
  await fundTreasury(db, '1000');

  it('lists the products as type 1, without a price, after the instruments', async () => {
    const plans = await call(index.listMarketAll, { type: 1 });
    expect(plans).toMatchObject([
      {
        id: 'plan-gold',
        code: 'GOLD',
        type: 1,
        appName: 'gold',
        price: '',
        nowPrice: '',
        zdf: '0.00',
        hundred: [],
        open: true,
      },
      { id: 'plan-silver', code: 'SILVER' },
    ]);
    const all = await call(index.listMarketAll, {});
    expect(all.slice(-2).map(({ id }) => id)).toEqual(['plan-gold', 'plan-silver']);
    expect(all.length).toBeGreaterThan(2);
    expect((await call(index.listMarketAll, { q: 'silv' })).map(({ id }) => id)).toEqual(['plan-silver']);
  });

  it('shows terms from which the browser computes what the server books', async () => {
    const info = await call(index.getMarketInfo, { id: 'plan-gold' });
    expect(info).toMatchObject({ assetClass: 'plan', quote: 'USDT', contract: null, spot: null, options: [], quoteTime: null });
    expect(info.plan).toEqual({
      amountMin: '100',
      amountMax: '10000',
      penaltyRate: '0.05',
      startsAt: null,
      periods: [
        { days: 7, dailyYield: '0.004' },
        { days: 30, dailyYield: '0.005' },
      ],
    });
    expect(info.plan && readOffer(info.plan)).toEqual(offerOf('gold'));
    expect(await call(index.getMarketInfo, { id: info.code })).toEqual(info);
    expect(await refusalOf(call(index.getMarketInfo, { id: 'plan-lead' }))).toBe('404');
  });

  it('has all products of the catalogue once they are put on sale, each once, and keeps what was changed since', async () => {
    await putOnSale(db, planListings, clock.now());
    await db.query(`update plan_products set penalty_rate = 0.5 where id = 'plan-start'`);
    await putOnSale(db, planListings, clock.now());
    clock.advance(1000);
    const plans = await call(index.listMarketAll, { type: 1 });
    expect(plans.slice(2).map(({ id }) => id)).toEqual(planListings.map((each) => each.product.id));
    expect((await call(index.getMarketInfo, { id: 'plan-start' })).plan?.penaltyRate).toBe('0.5');
    // Put on sale on 7 January: starts a week later, at midnight.
    expect((await call(index.getMarketInfo, { id: 'plan-launch' })).plan?.startsAt).toBe('2030-01-14T00:00:00.000Z');
  });
});

function offerOf(name: string) {
  const { amountMin, amountMax, penaltyRate, startsAt, periods } = product(name).product;
  return { amountMin, amountMax, penaltyRate, startsAt, periods };
}
