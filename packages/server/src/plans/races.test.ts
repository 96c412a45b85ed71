import { index } from '@assay/contract/endpoints/index.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { patientlyAside } from '../../test/broken-twin.ts';
import { testDatabase, warm } from '../../test/database.ts';
import { day } from '../../test/identity-app.ts';
import { fundTreasury, planning } from '../../test/plans.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { balances } from '../ledger/index.ts';

const db = patientlyAside(await testDatabase());
const { clock, call, saver, makeRound } = await planning(db);
// Another process of the same deployment: its own server on the same database.
const other = await planning(db, { clock });
await fundTreasury(db, '1000');

const outcome = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'done',
    (refusal: { code: string }) => refusal.code,
  );

/** How often each answer came. */
function counted(outcomes: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(outcomes, (one) => one)].map(([name, all]) => [name, all.length]));
}

async function own(userId: string) {
  const [each] = await balances(db, 'real', userId, [usdt]);
  return { available: each?.available, plan: each?.plan };
}

describe('races', () => {
  it('two hundred parallel purchases for the whole balance, in two processes: one is bought', async () => {
    const { real, userId } = await saver('spender', '1000');
    const there = await other.signIn('spender');
    await warm(db);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, number) => {
        const productId = number % 2 === 0 ? 'plan-gold' : 'plan-silver';
        const buy = number % 4 < 2 ? real : there;
        return outcome(buy(order.buySmart, { productId, days: 7, amount: '1000' }, { idempotencyKey: `spend-${number}` }));
      }),
    );
    // Those of the same product are refused for that, those of the other for the money.
    expect(counted(outcomes)).toEqual({ done: 1, '10024': 99, '10011': 100 });
    expect(await own(userId)).toEqual({ available: 0n, plan: 1_000_000_000n });
    await expectSoundBooks(db);
  });

  it('twenty people at once for the last of the treasury, in two processes: one gets it', async () => {
    const { free } = await call(index.planCoverage, {});
    // 1,000 − 28 for the plan above. 6,000 for 30 days need 900, so that no second fits.
    expect(free).toBe('972');
    const people = [];
    for (let number = 0; number < 20; number += 1) {
      const { real } = await saver(`hopeful${number}`, '6000');
      people.push(number % 2 === 0 ? real : await other.signIn(`hopeful${number}`));
    }
    await warm(db);
    const outcomes = await Promise.all(
      people.map((buy, number) =>
        outcome(
          buy(order.buySmart, { productId: 'plan-gold', days: 30, amount: '6000' }, { idempotencyKey: `last-${number}` }),
        ),
      ),
    );
    expect(counted(outcomes)).toEqual({ done: 1, '11017': 19 });
    expect(await call(index.planCoverage, {})).toEqual({ free: '72', committed: '928' });
    await expectSoundBooks(db);
  });

  it('twenty exits of one plan leave it once', async () => {
    const { real, userId } = await saver('leaver', '1000');
    const { id } = await real(order.buySmart, { productId: 'plan-gold', days: 7, amount: '1000' });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, number) => outcome(real(order.stopSmart, { id }, { idempotencyKey: `exit-${number}` }))),
    );
    expect(counted(outcomes)).toEqual({ done: 1, '11008': 19 });
    await Promise.all([makeRound(), other.makeRound(), makeRound()]);
    expect(await own(userId)).toEqual({ available: 950_000_000n, plan: 0n });
    await expectSoundBooks(db);
  });

  it('an exit and the rounds of two processes at the moment of an income: it is paid once, and counted', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { real, userId } = await saver(`torn${turn}`, '1000');
      const { id } = await real(order.buySmart, { productId: 'plan-silver', days: 7, amount: '1000' });
      clock.advance(day);
      const [left] = await Promise.all([real(order.stopSmart, { id }), makeRound(), other.makeRound()]);
      expect(left).toMatchObject({ status: 'closed', incomeDays: 1, returnedIfExitedNow: '946' });
      await makeRound();
      // Income 4, and 1,000 less the penalty of 50 and the income.
      expect(await own(userId)).toEqual({ available: 950_000_000n, plan: 0n });
    }
    await expectSoundBooks(db);
  });

  it('the same key again answers the first plan and buys no second, in another process and a minute later too', async () => {
    const { real } = await saver('repeats', '1000');
    const there = await other.signIn('repeats');
    const buy = { productId: 'plan-silver', days: 7, amount: '500' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        (number % 2 === 0 ? real : there)(order.buySmart, buy, { idempotencyKey: 'once' }),
      ),
    );
    clock.advance(60_000);
    answers.push(await there(order.buySmart, buy, { idempotencyKey: 'once' }));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await real(order.listSmartOrder, {})).items).toHaveLength(1);
  });
});
