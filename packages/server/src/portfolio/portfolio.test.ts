import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { day, hour } from '../../test/identity-app.ts';
import { fund, trading } from '../../test/trading.ts';
import { post } from '../ledger/index.ts';
import { fenced, Lead, Term } from '../platform/lead/lead.ts';
import { takeLease } from '../platform/lead/lease.ts';
import { EquityRound } from './equity-round.ts';

const db = await testDatabase();
const { clock, quote, person, portfolio } = await trading(db);
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '10', leverage: 10 } as const;
const buy = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '5' } as const;

describe('the account', () => {
  it('is worth its USDT, its coins at their bid, what is set aside, and the profit of its contracts', async () => {
    const { demo } = await person('everything');
    await quote(10_000);
    // Margin 100 and fee 1; then 500 for 5 coins less 0.005; 95 and 1 coin set aside.
    await demo(order.buyU, long);
    await demo(order.submit, buy);
    await demo(order.submit, { ...buy, type: 'limit', price: '95', quantity: '1' }, { idempotencyKey: 'low' });
    await demo(order.submit, { ...buy, side: 'sell', type: 'limit', price: '120', quantity: '1' }, { idempotencyKey: 'high' });
    await quote(10_200, 10_210);
    const totals = await demo(order.getProfitTotal, {});
    expect(totals).toMatchObject({
      available: '99304',
      coins: '407.49',
      // 100 of margin, 95 of USDT, one coin at 102.
      held: '297',
      // The contract has gained 20 and would cost 1.02 to close.
      openProfit: '18.98',
      // 99,304 + 407.49 + 297 + 18.98.
      equity: '100027.47',
      // 18.98 less the opening fee of 1; 4.995 coins worth 509.49 for which 500 were paid.
      unrealisedProfit: '27.47',
      realisedProfit: '0',
    });
    expect(totals.products).toEqual(
      expect.arrayContaining([
        { product: 'contract', realised: '0', unrealised: '17.98', held: '100', fees: '0', financing: '0' },
        { product: 'spot', realised: '0', unrealised: '9.49', held: '197', fees: '0', financing: '0' },
      ]),
    );
    expect(await demo(user.listBalances, {})).toEqual([
      { asset: 'USDT', available: '99304', held: '195', valueUsdt: '99499' },
      // 500 ÷ 4.995 = 100.10010010…
      { asset: 'COIN', available: '3.995', held: '1', valueUsdt: '509.49', averageCost: '100.100101', unrealised: '9.49' },
    ]);
  });

  it('of somebody without anything shows USDT at nothing', async () => {
    const { real } = await person('nothing');
    expect(await real(user.listBalances, {})).toEqual([{ asset: 'USDT', available: '0', held: '0', valueUsdt: '0' }]);
    expect(await real(order.getProfitTotal, {})).toMatchObject({ equity: '0', coins: '0' });
  });
});

describe('the course of the equity', () => {
  it('has a point for every hour in which something could change, and ends with now', async () => {
    const { demo } = await person('course');
    const rounds = [new EquityRound(portfolio, silent), new EquityRound(portfolio, silent)];
    const tick = async () => {
      for (const round of rounds) {
        await round.run();
        await round.run();
      }
    };
    const equities = async (range: 'day' | 'week' | 'month' | 'year' | 'all') =>
      (await demo(order.equityCourse, { range })).map(({ equity }) => equity);
    await quote(10_000);
    await tick();
    await demo(order.submit, buy);
    clock.advance(hour);
    await quote(11_000);
    await tick();
    clock.advance(hour);
    await quote(12_000);
    await tick();
    await demo(order.submit, { ...buy, side: 'sell', quantity: '4.995' });
    // 4.995 coins: 99,500 + 549.45; 99,500 + 599.4; sold for 599.4 less 0.5994.
    expect(await equities('day')).toEqual([100_000, 100_049.45, 100_099.4, 100_098.8006]);
    clock.advance(hour);
    await tick();
    // Nothing but USDT from here on: it stands still, and needs no points.
    for (let hours = 0; hours < 5; hours++) {
      clock.advance(hour);
      await tick();
    }
    const [counted] = await db.query<{ count: number }>('select count(*) from equity_points where equity = 100098800600');
    expect(counted?.count).toBe(1);
    expect(await equities('day')).toEqual([100_000, 100_049.45, 100_099.4, 100_098.8006, 100_098.8006]);
    clock.advance(2 * day);
    expect(await equities('day')).toEqual([100_098.8006, 100_098.8006]);
    // One point a day: the last of each.
    expect(await equities('year')).toEqual([100_098.8006, 100_098.8006]);
  });

  it('is written in portions, and no account is left out', async () => {
    for (const name of ['portion1', 'portion2', 'portion3']) await person(name);
    clock.advance(hour);
    await quote(10_000);
    const round = new EquityRound(portfolio, silent, 2);
    const written = async () => {
      const since = new Date(Math.floor(clock.now() / hour) * hour);
      const [row] = await db.query<{ count: number }>('select count(*) from equity_points where hour = $1', [since]);
      return row?.count;
    };
    const counts: unknown[] = [];
    for (let run = 0; run < 4; run++) {
      await round.run();
      counts.push(await written());
    }
    // Of the people before, `everything` still holds coins and a contract.
    expect(counts).toEqual([2, 4, 4, 4]);
  });

  it('goes on where the hour before has ended, where one does not suffice for all', async () => {
    const people: string[] = [];
    for (const name of ['hours1', 'hours2', 'hours3']) {
      const { demo, userId } = await person(name);
      people.push(userId);
      await quote(10_000);
      await demo(order.submit, buy);
    }
    const round = new EquityRound(portfolio, silent, 1);
    const first = clock.now() + hour;
    const accounts = await db.query('select distinct owner, book from ledger_accounts where not house');
    for (let hours = 0; hours < accounts.length; hours++) {
      clock.advance(hour);
      await quote(10_000);
      await round.run();
    }
    const written = await db.query<{ userId: string }>(
      'select distinct user_id::text as "userId" from equity_points where at >= $1 and user_id = any ($2) order by 1',
      [new Date(first), people],
    );
    expect(written.map(({ userId }) => userId).toSorted()).toEqual(people.toSorted());
  });

  it('has no point of an account that can not be valued, and one of everybody else', async () => {
    const people: string[] = [];
    for (const name of ['valued1', 'odd_one', 'valued2']) {
      const { demo, userId } = await person(name);
      people.push(userId);
      await quote(10_000);
      await demo(order.buyU, long);
    }
    const [one, odd, other] = people;
    const beyond: typeof portfolio.beyond = [
      async (_, accounts) => {
        if (accounts.some(({ userId }) => userId === odd)) throw new Error('an odd account');
        return [];
      },
    ];
    clock.advance(hour);
    await quote(10_000);
    const round = new EquityRound({ ...portfolio, beyond }, silent);
    await round.run();
    const written = await db.query<{ userId: string }>(
      'select user_id::text as "userId" from equity_points where user_id = any ($1) and book = $2 and hour = $3',
      [people, 'demo', new Date(Math.floor(clock.now() / hour) * hour)],
    );
    expect(new Set(written.map(({ userId }) => userId))).toEqual(new Set([one, other]));
    expect(written).toHaveLength(2);
  });

  it('is written by the leader, in its term', async () => {
    const { demo } = await person('leader');
    const lead = new Lead(() => 0);
    const direct = await db.direct();
    const term = await takeLease(direct, db.name, true);
    await direct.close();
    if (term === undefined) throw new Error('somebody else leads');
    lead.begun(new Term(term, lead.elapsed(), lead.elapsed), lead.elapsed());
    await quote(10_000);
    await demo(order.submit, buy);
    await new EquityRound({ ...portfolio, db: fenced(db, lead) }, silent).run();
    expect(await demo(order.equityCourse, { range: 'day' })).toHaveLength(2);
  });

  it('begins with what was brought first while no hour has been written', async () => {
    const { demo, real } = await person('beginning');
    const opened = clock.now();
    clock.advance(hour / 2);
    expect(await demo(order.equityCourse, { range: 'month' })).toEqual([
      { time: opened, equity: 100_000 },
      { time: clock.now(), equity: 100_000 },
    ]);
    expect(await real(order.equityCourse, { range: 'month' })).toEqual([{ time: clock.now(), equity: 0 }]);
  });
});

describe('the first steps', () => {
  it('are done one by one, on whichever account, and stay done', async () => {
    const { userId, demo, real } = await person('stepping');
    const none = { verified: false, funded: false, traded: false, guarded: false };
    expect(await demo(user.firstSteps, {})).toEqual(none);
    await quote(10_000);
    await demo(order.buyU, long);
    expect(await real(user.firstSteps, {})).toEqual({ ...none, traded: true });
    await db.query("update users set kyc_status = 'verified' where id = $1", [userId]);
    await db.query(
      `insert into authenticators (user_id, sealed_secret, created_at, confirmed_at, last_step)
       values ($1, 'x', now(), now(), 1)`,
      [userId],
    );
    expect(await demo(user.firstSteps, {})).toEqual({ verified: true, funded: false, traded: true, guarded: true });
    const recipe = recipes.depositCompleted({ userId, amount: amount(1n), asset: usdt });
    await db.transact((tx) => post(tx, { book: 'real', reference: 'deposit:stepping', at: clock.now(), ...recipe }));
    expect(await demo(user.firstSteps, {})).toMatchObject({ funded: true });
  });
});
