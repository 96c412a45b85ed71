import { index } from '@assay/contract/endpoints/index.ts';
import type { SmartOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { day, hour, refusalOf } from '../../test/identity-app.ts';
import { fundTreasury, planning } from '../../test/plans.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { balances } from '../ledger/index.ts';

// The clock begins on Monday, 7 January 2030, 12:00 UTC, and only runs forward from story to story.

const db = await testDatabase();
const { clock, call, bus, saver, signIn, makeRound } = await planning(db);
await fundTreasury(db, '10000');

const gold = { productId: 'plan-gold', days: 30, amount: '1000' };
const week = { productId: 'plan-silver', days: 7, amount: '500' };
const at = (ms: number) => new Date(ms).toISOString();

async function has(userId: string) {
  const [own] = await balances(db, 'real', userId, [usdt]);
  return own && { available: formatAmount(own.available, usdt), plan: formatAmount(own.plan, usdt) };
}

const coverage = () => call(index.planCoverage, {});

/** What the story changes about the treasury, in USDT. */
async function change(work: () => Promise<unknown>) {
  const before = await coverage();
  await work();
  const after = await coverage();
  return { free: Number(after.free) - Number(before.free), committed: Number(after.committed) - Number(before.committed) };
}

/** The newest plan as its owner sees it. */
async function shown(userName: string): Promise<SmartOrder> {
  const { items } = await (await signIn(userName))(order.listSmartOrder, { limit: 1 });
  const [plan] = items;
  if (plan === undefined) throw new Error(`${userName} has no plan`);
  return plan;
}

describe('a plan', () => {
  it('binds the principal and sets its whole income aside: 1,000 for 30 days at 0.5%', async () => {
    const { real, userId } = await saver('opens', '2500');
    const changed = await change(async () => {
      const opened = Math.floor(clock.now() / 1000) * 1000;
      expect(await real(order.buySmart, gold)).toMatchObject({
        // The first number was drawn before there was an account for what is bound in plans.
        id: 'p2',
        product: 'gold',
        days: 30,
        amount: '1000',
        dailyYield: '0.005',
        runTime: 0,
        nextIncomeAt: at(opened + day),
        accruesFrom: at(opened),
        cumulativeIncome: '0',
        incomeDays: 0,
        penalty: '50',
        returnedIfExitedNow: '950',
        status: 'inIncome',
      });
    });
    expect(await has(userId)).toEqual({ available: '1500', plan: '1000' });
    expect(changed).toEqual({ free: -150, committed: 150 });
    await expectSoundBooks(db);
  });

  it('is not bought at terms that operators have changed since they were shown', async () => {
    const { real, userId } = await saver('looks', '1000');
    const seen = { seenDailyYield: '0.005', seenPenaltyRate: '0.05', seenStartsAt: null };
    const offers = async (daily: string) =>
      db.query(`update plan_periods set daily_yield = $1 where product_id = 'plan-gold' and days = 30`, [daily]);
    await offers('0.0001');
    const changed = await change(async () => {
      expect(await refusalOf(real(order.buySmart, { ...gold, ...seen }))).toBe('11209');
    });
    expect(changed).toEqual({ free: 0, committed: 0 });
    await offers('0.005');
    expect(await real(order.buySmart, { ...gold, ...seen })).toMatchObject({ dailyYield: '0.005' });
    expect(await has(userId)).toEqual({ available: '0', plan: '1000' });
  });

  it('pays its first income one day after opening, to the second, and then every day', async () => {
    const { real, userId } = await saver('earns', '1000');
    await real(order.buySmart, gold);
    clock.advance(day - 1);
    await makeRound();
    expect(await has(userId)).toEqual({ available: '0', plan: '1000' });
    clock.advance(1);
    await makeRound();
    expect(await has(userId)).toEqual({ available: '5', plan: '1000' });
    clock.advance(2 * day);
    await makeRound();
    expect(await has(userId)).toEqual({ available: '15', plan: '1000' });
    expect(await shown('earns')).toMatchObject({
      runTime: 3,
      incomeDays: 3,
      cumulativeIncome: '15',
      returnedIfExitedNow: '935',
    });
    await expectSoundBooks(db);
  });

  it('returns the principal with its last income: seven times 2, and 500', async () => {
    const { real, userId } = await saver('matures', '500');
    const { id } = await real(order.buySmart, week);
    const opened = clock.now();
    const changed = await change(async () => {
      clock.advance(6 * day);
      await makeRound();
      expect(await has(userId)).toEqual({ available: '12', plan: '500' });
      clock.advance(day);
      await makeRound();
    });
    expect(await has(userId)).toEqual({ available: '514', plan: '0' });
    expect(await shown('matures')).toMatchObject({
      status: 'profitDivided',
      runTime: 7,
      incomeDays: 7,
      cumulativeIncome: '14',
      nextIncomeAt: null,
      returnedIfExitedNow: '0',
    });
    // Others earn meanwhile: what this plan was paid is part of what is committed to all.
    expect(changed.free).toBe(0);
    const { transfers } = await (await signIn('matures'))(order.receipt, { id });
    const own = transfers.filter(({ from, to }) => from === 'available' || to === 'available');
    expect(own.map(({ time, reason, amount }) => [time, reason, amount])).toEqual([
      [at(opened), 'plan.opened', '500'],
      ...[1, 2, 3, 4, 5, 6, 7].map((passed) => [at(opened + passed * day), 'plan.income', '2']),
      [at(opened + 7 * day), 'plan.matured', '500'],
    ]);
    await expectSoundBooks(db);
  });

  it('may be bought again once the one before has ended', async () => {
    const { real } = await saver('again', '1000');
    await real(order.buySmart, week);
    expect(await refusalOf(real(order.buySmart, { ...week, amount: '200' }))).toBe('10024');
    clock.advance(7 * day - 1);
    await makeRound();
    const later = await signIn('again');
    expect(await refusalOf(later(order.buySmart, { ...week, amount: '300' }))).toBe('10024');
    clock.advance(1);
    await makeRound();
    expect(await later(order.buySmart, { ...week, amount: '400' })).toMatchObject({ status: 'inIncome', amount: '400' });
  });
});

describe('leaving early', () => {
  it('after ten days returns the 900 that were shown, and gives the treasury 100 and the income not paid', async () => {
    const { real, userId } = await saver('leaves', '1000');
    await real(order.buySmart, gold);
    clock.advance(10 * day);
    await makeRound();
    const { id, returnedIfExitedNow, ...rest } = await shown('leaves');
    expect({ returnedIfExitedNow, cumulative: rest.cumulativeIncome }).toEqual({
      returnedIfExitedNow: '900',
      cumulative: '50',
    });
    const client = await signIn('leaves');
    const changed = await change(async () => {
      expect(await client(order.stopSmart, { id, seenReturn: returnedIfExitedNow })).toMatchObject({
        status: 'closed',
        returnedIfExitedNow: '900',
        nextIncomeAt: null,
      });
      expect(await has(userId)).toEqual({ available: '50', plan: '1000' });
      expect((await shown('leaves')).status).toBe('closed');
      clock.advance(1000);
      await makeRound();
    });
    expect(changed).toEqual({ free: 200, committed: -100 });
    expect(await has(userId)).toEqual({ available: '950', plan: '0' });
    clock.advance(3 * day);
    await makeRound();
    expect(await shown('leaves')).toMatchObject({
      status: 'closedSuccessfully',
      returnedIfExitedNow: '900',
      cumulativeIncome: '50',
      runTime: 10,
    });
    await expectSoundBooks(db);
  });

  it('is refused when an income has fallen due since the amount was shown, and then nothing has happened', async () => {
    const { real, userId } = await saver('late', '1000');
    const { id } = await real(order.buySmart, gold);
    clock.advance(2 * day - 1);
    await makeRound();
    const { returnedIfExitedNow } = await shown('late');
    expect(returnedIfExitedNow).toBe('945');
    clock.advance(1);
    expect(await refusalOf(real(order.stopSmart, { id, seenReturn: returnedIfExitedNow }))).toBe('11018');
    expect(await has(userId)).toEqual({ available: '5', plan: '1000' });
    expect(await shown('late')).toMatchObject({ status: 'inIncome', returnedIfExitedNow: '940' });
    // A customer who has seen the new amount, or accepts any, may leave.
    expect(await real(order.stopSmart, { id, seenReturn: '940' })).toMatchObject({ status: 'closed' });
    await expectSoundBooks(db);
  });

  it('pays first what has fallen due, when the round is late', async () => {
    const { real, userId } = await saver('early', '1000');
    const { id } = await real(order.buySmart, gold);
    clock.advance(3 * day + hour);
    expect(await real(order.stopSmart, { id })).toMatchObject({
      status: 'closed',
      cumulativeIncome: '15',
      returnedIfExitedNow: '935',
    });
    await makeRound();
    expect(await has(userId)).toEqual({ available: '950', plan: '0' });
    await expectSoundBooks(db);
  });

  it('is refused on the day of the last income, however late the round is, and once it has been asked for', async () => {
    const { real, userId } = await saver('toolate', '1500');
    const { id } = await real(order.buySmart, week);
    clock.advance(7 * day - hour);
    const client = await signIn('toolate');
    clock.advance(hour);
    expect(await refusalOf(client(order.stopSmart, { id }))).toBe('11008');
    expect(await has(userId)).toEqual({ available: '1000', plan: '500' });
    await makeRound();
    expect(await has(userId)).toEqual({ available: '1514', plan: '0' });
    const second = await client(order.buySmart, gold);
    await client(order.stopSmart, { id: second.id }, { idempotencyKey: 'first' });
    expect(await refusalOf(client(order.stopSmart, { id: second.id }, { idempotencyKey: 'second' }))).toBe('11008');
    await makeRound();
    expect(await has(userId)).toEqual({ available: '1464', plan: '0' });
  });
});

describe('what is refused', () => {
  it('writes nothing: an unknown product, period or amount, too little money, and the demo account', async () => {
    const { real, demo, userId } = await saver('refused', '1000');
    const before = await coverage();
    const refusals = [
      [{ ...gold, productId: 'plan-lead' }, '10010'],
      [{ ...gold, days: 14 }, '10012'],
      [{ ...gold, amount: '99.999999' }, '10013'],
      [{ ...gold, amount: '10000.000001' }, '10013'],
      [{ ...gold, amount: '100.0000001' }, '10013'],
      [{ ...gold, amount: '1000.000001' }, '10011'],
    ] as const;
    for (const [input, code] of refusals) expect(await refusalOf(real(order.buySmart, input))).toBe(code);
    for (const amount of ['-1', '0', 'NaN', 'Infinity', '1e3', '١٠٠', '', '1,000'])
      expect(await refusalOf(real(order.buySmart, { ...gold, amount }))).toMatch(/^(400|10013)$/);
    expect(await refusalOf(demo(order.buySmart, gold))).toBe('11002');
    expect(await refusalOf(demo(order.stopSmart, { id: 'p1' }))).toBe('11002');
    expect(await refusalOf(demo(order.listSmartOrder, {}))).toBe('11002');
    expect(await has(userId)).toEqual({ available: '1000', plan: '0' });
    expect((await real(order.listSmartOrder, {})).items).toEqual([]);
    expect(await coverage()).toEqual(before);
  });

  it("is everybody else's plan", async () => {
    const owner = await saver('owner', '1000');
    const other = await saver('other', '0');
    const { id } = await owner.real(order.buySmart, gold);
    for (const strange of [id, id.slice(1), `o${id.slice(1)}`, 'p0', 'p9007199254740993', 'p1x']) {
      expect(await refusalOf(other.real(order.stopSmart, { id: strange }))).toBe('404');
      expect(await refusalOf(other.real(order.receipt, { id: strange }))).toBe('404');
    }
    expect(await refusalOf(owner.demo(order.receipt, { id }))).toBe('404');
    expect((await other.real(order.listSmartOrder, {})).items).toEqual([]);
    expect((await owner.real(order.listSmartOrder, {})).items).toMatchObject([{ id, status: 'inIncome' }]);
  });
});

describe('what is shown', () => {
  it('is a list by status and page, newest first', async () => {
    const { real } = await saver('lists', '3000');
    const first = await real(order.buySmart, gold);
    const second = await real(order.buySmart, week);
    await real(order.stopSmart, { id: first.id });
    const page = await real(order.listSmartOrder, { limit: 1 });
    expect(page).toMatchObject({ items: [{ id: second.id }], nextCursor: second.id });
    expect(await real(order.listSmartOrder, { limit: 1, cursor: second.id })).toMatchObject({
      items: [{ id: first.id }],
      nextCursor: null,
    });
    expect((await real(order.listSmartOrder, { status: 'closed' })).items).toMatchObject([{ id: first.id }]);
    expect(await refusalOf(real(order.listSmartOrder, { cursor: '12' }))).toBe('400');
  });

  it('is a receipt from which the result can be computed again', async () => {
    const { real, userId } = await saver('receipts', '1000');
    const { id } = await real(order.buySmart, gold);
    clock.advance(2 * day);
    await real(order.stopSmart, { id });
    await makeRound();
    const receipt = await real(order.receipt, { id });
    expect(receipt).toMatchObject({
      id,
      kind: 'plan',
      status: 'closedSuccessfully',
      quotes: [],
      terms: { product: 'gold', amount: '1000', days: '30', dailyYield: '0.005', penaltyRate: '0.05' },
    });
    expect(receipt.steps.map(({ name, numbers, result }) => [name, numbers, result])).toEqual([
      ['dailyIncome', { amount: '1000', dailyYield: '0.005' }, '5'],
      ['wholeIncome', { dailyIncome: '5', days: '30' }, '150'],
      ['penalty', { amount: '1000', penaltyRate: '0.05' }, '50'],
      ['cumulativeIncome', { dailyIncome: '5', incomeDays: '2' }, '10'],
      ['returned', { amount: '1000', penalty: '50', cumulativeIncome: '10' }, '940'],
    ]);
    expect(receipt.transfers.map(({ reason, from, to, amount }) => [reason, from, to, amount])).toEqual([
      ['plan.opened', 'available', 'plan', '1000'],
      ['plan.opened', 'house:treasury', 'house:committed', '150'],
      ['plan.income', 'house:committed', 'available', '5'],
      ['plan.income', 'house:committed', 'available', '5'],
      ['plan.left', 'plan', 'house:treasury', '60'],
      ['plan.left', 'plan', 'available', '940'],
      ['plan.left', 'house:committed', 'house:treasury', '140'],
    ]);
    expect(await has(userId)).toEqual({ available: '950', plan: '0' });
  });

  it('is part of what the account is worth: incomes are profit, a penalty is a loss, from the moment it is owed', async () => {
    const { real } = await saver('worth', '1000');
    const { id } = await real(order.buySmart, gold);
    clock.advance(day);
    await makeRound();
    const product = async () => (await real(order.getProfitTotal, {})).products.find((each) => each.product === 'plan');
    expect(await real(order.getProfitTotal, {})).toMatchObject({ equity: '1005', held: '1000', todayProfit: '5' });
    expect(await product()).toMatchObject({ realised: '5', unrealised: '0', held: '1000' });
    clock.advance(day);
    await makeRound();
    expect(await real(order.getProfitTotal, {})).toMatchObject({ equity: '1010', realisedProfit: '10', todayProfit: '5' });
    await real(order.stopSmart, { id });
    expect(await real(order.getProfitTotal, {})).toMatchObject({ equity: '950' });
    expect(await product()).toMatchObject({ realised: '10', unrealised: '-60' });
    await makeRound();
    expect(await real(order.getProfitTotal, {})).toMatchObject({ equity: '950', realisedProfit: '-50', todayProfit: '-55' });
  });

  it('is told to the sockets of the real account: the plan and the balance, after each change', async () => {
    const { real, userId } = await saver('hears', '1000');
    const heard: unknown[] = [];
    const stop = bus.subscribe<{ userId: string; book: string; event: string; data: Record<string, unknown> }>(
      'private',
      ({ userId: whose, book, event, data }) => {
        if (whose === userId) heard.push([book, event, data['status'] ?? data['available'] ?? data['kind']]);
      },
    );
    const { id } = await real(order.buySmart, gold);
    clock.advance(day);
    await makeRound();
    await real(order.stopSmart, { id });
    await makeRound();
    stop();
    expect(heard).toEqual([
      ['real', 'order', 'inIncome'],
      ['real', 'balance', '0'],
      ['real', 'order', 'inIncome'],
      ['real', 'balance', '5'],
      [null, 'notification', 'planIncome'],
      ['real', 'order', 'closed'],
      ['real', 'order', 'closedSuccessfully'],
      ['real', 'balance', '950'],
      [null, 'notification', 'planExited'],
    ]);
  });
});
