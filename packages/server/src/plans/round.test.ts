import { order } from '@assay/contract/endpoints/order.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { describe, expect, it } from 'vitest';
import { patientlyAside } from '../../test/broken-twin.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { day, hour } from '../../test/identity-app.ts';
import { fundTreasury, planning, product } from '../../test/plans.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { balances, transfersOf } from '../ledger/index.ts';
import { connectDatabase } from '../platform/database.ts';
import { ConnectionLost } from '../platform/statements/lost-connection.ts';
import { putOnSale } from './products.ts';
import { PlansRound } from './round.ts';

const db = patientlyAside(await testDatabase());
const { clock, saver, signIn, plans, makeRound, process } = await planning(db);
await fundTreasury(db, '100000');

const gold = { productId: 'plan-gold', days: 30, amount: '1000' };
const signal = () => new AbortController().signal;

async function has(userId: string): Promise<string | undefined> {
  const [own] = await balances(db, 'real', userId, [usdt]);
  return own && formatAmount(own.available, usdt);
}

async function incomesOf(orderNo: string): Promise<number[]> {
  const transfers = await transfersOf(db, orderNo);
  return transfers.filter(({ reason }) => reason === 'plan.income').map(({ at }) => at.getTime());
}

async function transactions(): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*) as count from ledger_transactions');
  return row?.count ?? 0;
}

describe('the round', () => {
  it('after a clock that jumps ten days pays exactly ten incomes, each at its own moment', async () => {
    const { real, userId } = await saver('jumper', '1000');
    const { orderNo, accruesFrom } = await real(order.buySmart, gold);
    clock.advance(10 * day + hour);
    await makeRound();
    const opened = Date.parse(accruesFrom ?? '');
    expect(await incomesOf(orderNo)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => opened + number * day));
    expect(await has(userId)).toBe('50');
    await expectSoundBooks(db);
  });

  it('lets a plan mature at the moment of its last income, when it comes long after it', async () => {
    const { real, userId } = await saver('overdue', '1000');
    const { orderNo, accruesFrom } = await real(order.buySmart, { productId: 'plan-silver', days: 7, amount: '1000' });
    clock.advance(50 * day);
    await makeRound();
    const matured = (await transfersOf(db, orderNo)).find(({ reason }) => reason === 'plan.matured');
    expect(matured?.at.getTime()).toBe(Date.parse(accruesFrom ?? '') + 7 * day);
    expect(await incomesOf(orderNo)).toHaveLength(7);
    expect(await has(userId)).toBe('1028');
    const [plan] = await db.query<{ ended: Date }>('select ended_at as ended from plans where order_no = $1', [orderNo]);
    expect(plan?.ended).toEqual(matured?.at);
    await expectSoundBooks(db);
  });

  it('pays what has been overdue for long by 31 incomes at a time, and who leaves meanwhile is asked to come back', async () => {
    const long = product('decade');
    const periods = [{ days: 3650, dailyYield: toFixed('0.001') }];
    await putOnSale(db, [{ ...long, product: { ...long.product, periods } }], clock.now());
    const { real, userId } = await saver('decade', '1000');
    const { id, orderNo, accruesFrom } = await real(order.buySmart, { productId: 'plan-decade', days: 3650, amount: '1000' });
    clock.advance(70 * day);
    const again = await signIn('decade');
    const leave = () => again(order.stopSmart, { id }).catch((refusal: { code: string }) => refusal.code);
    await makeRound();
    expect(await leave()).toBe('503');
    expect(await incomesOf(orderNo)).toHaveLength(31);
    await makeRound();
    expect(await incomesOf(orderNo)).toHaveLength(62);
    expect(await leave()).toMatchObject({ status: 'closed', incomeDays: 70 });
    const opened = Date.parse(accruesFrom ?? '');
    expect(await incomesOf(orderNo)).toEqual(Array.from({ length: 70 }, (_, place) => opened + (place + 1) * day));
    // 70 of income; the principal less 5% and less the income returns.
    await makeRound();
    expect(await has(userId)).toBe('950');
    await expectSoundBooks(db);
  });

  it('books nothing when nothing is due, however often it comes', async () => {
    const before = await transactions();
    for (let times = 0; times < 5; times += 1) await makeRound();
    clock.advance(hour);
    await makeRound();
    expect(await transactions()).toBe(before);
  });

  it('pays once what several rounds, in two processes and after a restart, find due at the same time', async () => {
    const people = [];
    for (let number = 0; number < 8; number += 1) people.push(await saver(`shared${number}`, '1000'));
    const bought = await Promise.all(people.map(({ real }) => real(order.buySmart, gold)));
    const other = connectDatabase({ url: db.url, poolSize: 4, log: silent });
    const elsewhere = new PlansRound(process(other), silent);
    for (let passed = 1; passed <= 3; passed += 1) {
      clock.advance(day);
      const restarted = new PlansRound(plans, silent);
      await Promise.all([makeRound(), elsewhere.run(signal()), restarted.run(signal()), elsewhere.run(signal())]);
    }
    await other.close();
    for (const [place, { userId }] of people.entries()) {
      expect(await incomesOf(bought[place]?.orderNo ?? '')).toHaveLength(3);
      expect(await has(userId)).toBe('15');
    }
    await expectSoundBooks(db);
  });

  it('that is stopped half way leaves every plan whole, and the next one does the rest', async () => {
    const first = await saver('halfway', '1000');
    const second = await saver('otherhalf', '1000');
    const { orderNo } = await first.real(order.buySmart, gold);
    await second.real(order.buySmart, gold);
    clock.advance(2 * day);
    // The connection breaks when the incomes are written, before the transaction ends.
    let broken = 0;
    const breaking = process({
      ...db,
      transact: (work) =>
        db.transact((tx) =>
          work({
            afterCommit: (action) => tx.afterCommit(action),
            query: (sql, values) => tx.query(sql, values),
            withCommit: (sql, values, then) => {
              if (sql.includes('into plan_incomes') && ++broken === 1) throw new ConnectionLost(new Error('gone'));
              tx.withCommit(sql, values, then);
            },
          }),
        ),
    });
    await new PlansRound(breaking, silent).run(signal());
    expect(broken).toBe(1);
    expect(await incomesOf(orderNo)).toEqual([]);
    await expectSoundBooks(db);
    await makeRound();
    expect(await incomesOf(orderNo)).toHaveLength(2);
    expect([await has(first.userId), await has(second.userId)]).toEqual(['10', '10']);
    await expectSoundBooks(db);
  });

  it('goes on with the others when one plan fails', async () => {
    const bad = await saver('badluck', '1000');
    const good = await saver('goodluck', '1000');
    const { orderNo } = await bad.real(order.buySmart, gold);
    await good.real(order.buySmart, gold);
    await db.query(
      `insert into plan_incomes (plan_id, day, due_at, amount) select id, 1, now(), 5000000 from plans where order_no = $1`,
      [orderNo],
    );
    clock.advance(day);
    await makeRound();
    expect([await has(bad.userId), await has(good.userId)]).toEqual(['0', '5']);
  });

  it('stops between two plans when it is told to', async () => {
    const { real, userId } = await saver('stopped', '1000');
    await real(order.buySmart, gold);
    clock.advance(day);
    const aborted = new AbortController();
    aborted.abort();
    await new PlansRound(plans, silent).run(aborted.signal);
    expect(await has(userId)).toBe('0');
    await makeRound();
    expect(await has(userId)).toBe('5');
  });
});

describe('the database', () => {
  it('refuses to change terms, to take back income, to delete, and statuses that do not follow', async () => {
    const { real } = await saver('guarded', '1000');
    const { orderNo } = await real(order.buySmart, gold);
    clock.advance(day);
    await makeRound();
    const change = (what: string) => db.query(`update plans set ${what} where order_no = $1`, [orderNo]);
    await expect(change('principal = principal + 1')).rejects.toThrow('frozen');
    await expect(change('opens_at = opens_at - make_interval(days => 1)')).rejects.toThrow('frozen');
    await expect(change('income_days = 0')).rejects.toThrow('settled');
    await expect(change(`status = 'waiting', income_days = 0`)).rejects.toThrow("can't become waiting");
    await expect(change(`status = 'profitDivided', due_at = null, ended_at = now()`)).rejects.toThrow(
      'what_matured_paid_everything',
    );
    await expect(change(`status = 'closed', exit_asked_at = now(), forfeited = 0`)).rejects.toThrow(
      'leaving_takes_penalty_and_income',
    );
    await expect(db.query('delete from plans where order_no = $1', [orderNo])).rejects.toThrow('kept for good');
    await expect(db.query('update plan_incomes set amount = 1')).rejects.toThrow('kept as they are');
    await expect(db.query('delete from plan_incomes')).rejects.toThrow('kept as they are');
  });
});
