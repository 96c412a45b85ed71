import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { limitCalls } from '@assay/contract/endpoints/limits.ts';
import { loanCalls } from '@assay/contract/endpoints/loans.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { describe, expect, it } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { funding } from '../../test/funding.ts';
import { day, minute, refusalOf } from '../../test/identity-app.ts';
import { picture } from '../../test/images.ts';
import { expectSoundBooks, fund } from '../../test/trading.ts';
import { SettlementRound } from '../options/index.ts';
import { readLimits } from './read-limits.ts';
import { LimitsRound } from './round.ts';

const db = await testDatabase();
const server = await funding(db);
const { clock, quote, customer, options, limits, sources } = server;
await fund(db, 'real');
const round = new LimitsRound(limits, silent);

// A notional of 1,000 USDT: margin 100, and 1 of fee on each side.
const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '10', leverage: 10 } as const;
const buy = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '10' } as const;
const up = { code: 'COINUSDT', direction: 'up', amount: '10', periodId: '1min' } as const;

/** Noon of a business day that nothing has happened on. */
function noon(): void {
  clock.advance(Math.ceil(clock.now() / day) * day + day / 2 - clock.now());
}

/** What the engine does when a price reaches an order. */
async function reach(topic: string, id: string, price: number): Promise<void> {
  const source = sources.find((one) => one.topic.startsWith(topic));
  const at = { code: 'COINUSDT', bid: price, ask: price, time: clock.now(), volume: 0 };
  await source?.act(Number(id), at, null);
}

/** What a reviewer finds of two accounts. */
async function onePerson(...userIds: string[]): Promise<void> {
  const [person] = await db.query<{ id: number }>('insert into persons (verified_at) values (now()) returning id');
  await db.query('update users set person_id = $2 where id = any($1)', [userIds, person?.id]);
}

let keys = 0;
const again = () => ({ idempotencyKey: `key-${(keys += 1)}` });

describe('the daily loss limit', () => {
  it('counts fees and results, stops opening on the real account alone, and ends with the day', async () => {
    noon();
    const { real, demo } = await customer('daily', '5000');
    expect((await real(limitCalls.setDailyLoss, { limit: '22' })).dailyLoss).toMatchObject({
      limit: '22',
      used: '0',
      pending: null,
    });
    await quote(10_000);
    const { id } = await real(order.buyU, long, again());
    // Each of the 10 coins loses 1.9, and closing at 98.10 costs 0.981.
    await quote(9810);
    await real(order.stopU, { id });
    expect((await real(limitCalls.limits, {})).dailyLoss.used).toBe('20.981');
    // The fee of the next, at 98.10 again, is 0.981: 21.962 in all, still below 22.
    const { id: second } = await real(order.buyU, long, again());
    const { id: third } = await real(order.buyU, { ...long, lots: '1' }, again());
    const { dailyLoss, blocked } = await real(limitCalls.limits, {});
    expect(dailyLoss.used).toBe('22.0601');
    expect(blocked).toEqual({ real: { code: '11130', until: dailyLoss.resetsAt }, demo: null });
    expect(await refusalOf(real(order.buyU, long, again()))).toBe('11130');
    expect(await refusalOf(real(order.submit, buy, again()))).toBe('11130');
    expect(await refusalOf(real(order.buyOptions, up, again()))).toBe('11130');
    await demo(order.buyU, long, again());
    // Closing is allowed; so is losing more by it.
    for (const open of [second, third]) await real(order.stopU, { id: open });
    clock.advance(day / 2);
    await quote(9810);
    expect((await real(limitCalls.limits, {})).dailyLoss.used).toBe('0');
    await real(order.buyU, long, again());
    await expectSoundBooks(db);
  });

  it('counts what turning a position around has just lost before its other side is opened', async () => {
    noon();
    const { real } = await customer('turned', '5000');
    await real(limitCalls.setDailyLoss, { limit: '22' });
    await quote(10_000);
    const { id } = await real(order.buyU, long, again());
    // A fee of 1, a loss of 21 and a fee of 0.979 are 22.979 in all.
    await quote(9790);
    const { closed, opened, refused } = await real(order.reverse, { id }, again());
    expect([closed.profit, opened, refused]).toEqual(['-21', null, '11130']);
    expect((await real(limitCalls.limits, {})).dailyLoss.used).toBe('22.979');

    const { real: other } = await customer('turned_in_time', '5000');
    await other(limitCalls.setDailyLoss, { limit: '22' });
    await quote(10_000);
    const { id: held } = await other(order.buyU, long, again());
    // 1 + 19 + 0.981: the other side is opened for 0.981 more, at 98.10.
    await quote(9810);
    expect(await other(order.reverse, { id: held }, again())).toMatchObject({ refused: null, opened: { side: 'short' } });
    expect((await other(limitCalls.limits, {})).dailyLoss.used).toBe('21.962');
    await expectSoundBooks(db);
  });

  it('counts what one order of many has cost before the next of them is filled by what the tape has', async () => {
    noon();
    const { real } = await customer('swept', '5000');
    await real(limitCalls.setDailyLoss, { limit: '1' });
    await quote(10_000);
    const limit = { ...long, type: 'limit', price: '99' } as const;
    const place = () => real(order.buyU, limit, again());
    const [first, second, third] = [await place(), await place(), await place()];
    await quote(9800);
    // A fee of 0.98 is less than 1, and two of them are more.
    expect(await real(order.cancelAll, {}, again())).toMatchObject({
      done: [{ id: third.id, closeReason: 'cancelled' }],
      refused: [
        { id: first.id, code: '11163' },
        { id: second.id, code: '11163' },
      ],
    });
    await expectSoundBooks(db);
  });

  it('counts sales of coins against what was paid for them: fees count once the coins are sold', async () => {
    noon();
    const { real } = await customer('coins', '2000');
    await quote(10_000);
    await real(order.submit, buy, again());
    expect((await real(limitCalls.limits, {})).dailyLoss.used).toBe('0');
    await quote(9000);
    await real(order.submit, { ...buy, side: 'sell', quantity: '9.99' }, again());
    // 9.99 coins for 899.10 less 0.8991 of fee, and 1,000 was paid for them.
    expect((await real(limitCalls.limits, {})).dailyLoss.used).toBe('101.7991');
  });

  it('counts the stakes of lost options, and what was won makes up for what was lost', async () => {
    noon();
    const { real } = await customer('stakes', '2000');
    const settle = async (price: number) => {
      await quote(10_000);
      await real(order.buyOptions, up, again());
      clock.advance(minute - 2000);
      await quote(price);
      clock.advance(1000);
      await quote(price);
      await new SettlementRound(options, silent).run(new AbortController().signal);
    };
    await settle(9900);
    expect((await real(limitCalls.limits, {})).dailyLoss.used).toBe('10');
    await settle(10_100);
    // 80% of 10 won.
    expect((await real(limitCalls.limits, {})).dailyLoss.used).toBe('2');
  });

  it('tells once a day that it is reached, also when a position was closed by its stop', async () => {
    noon();
    const { real } = await customer('told', '2000');
    await real(limitCalls.setDailyLoss, { limit: '20' });
    await quote(10_000);
    const { id } = await real(order.buyU, { ...long, stopLoss: '97.00' }, again());
    await round.run();
    await quote(9700);
    await reach('positions', id, 9700);
    for (let run = 0; run < 3; run += 1) await round.run();
    const { items } = await real(user.listNotification, {});
    // 30 lost, fees of 1 and 0.97.
    expect(items.filter(({ kind }) => kind === 'limitReached').map(({ values }) => values)).toMatchObject([
      { limit: '20', lost: '31.97' },
    ]);
  });

  it('is lowered at once; a higher one, or none, waits', async () => {
    noon();
    const { real } = await customer('waits');
    const set = async (limit: string | null) => {
      const { dailyLoss } = await real(limitCalls.setDailyLoss, { limit });
      return [dailyLoss.limit, dailyLoss.pending?.limit];
    };
    const inForce = async () => (await real(limitCalls.limits, {})).dailyLoss.limit;
    expect(await set('100')).toEqual(['100', undefined]);
    expect(await set('50')).toEqual(['50', undefined]);
    expect(await set('500')).toEqual(['50', '500']);
    clock.advance(minute - 1);
    expect(await inForce()).toBe('50');
    clock.advance(1);
    expect(await inForce()).toBe('500');
    expect(await set(null)).toEqual(['500', null]);
    // Lowering meanwhile takes back what waited.
    expect(await set('70')).toEqual(['70', undefined]);
    clock.advance(2 * minute);
    expect(await inForce()).toBe('70');
    for (const limit of ['0.99', '1000000.01', '5.1234567'])
      expect(await refusalOf(real(limitCalls.setDailyLoss, { limit }))).toBe('11135');
  });

  it('is changed at most thirty times a day', async () => {
    const { real } = await customer('restless');
    for (let number = 0; number < 30; number += 1) await real(limitCalls.setDailyLoss, { limit: '100' });
    expect(await refusalOf(real(limitCalls.setDailyLoss, { limit: '50' }))).toBe('429');
  });
});

describe('a cool-off', () => {
  it('opens nothing, and lets everything be closed, sold and withdrawn', async () => {
    noon();
    const { real, demo, method, withdraw } = await customer('calm', '5000');
    const address = await method();
    await quote(10_000);
    const { id } = await real(order.buyU, long, again());
    const waiting = await real(order.buyU, { ...long, type: 'limit', price: '95.00' }, again());
    await real(order.submit, buy, again());
    const coinsWaiting = await real(order.submit, { ...buy, type: 'limit', price: '95', quantity: '1' }, again());
    const { coolOff, blocked } = await real(limitCalls.setCoolOff, { period: '3d' });
    expect(coolOff).toEqual({ until: new Date(clock.now() + 3 * day).toISOString(), endsEarlyAt: null });
    expect(blocked).toEqual({ real: { code: '11131', until: coolOff.until }, demo: null });
    const signature = await picture();
    const loan = { termId: 'loan-month', amount: '500', language: 'en', agreementVersion: '3', seenRepayment: '1' } as const;
    const openings = [
      () => real(order.buyU, long, again()),
      () => real(order.buyOptions, up, again()),
      () => real(order.submit, buy, again()),
      () => real(order.buySmart, { productId: 'gold', days: 7, amount: '100' }, again()),
      () => real(user.buyNft, { id: 'n1', kind: 'bid', amount: '100' }, again()),
      () => real(user.buyNft, { id: 'n1', kind: 'buyNow', amount: '100' }, again()),
      () => real(loanCalls.loan, loan, { images: { signature }, ...again() }),
    ];
    for (const open of openings) expect(await refusalOf(open())).toBe('11131');
    await demo(order.buyU, long, again());

    await real(order.stopU, { id });
    await real(order.submit, { ...buy, side: 'sell', quantity: '5' }, again());
    expect(await withdraw(address, '100')).toMatch(/^W/);

    // What waited is not filled any more: its money returns.
    await quote(9400);
    await reach('positions', waiting.id, 9400);
    await reach('spot', coinsWaiting.id.slice(1), 9400);
    expect((await real(order.listUOrder, {})).items.find((one) => one.id === waiting.id)?.status).toBe('cancelled');
    expect((await real(order.listBbOrder, {})).items.find((one) => one.id === coinsWaiting.id)?.status).toBe('cancelled');
    await expectSoundBooks(db);
  });

  it('is lengthened at once, ended early after the wait alone, and then everything opens again', async () => {
    noon();
    const { real } = await customer('early', '1000');
    await real(limitCalls.setCoolOff, { period: '3d' });
    expect(await refusalOf(real(limitCalls.setCoolOff, { period: '1d' }))).toBe('11134');
    await real(limitCalls.setCoolOff, { period: '7d' });
    const { coolOff } = await real(limitCalls.setCoolOff, { period: 'end' });
    expect(coolOff).toEqual({
      until: new Date(clock.now() + 7 * day).toISOString(),
      endsEarlyAt: new Date(clock.now() + minute).toISOString(),
    });
    clock.advance(minute - 2000);
    await quote(10_000);
    expect(await refusalOf(real(order.buyU, long, again()))).toBe('11131');
    await quote(10_000);
    await real(order.buyU, long, again());
    expect(await refusalOf(real(limitCalls.setCoolOff, { period: 'end' }))).toBe('11134');
  });
});

describe('a self-exclusion', () => {
  it('counts for both accounts, can be lengthened and never shortened, and ends on its day', async () => {
    noon();
    const { real, demo, method, withdraw, userId } = await customer('excluded', '1000');
    const address = await method();
    await quote(10_000);
    const { id } = await real(order.buyU, long, again());
    const { exclusion, blocked } = await real(limitCalls.excludeSelf, { period: '3m' });
    expect(blocked).toEqual({
      real: { code: '11132', until: exclusion.until },
      demo: { code: '11132', until: exclusion.until },
    });
    for (const client of [real, demo]) expect(await refusalOf(client(order.buyU, long, again()))).toBe('11132');
    expect(await refusalOf(real(limitCalls.excludeSelf, { period: '1m' }))).toBe('11134');
    await real(order.stopU, { id });
    expect(await withdraw(address, '100')).toMatch(/^W/);
    await expect(
      db.query(
        `insert into limit_choices (user_id, kind, until, chosen_at, effective_at) values ($1, 'exclusion', now(), now(), now())`,
        [userId],
      ),
    ).rejects.toThrow('never shortened');
    await expect(db.query('delete from limit_choices')).rejects.toThrow('append-only');
    await expect(db.query('update limit_choices set until = now()')).rejects.toThrow('append-only');
    clock.advance(Date.parse(exclusion.until ?? '') - clock.now());
    expect((await readLimits(limits, db, userId)).exclusion).toEqual({ excluded: false, until: null });
  });

  it('follows the person to every account of theirs, with a sentence of its own', async () => {
    noon();
    const [first, second, third] = await Promise.all(
      ['many_one', 'many_two', 'many_three'].map((name) => customer(name, '1000')),
    );
    if (!first || !second || !third) throw new Error('nobody came');
    const { real } = second;
    await quote(10_000);
    const { id } = await real(order.buyU, long, again());
    const { exclusion } = await first.real(limitCalls.excludeSelf, { period: '1m' });
    // The owner of the other account is not known yet.
    await quote(10_000);
    await real(order.buyU, { ...long, lots: '1' }, again());

    await onePerson(first.userId, second.userId);
    const { blocked, exclusion: own } = await real(limitCalls.limits, {});
    expect(blocked.demo).toEqual({ code: '11264', until: exclusion.until });
    expect(own.excluded).toBe(false);
    await quote(10_000);
    for (const client of [real, second.demo]) expect(await refusalOf(client(order.buyU, long, again()))).toBe('11264');
    expect(await refusalOf(real(order.submit, buy, again()))).toBe('11264');
    expect(await refusalOf(first.real(order.buyU, long, again()))).toBe('11132');
    await real(order.stopU, { id });
    await third.real(order.buyU, long, again());

    // The longest of them counts, on whichever account it was chosen.
    await first.real(limitCalls.excludeSelf, { period: 'forGood' });
    await real(limitCalls.excludeSelf, { period: '6m' });
    expect((await real(limitCalls.limits, {})).blocked.real).toEqual({ code: '11265', until: null });
    await quote(10_000);
    expect(await refusalOf(real(order.buyU, long, again()))).toBe('11265');
  });

  it('for good has no end, and nothing replaces it', async () => {
    noon();
    const { real, demo } = await customer('forever', '1000');
    await real(limitCalls.excludeSelf, { period: '1m' });
    const { exclusion, blocked } = await real(limitCalls.excludeSelf, { period: 'forGood' });
    expect(exclusion).toEqual({ excluded: true, until: null });
    expect(blocked.real).toEqual({ code: '11133', until: null });
    expect(await refusalOf(real(limitCalls.excludeSelf, { period: '6m' }))).toBe('11134');
    await quote(10_000);
    expect(await refusalOf(demo(order.buyU, long, again()))).toBe('11133');
  });
});

it('is shown to operators, who cannot change it, and their look is written down', async () => {
  const { operatorWith } = await consoleApp(db, clock, (desk) => server.serveDesks(desk));
  const { users, audit } = consoleCalls;
  const [support, administrator] = [await operatorWith(['support']), await operatorWith(['administrator'])];
  const { real, userId } = await customer('watched');
  await real(limitCalls.setDailyLoss, { limit: '250' });
  expect((await support.call(users.limits, { id: userId })).dailyLoss).toMatchObject({ limit: '250', used: '0' });
  const [entry] = (await administrator.call(audit.list, { subject: `user:${userId}` })).items;
  expect(entry).toMatchObject({ action: 'user.viewed', operatorId: support.id, details: { part: 'limits' } });
  expect(await refusalOf(support.call(users.limits, { id: '999999' }))).toBe('404');
});
