import { loanDeskCalls } from '@assay/contract/endpoints/console/loans.ts';
import { loanCalls } from '@assay/contract/endpoints/loans.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { describe, expect, it } from 'vitest';
import { patientlyAside } from '../../test/broken-twin.ts';
import { testDatabase, warm } from '../../test/database.ts';
import { day } from '../../test/identity-app.ts';
import { fundLending, lending } from '../../test/loans.ts';
import { watchingLocks } from '../../test/locks/order.ts';
import { expectSoundBooks, fund } from '../../test/trading.ts';
import { unhurried } from '../platform/database.ts';

const { db, broken, rings } = watchingLocks(patientlyAside(await testDatabase(12)));
const site = await lending(db);
const { clock, console, ask, borrower, lent, signIn, standing, makeRound, twoOperators } = site;
// Another process of the same deployment: its own server on the same database.
const other = await lending(db, { clock });
await fundLending(db, '10000');

const outcome = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'done',
    (refusal: { code: string }) => refusal.code,
  );

/** How often each answer came. */
function counted(outcomes: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(outcomes, (one) => one)].map(([name, all]) => [name, all.length]));
}

describe('races', () => {
  it('two hundred parallel repayments of the whole, in two processes: one is taken', async () => {
    const { real, userId } = await borrower('eager', '5000');
    const id = await lent(real, '1000');
    const there = await other.signIn('eager');
    await warm(db);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        outcome((number % 2 === 0 ? real : there)(loanCalls.repayLoan, { id }, { idempotencyKey: `whole-${number}` })),
      ),
    );
    expect(counted(outcomes)).toEqual({ done: 1, '11066': 199 });
    expect(await standing(userId)).toMatchObject({ available: '5000', loan: '0' });
    await expectSoundBooks(db);
  });

  it('the same repayment under one key a hundred times is one', async () => {
    const { real, userId } = await borrower('stutters', '5000');
    const id = await lent(real, '1000');
    const repay = () => real(loanCalls.repayLoan, { id, amount: '100' }, { idempotencyKey: 'part' });
    const answers = await Promise.all(Array.from({ length: 100 }, repay));
    expect(new Set(answers.map((loan) => loan.owed.total))).toEqual(new Set(['900']));
    expect(await standing(userId)).toMatchObject({ available: '5900', loan: '900' });
  });

  it('parts in parallel never take more than is owed', async () => {
    const { real, userId } = await borrower('parts', '9000');
    const id = await lent(real, '1000');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        outcome(real(loanCalls.repayLoan, { id, amount: '300' }, { idempotencyKey: `p-${number}` })),
      ),
    );
    expect(counted(outcomes)).toEqual({ done: 3, '10016': 17 });
    expect(await standing(userId)).toMatchObject({ available: '9100', loan: '100' });
    await expectSoundBooks(db);
  });

  it('ten parallel requests of one customer, as many signatures as one network may send: one is submitted', async () => {
    const { real } = await borrower('hasty');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, number) => outcome(ask(real, '200', { key: `request-${number}` }))),
    );
    expect(counted(outcomes)).toEqual({ done: 1, '11062': 9 });
  });

  it('two operators who pay out at once, twenty times each: it is paid out once', async () => {
    const { real, userId } = await borrower('paidonce');
    const { id } = await ask(real, '1000');
    const { reviewer, payer } = await twoOperators();
    const second = await console.operatorWith(['finance']);
    await reviewer.call(loanDeskCalls.approve, { id });
    const { lending: before } = await standing(userId);
    await warm(db);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, number) => {
        const { call } = number % 2 === 0 ? payer : second;
        return outcome(call(loanDeskCalls.payOut, { id }, { idempotencyKey: `pay-${number}` }));
      }),
    );
    expect(counted(outcomes)).toEqual({ done: 1, '11066': 39 });
    expect(await standing(userId)).toEqual({ available: '1000', loan: '1000', lending: String(Number(before) - 1000) });
    await expectSoundBooks(db);
  });

  it('a freeze that is under way is waited for, and nothing is paid out then', async () => {
    const { real, userId } = await borrower('freezing');
    const { id } = await ask(real, '100');
    const { reviewer, payer } = await twoOperators();
    await reviewer.call(loanDeskCalls.approve, { id });
    const paid = await db.transact(async (tx) => {
      await tx.query('update users set frozen = true where id = $1', [userId]);
      const paying = outcome(payer.call(loanDeskCalls.payOut, { id }));
      let settled = false;
      void paying.then(() => (settled = true));
      const waits = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share'";
      await expect.poll(async () => settled || (await db.query(waits)).length > 0).toBe(true);
      return { paying };
    }, unhurried);
    expect(await paid.paying).toBe('10008');
    expect((await standing(userId)).loan).toBe('0');
  });

  it('more loans at once than the lending funds cover: no unit more is lent than there is', async () => {
    const left = Number((await standing('1')).lending);
    const people = await Promise.all(['wants1', 'wants2', 'wants3', 'wants4'].map((name) => borrower(name)));
    const amount = String(Math.floor(left / 2) - 1);
    const { reviewer, payer } = await twoOperators();
    const ids = await Promise.all(people.map(async ({ real }) => (await ask(real, amount)).id));
    for (const id of ids) await reviewer.call(loanDeskCalls.approve, { id });
    await warm(db);
    const outcomes = await Promise.all(ids.map((id) => outcome(payer.call(loanDeskCalls.payOut, { id }))));
    expect(counted(outcomes)).toEqual({ done: 2, '11068': 2 });
    await expectSoundBooks(db);
  });

  it('cancelling against paying out: one of both happens', async () => {
    await fundLending(db, '100000');
    const { reviewer, payer } = await twoOperators();
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const { real, userId } = await borrower(`torn${number}`);
      const { id } = await ask(real, '500');
      await reviewer.call(loanDeskCalls.approve, { id });
      const outcomes = await Promise.all([
        outcome(real(loanCalls.cancelLoan, { id })),
        outcome(payer.call(loanDeskCalls.payOut, { id })),
      ]);
      expect(outcomes.toSorted()).toEqual(['11066', 'done']);
      expect((await standing(userId)).loan).toBe(outcomes[0] === 'done' ? '0' : '500');
    }
    await expectSoundBooks(db);
  });

  it('a repayment beside orders of the same customer, in two processes: neither waits for who waits for it', async () => {
    await fund(db, 'real');
    const { real, userId } = await borrower('busy', '5000');
    const id = await lent(real, '1000');
    const there = await other.signIn('busy');
    for (const server of [site, other]) await server.quote(10_000);
    const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '0.1', leverage: 10 } as const;
    const coins = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '0.1' } as const;
    const option = { code: 'COINUSDT', direction: 'up', amount: '5', periodId: '1min' } as const;
    await warm(db, 12);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, number) => {
        const [one, two] = number % 2 === 0 ? [real, there] : [there, real];
        // Now the one and now the other is first.
        const calls = [
          () => outcome(one(loanCalls.repayLoan, { id, amount: '10' }, { idempotencyKey: `beside-${number}` })),
          () => outcome(two(order.buyU, long, { idempotencyKey: `beside-${number}` })),
          () => outcome(one(order.submit, coins, { idempotencyKey: `beside-${number}` })),
          () => outcome(two(order.buyOptions, option, { idempotencyKey: `beside-${number}` })),
        ];
        return (number % 4 < 2 ? calls : calls.toReversed()).map((call) => call());
      }).flat(),
    );
    expect(counted(outcomes)).toEqual({ done: 160 });
    expect(await standing(userId)).toMatchObject({ loan: '600' });
    expect([broken, rings()]).toEqual([[], []]);
    await expectSoundBooks(db);
  });

  it('the due date against its owner’s own repayment, in two processes: it is paid once', async () => {
    const { real, userId } = await borrower('ondue', '5000');
    const id = await lent(real, '1000');
    clock.advance(30 * day);
    const later = await signIn('ondue');
    await warm(db);
    const [own] = await Promise.all([
      outcome(later(loanCalls.repayLoan, { id })),
      makeRound(),
      other.makeRound(),
      makeRound(),
      other.makeRound(),
    ]);
    expect(['done', '11066']).toContain(own);
    expect(await standing(userId)).toMatchObject({ available: '4977', loan: '0' });
    await expectSoundBooks(db);
  });
});
