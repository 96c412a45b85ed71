import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { withoutGuards } from '../../test/broken-twin.ts';
import { silent, testDatabase, warm } from '../../test/database.ts';
import { expectSoundBooks, trading } from '../../test/trading.ts';
import { audit, balances } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { createProducts } from '../products.ts';
import { holdings } from './holdings.ts';
import { fillLimit } from './submit.ts';

const db = await testDatabase();
const { clock, quote, person, spot } = await trading(db);

const buy = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '10' } as const;
const limit = { code: 'COINUSDT', side: 'buy', type: 'limit', price: '95', quantity: '1' } as const;
const crossing = (price: number) => ({ code: 'COINUSDT', bid: price, ask: price, time: clock.now(), volume: 0 });
const idOf = (id: string) => Number(id.slice(1));

async function coinsOf(userId: string) {
  const [own] = await balances(db, 'demo', userId, [assetOf('COIN')]);
  return [own?.available, own?.order];
}

describe('races', () => {
  it('two hundred parallel sales of the whole coin balance, at the market and by limit: one succeeds', async () => {
    const { demo, userId } = await person('spender');
    quote(10_000);
    await demo(order.submit, buy);
    await warm(db);
    // 10 less the fee of 0.01; half of it would leave room for a second one.
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        demo(
          order.submit,
          {
            code: 'COINUSDT',
            side: 'sell',
            quantity: '9.99',
            ...(index % 2 === 0 ? { type: 'market' } : { type: 'limit', price: '105' }),
          },
          { idempotencyKey: `spend-${index}` },
        ).then(
          () => 'sold',
          (refusal: { code: string }) => refusal.code,
        ),
      ),
    );
    expect(outcomes.filter((one) => one === 'sold')).toHaveLength(1);
    expect(outcomes.filter((one) => one === '11013')).toHaveLength(199);
    expect((await coinsOf(userId))[0]).toBe(0n);
    await expectSoundBooks(db);
  });

  it('a cancellation that came before its order withdraws nothing, and locks no account out of order', async () => {
    const { demo, userId } = await person('early');
    quote(10_000);
    await demo(order.submit, buy);
    const { id } = await demo(order.submit, { ...limit, side: 'sell', price: '105' });
    const asked = { product: 'spot', kind: 'cancel', lane: 'people', owner: { userId, book: 'demo' }, call: null } as const;
    const early = { ...asked, opens: false, base: null, id: idOf(id) };
    expect(await spot.dealer.submit(early)).toMatchObject({ code: '404' });
    expect(await demo(order.cancelBb, { id })).toMatchObject({ status: 'cancelled' });
  });

  it('the same key again answers the first order and buys no second', async () => {
    const { demo, userId } = await person('repeats');
    quote(10_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => demo(order.submit, buy, { idempotencyKey: 'once' })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await coinsOf(userId)).toEqual([999_000_000n, 0n]);
  });

  it('between the owner cancelling and the engine filling, exactly one wins', async () => {
    const { demo } = await person('racer');
    for (let round = 0; round < 10; round++) {
      quote(10_000);
      const { id } = await demo(order.submit, limit, { idempotencyKey: `race-${round}` });
      quote(9400);
      await Promise.all([
        demo(order.cancelBb, { id }, { idempotencyKey: `cancel-${round}` }).catch(() => undefined),
        fillLimit(spot, idOf(id), crossing(9400)),
        fillLimit(spot, idOf(id), crossing(9400)),
      ]);
      const { transfers } = await demo(order.receipt, { id });
      expect(new Set(transfers.map(({ transactionId }) => transactionId)).size).toBe(2);
    }
    await expectSoundBooks(db);
  });

  it('purchases, sales, fills and resets at once leave the books sound and hang nowhere', async () => {
    const { demo, userId } = await person('crowd');
    quote(10_000);
    await demo(order.submit, buy);
    await warm(db);
    for (let round = 0; round < 5; round++) {
      quote(10_000);
      const key = (name: string) => ({ idempotencyKey: `${name}-${round}` });
      const selling = { ...limit, side: 'sell', price: '105' } as const;
      const waiting = await Promise.all([demo(order.submit, limit, key('a')), demo(order.submit, { ...selling }, key('b'))]);
      quote(10_000);
      const outcomes = await Promise.allSettled([
        ...waiting.map(({ id }) => fillLimit(spot, idOf(id), crossing(id === waiting[0].id ? 9400 : 10_600))),
        demo(order.submit, { ...buy, quantity: '1' }, key('c')),
        demo(order.submit, { ...buy, side: 'sell', quantity: '1' }, key('d')),
        demo(user.demoReset, {}, key('e')),
        demo(order.submit, { ...buy, quantity: '2' }, key('f')),
      ]);
      const failed = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [(outcome.reason as { code?: string }).code] : [],
      );
      expect(failed.filter((code) => code !== '11013')).toEqual([]);
      await expectSoundBooks(db);
      await demo(order.submit, buy, key('g'));
    }
    expect((await coinsOf(userId))[1]).toBe(0n);
  });
});

it('the auditor catches a version without row lock and status checks, in which two quotes fill one order', async () => {
  const own = await testDatabase();
  const twin = await trading(own);
  const { bus, market } = twin;
  const { demo } = await twin.person('twin');
  const fillTwice = async (database: Database, key: string) => {
    twin.quote(10_000);
    const { id } = await demo(order.submit, limit, { idempotencyKey: key });
    twin.quote(9400);
    const at = { code: 'COINUSDT', bid: 9400, ask: 9400, time: twin.clock.now(), volume: 0 };
    // Two processes of the same deployment.
    const fills = [1, 2].map(() => {
      const parts = { db: database, bus, clock: twin.clock, market, mode: 'sandbox', log: silent, origin: '' } as const;
      return fillLimit(createProducts(parts).spot, idOf(id), at);
    });
    await Promise.allSettled(fills);
    return (await audit(own, { holdings })).findings;
  };
  // A second order whose money lies in the same account: it is what the second fill would take.
  twin.quote(10_000);
  await demo(order.submit, { ...limit, price: '50', quantity: '10' }, { idempotencyKey: 'other' });
  expect(await fillTwice(own, 'guarded')).toEqual([]);
  await own.query('alter table spot_orders disable trigger spot_orders_guard');
  expect(await fillTwice(withoutGuards(own, 2), 'unguarded')).not.toEqual([]);
});
