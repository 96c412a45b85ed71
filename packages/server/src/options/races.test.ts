import { order } from '@assay/contract/endpoints/order.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { withoutGuards } from '../../test/broken-twin.ts';
import { silent, testDatabase, warm } from '../../test/database.ts';
import { minute } from '../../test/identity-app.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { audit, balances } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { holdings } from './holdings.ts';
import { SettlementRound } from './settlement-round.ts';

const db = await testDatabase(20);
const { clock, quote, person, options } = await trading(db);
await fund(db, 'demo');
const running = new AbortController().signal;

const up = { code: 'COINUSDT', direction: 'up', amount: '10', periodId: '1min' } as const;

/** Lets the option win, up to the moment at which it may be settled. */
function win(): void {
  clock.advance(minute - 1000);
  quote(10_100);
  clock.advance(2000);
}

describe('of many at once', () => {
  it('two hundred purchases of the whole balance: one is made', async () => {
    const { demo, userId } = await person('spender');
    quote(10_000);
    // Twenty options of 4,950 leave 1,000: what is then spent two hundred times.
    for (let number = 0; number < 20; number += 1) {
      await demo(order.buyOptions, { ...up, amount: '4950' }, { idempotencyKey: `spent-${number}` });
    }
    await warm(db, 20);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        demo(order.buyOptions, { ...up, amount: '1000' }, { idempotencyKey: `spend-${number}` }).then(
          () => 'bought',
          (refusal: { code: string }) => refusal.code,
        ),
      ),
    );
    expect(outcomes.filter((one) => one === 'bought')).toHaveLength(1);
    expect(outcomes.filter((one) => one === '10011')).toHaveLength(199);
    const [own] = await balances(db, 'demo', userId, [usdt]);
    expect([own?.available, own?.order]).toEqual([0n, 100_000_000_000n]);
    win();
    await new SettlementRound(options, silent).run(running);
    await expectSoundBooks(db);
  });

  it('the same key a hundred times buys one option', async () => {
    const { demo } = await person('repeats');
    quote(10_000);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => demo(order.buyOptions, up, { idempotencyKey: 'once' })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await demo(order.listOptionsOrder, {})).items).toHaveLength(1);
  });

  it('a demo reset and a settlement end each option once, and neither waits for the other for ever', async () => {
    for (let number = 0; number < 5; number += 1) {
      const { demo } = await person(`resetrace${number}`);
      quote(10_000);
      for (const key of ['a', 'b', 'c']) await demo(order.buyOptions, up, { idempotencyKey: key });
      win();
      const rounds = [1, 2].map(() => new SettlementRound(options, silent).run(running));
      await Promise.all([...rounds, demo(userCalls.demoReset, {})]);
      const { items } = await demo(order.listOptionsOrder, {});
      for (const { id, status } of items) {
        expect(['won', 'void']).toContain(status);
        const { transfers } = await demo(order.receipt, { id });
        expect(transfers.filter(({ from }) => from === 'order')).toHaveLength(1);
      }
      await expectSoundBooks(db);
    }
  });
});

describe('a broken twin', () => {
  it('without row lock and status checks settles twice, and the auditor catches it', async () => {
    const twin = await person('twin');
    quote(10_000);
    // A second stake lies in the same account: it is what the second settlement would take.
    await twin.demo(order.buyOptions, { ...up, periodId: '1hour' }, { idempotencyKey: 'other' });
    const settleTwice = async (database: Database, key: string) => {
      quote(10_000);
      await twin.demo(order.buyOptions, up, { idempotencyKey: key });
      win();
      await Promise.all([1, 2].map(() => new SettlementRound({ ...options, db: database }, silent).run(running)));
      return (await audit(db, { holdings })).findings;
    };
    expect(await settleTwice(db, 'guarded')).toEqual([]);
    await db.query('alter table options disable trigger options_guard');
    expect(await settleTwice(withoutGuards(db, 2), 'unguarded')).not.toEqual([]);
  });
});
