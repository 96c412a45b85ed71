import { index } from '@assay/contract/endpoints/index.ts';
import type { SmartOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { planStatuses } from '@assay/contract/vocabulary/statuses.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { day, hour, refusalOf } from '../../test/identity-app.ts';
import { fundTreasury, planning, product } from '../../test/plans.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { putOnSale } from './products.ts';

const db = await testDatabase();
const { clock, call, saver, signIn, makeRound } = await planning(db);
await fundTreasury(db, '10000');

const at = (ms: number) => new Date(ms).toISOString();
const untilMidnight = () => day - (clock.now() % day);

/** Puts a product on sale whose plans wait until midnight three days from now. */
async function startingLater(name: string) {
  await putOnSale(db, [product(name, 3)], clock.now());
  return { start: clock.now() + untilMidnight() + 2 * day, later: { productId: `plan-${name}`, days: 7, amount: '1000' } };
}

async function planOf(client: Awaited<ReturnType<typeof signIn>>): Promise<SmartOrder | undefined> {
  return (await client(order.listSmartOrder, { limit: 1 })).items[0];
}

describe('a product with a start date', () => {
  it('lets its plans wait, opens them at the date, and pays a day after it', async () => {
    const { start, later } = await startingLater('launch');
    const { real } = await saver('patient', '1000');
    expect(await real(order.buySmart, later)).toMatchObject({
      status: 'waiting',
      runTime: 0,
      accruesFrom: at(start),
      nextIncomeAt: at(start + day),
      returnedIfExitedNow: '1000',
    });
    clock.advance(start - 1 - clock.now());
    await makeRound();
    expect(await planOf(real)).toMatchObject({ status: 'waiting' });
    clock.advance(1);
    await makeRound();
    expect(await planOf(real)).toMatchObject({ status: 'inIncome', returnedIfExitedNow: '950', runTime: 0 });
    clock.advance(day);
    await makeRound();
    expect(await planOf(real)).toMatchObject({ cumulativeIncome: '4', incomeDays: 1 });
    await expectSoundBooks(db);
  });

  it('sells like any other once it has started', async () => {
    const { start, later } = await startingLater('started');
    const { real } = await saver('prompt', '1000');
    clock.advance(start + hour - clock.now());
    expect(await real(order.buySmart, later)).toMatchObject({ status: 'inIncome', accruesFrom: at(clock.now()) });
  });

  it('opens its plans at the date and pays all that is due, even when the round comes days later', async () => {
    const { start, later } = await startingLater('asleep');
    const { real } = await saver('dormant', '1000');
    const { id } = await real(order.buySmart, later);
    clock.advance(start + 2 * day + hour - clock.now());
    await makeRound();
    expect(await planOf(real)).toMatchObject({ status: 'inIncome', incomeDays: 2, nextIncomeAt: at(start + 3 * day) });
    const { transfers } = await real(order.receipt, { id });
    expect(transfers.filter(({ reason }) => reason === 'plan.income').map(({ time }) => time)).toEqual([
      at(start + day),
      at(start + 2 * day),
    ]);
  });

  it('refunds whoever leaves before it, whole and at once, and gives the treasury back what was set aside', async () => {
    const { later } = await startingLater('tempting');
    const { real } = await saver('fickle', '1000');
    const before = await call(index.planCoverage, {});
    const { id } = await real(order.buySmart, later);
    expect(await call(index.planCoverage, {})).not.toEqual(before);
    expect(await refusalOf(real(order.stopSmart, { id, seenReturn: '950' }))).toBe('11018');
    expect(await real(order.stopSmart, { id, seenReturn: '1000' })).toMatchObject({
      status: 'expired',
      returnedIfExitedNow: '0',
    });
    expect(await real(user.listBalances, {})).toMatchObject([{ asset: 'USDT', available: '1000', held: '0' }]);
    expect(await call(index.planCoverage, {})).toEqual(before);
    expect((await real(order.receipt, { id })).steps.at(-1)).toMatchObject({ name: 'returned', result: '1000' });
    await expectSoundBooks(db);
  });

  it('refunds everybody who waits when it is taken off sale before it, and lets what is in income run', async () => {
    const { later } = await startingLater('cancelled');
    const { real } = await saver('waits', '2000');
    await real(order.buySmart, later);
    await real(order.buySmart, { ...later, productId: 'plan-gold' });
    clock.advance(hour);
    await db.query(`update plan_products set withdrawn_at = $1 where id in ('plan-cancelled', 'plan-gold')`, [
      new Date(clock.now()),
    ]);
    await makeRound();
    expect((await real(order.listSmartOrder, {})).items).toMatchObject([
      { status: 'inIncome' },
      { status: 'expired', accruesFrom: null, nextIncomeAt: null },
    ]);
    expect(await real(user.listBalances, {})).toMatchObject([{ available: '1000', held: '1000' }]);
    expect(await refusalOf(real(order.buySmart, { ...later, amount: '999' }))).toBe('10010');
    await expectSoundBooks(db);
  });

  it('does not refund a plan that had opened before its product was taken off sale, however late the round is', async () => {
    const { start, later } = await startingLater('popular');
    const { real } = await saver('opened', '1000');
    await real(order.buySmart, later);
    await db.query(`update plan_products set withdrawn_at = $1 where id = 'plan-popular'`, [new Date(start + hour)]);
    clock.advance(start + day - clock.now());
    await makeRound();
    expect(await planOf(real)).toMatchObject({ status: 'inIncome', incomeDays: 1 });
  });
});

it('every status of the specification is reached and shown to the owner', async () => {
  const { start, later } = await startingLater('complete');
  const { real } = await saver('traveller', '3000');
  const seen = new Set<string>();
  const look = async (client = real) => {
    for (const { status } of (await client(order.listSmartOrder, {})).items) seen.add(status);
  };
  const waiting = await real(order.buySmart, later);
  await look();
  await real(order.stopSmart, { id: waiting.id });
  await look();
  await real(order.buySmart, { ...later, amount: '500' });
  const silver = await real(order.buySmart, { ...later, productId: 'plan-silver' });
  await look();
  await real(order.stopSmart, { id: silver.id });
  await look();
  await makeRound();
  await look();
  clock.advance(start + 7 * day - clock.now());
  await makeRound();
  await look(await signIn('traveller'));
  expect([...seen].toSorted()).toEqual(planStatuses.toSorted());
  await expectSoundBooks(db);
});
