import { order } from '@assay/contract/endpoints/order.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { patientlyAside, withoutGuards } from '../../test/broken-twin.ts';
import { silent, testDatabase, warm } from '../../test/database.ts';
import { minute } from '../../test/identity-app.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { audit, balances } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { createProducts } from '../products.ts';
import { holdings } from './holdings.ts';
import { SettlementRound } from './settlement-round.ts';

const db = patientlyAside(await testDatabase(20));
const { bus, market, clock, quote, person, options } = await trading(db);
await fund(db, 'demo');
const running = new AbortController().signal;

const up = { code: 'COINUSDT', direction: 'up', amount: '10', periodId: '1min' } as const;

/** Lets the option win, up to the moment at which it may be settled. */
async function win(): Promise<void> {
  clock.advance(minute - 1000);
  await quote(10_100);
  clock.advance(2000);
}

describe('of many at once', () => {
  it('two hundred purchases of the whole balance: one is made', async () => {
    const { demo, userId } = await person('spender');
    await quote(10_000);
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
    await win();
    await new SettlementRound(options, silent).run(running);
    await expectSoundBooks(db);
  });

  it('the same key a hundred times buys one option', async () => {
    const { demo } = await person('repeats');
    await quote(10_000);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => demo(order.buyOptions, up, { idempotencyKey: 'once' })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await demo(order.listOptionsOrder, {})).items).toHaveLength(1);
  });

  it('a demo reset and a settlement end each option once, and neither waits for the other for ever', async () => {
    for (let number = 0; number < 5; number += 1) {
      const { demo } = await person(`resetrace${number}`);
      await quote(10_000);
      for (const key of ['a', 'b', 'c']) await demo(order.buyOptions, up, { idempotencyKey: key });
      await win();
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

describe('a thousand options that expire in one second', () => {
  it('are settled in groups, each once', async () => {
    await quote(10_000);
    const people = await Promise.all([1, 2, 3, 4, 5].map((number) => person(`thousand${number}`)));
    const buying = people.flatMap(({ userId }, place) =>
      Array.from({ length: 200 }, (_, number) => {
        const orderNo = `O300107-${String(place * 200 + number).padStart(10, '0')}`;
        const owner = { userId, book: 'demo' } as const;
        const base = { product: 'options', lane: 'people', call: null, opens: true, kind: 'buy' } as const;
        const command = { ...base, owner, orderNo, input: up };
        return options.dealer.submit(command);
      }),
    );
    await Promise.all(buying);
    await win();
    const other = createProducts({ db, bus, clock, market, mode: 'sandbox', log: silent, origin: '' });
    const rounds = [options, other.options].map((each) => new SettlementRound(each, silent).run(running));
    await Promise.all(rounds);
    const [settled] = await db.query<{ won: number; transactions: number }>(
      `select count(*) filter (where status = 'won') as won, count(distinct xmin::text) as transactions
       from options where user_id = any($1::bigint[])`,
      [people.map(({ userId }) => userId)],
    );
    expect(settled?.won).toBe(1000);
    expect(settled?.transactions).toBeLessThan(100);
    const [own] = await balances(db, 'demo', people[0]?.userId ?? '', [usdt]);
    expect([own?.available, own?.order]).toEqual([101_600_000_000n, 0n]);
    await expectSoundBooks(db);
  });
});

describe('a broken twin', () => {
  it('without row lock and status checks settles twice, and the auditor catches it', async () => {
    const twin = await person('twin');
    await quote(10_000);
    // A second stake lies in the same account: it is what the second settlement would take.
    await twin.demo(order.buyOptions, { ...up, periodId: '1hour' }, { idempotencyKey: 'other' });
    const settleTwice = async (database: Database, key: string) => {
      await quote(10_000);
      await twin.demo(order.buyOptions, up, { idempotencyKey: key });
      await win();
      // Two processes of the same deployment.
      const rounds = [1, 2].map(() => {
        const parts = { db: database, bus, clock, market, mode: 'sandbox', log: silent, origin: '' } as const;
        return new SettlementRound(createProducts(parts).options, silent).run(running);
      });
      await Promise.all(rounds);
      return (await audit(db, { holdings })).findings;
    };
    expect(await settleTwice(db, 'guarded')).toEqual([]);
    await db.query('alter table options disable trigger options_guard');
    expect(await settleTwice(withoutGuards(db, 2), 'unguarded')).not.toEqual([]);
  });
});
