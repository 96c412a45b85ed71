import { order } from '@assay/contract/endpoints/order.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { refusalOf, standingClock } from '../../test/identity-app.ts';
import { holdRecomputed } from '../../test/recorded-days/recomputed.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { balances } from '../ledger/index.ts';

const clock = standingClock(Date.UTC(2030, 0, 7, 12));
const db = await testDatabase();
const { quote, person } = await trading(db, { clock });
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
let calls = 0;
const key = () => ({ idempotencyKey: `sweep-${++calls}` });

async function held(userId: string) {
  const [own] = await balances(db, 'demo', userId, [usdt]);
  return { available: own?.available, margin: own?.margin, order: own?.order };
}

describe('reversing', () => {
  it('closes the position and opens the other side, once for each key', async () => {
    const { demo, userId } = await person('reverses');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, stopLoss: '95' }, key());
    await quote(10_390, 10_400);
    const once = key();
    const { closed, opened, refused } = await demo(order.reverse, { id, seenPrice: '103.9' }, once);
    expect(closed).toMatchObject({ id, status: 'closedEarly', closePrice: '103.90', profit: '3.9' });
    expect(opened).toMatchObject({
      side: 'short',
      lots: '1',
      leverage: 10,
      openPrice: '103.90',
      stopLoss: null,
      status: 'open',
    });
    expect(refused).toBeNull();
    expect(await demo(order.reverse, { id, seenPrice: '103.9' }, once)).toEqual({ closed, opened, refused });
    // 100,000 − 0.1 + 3.9 − 0.1039 − 10.39 − 0.1039.
    expect(await held(userId)).toEqual({ available: 99_993_202_200n, margin: 10_390_000n, order: 0n });
    await demo(order.stopU, { id: opened?.id ?? '' }, key());
    await holdRecomputed(await Promise.all([id, opened?.id ?? ''].map((each) => demo(order.receipt, { id: each }))));
    await expectSoundBooks(db);
  });

  it('that the balance can’t pay for leaves the position closed, and says why', async () => {
    const { demo } = await person('reversepoor');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, lots: '999', leverage: 1 }, key());
    await quote(9000);
    // 100,000 − 99.9 − 9,990 − 89.91 are left; the other side needs 89,910 + 89.91.
    const { closed, opened, refused } = await demo(order.reverse, { id }, key());
    expect([closed.status, opened, refused]).toEqual(['closedEarly', null, '10011']);
    await expectSoundBooks(db);
  });

  it('is refused where nothing is open, where the price has moved, and to strangers', async () => {
    const { demo } = await person('noreverse');
    const { demo: stranger } = await person('noreversal');
    await quote(10_000);
    const { id } = await demo(order.buyU, long, key());
    const waiting = await demo(order.buyU, { ...long, type: 'limit', price: '90' }, key());
    expect(await refusalOf(demo(order.reverse, { id: waiting.id }, key()))).toBe('11008');
    expect(await refusalOf(demo(order.reverse, { id, seenPrice: '101' }, key()))).toBe('11004');
    expect(await refusalOf(stranger(order.reverse, { id }, key()))).toBe('404');
    expect((await demo(order.listUOrder, { status: 'open' })).items).toMatchObject([{ id, side: 'long' }]);
  });
});

describe('ending all', () => {
  it('closes every position at the market, or those of one instrument, and nothing that waits', async () => {
    const { demo, userId } = await person('closesall');
    await quote(10_000);
    const first = await demo(order.buyU, long, key());
    const second = await demo(order.buyU, { ...long, side: 'short', lots: '2' }, key());
    const waiting = await demo(order.buyU, { ...long, type: 'limit', price: '90' }, key());
    await quote(10_100);
    expect(await demo(order.closeAll, { code: 'EURJPY' }, key())).toEqual({ done: [], refused: [] });
    const swept = await demo(order.closeAll, {}, key());
    expect(swept.done.map(({ id, profit }) => [id, profit])).toEqual([
      [first.id, '1'],
      [second.id, '-2'],
    ]);
    expect(swept.refused).toEqual([]);
    expect(await held(userId)).toMatchObject({ margin: 0n, order: 9_090_000n });
    const withdrawn = await demo(order.cancelAll, {}, key());
    expect(withdrawn.done).toMatchObject([{ id: waiting.id, status: 'cancelled' }]);
    // 100,000 − 0.1 + 1 − 0.101 − 0.2 − 2 − 0.202.
    expect(await held(userId)).toEqual({ available: 99_998_397_000n, margin: 0n, order: 0n });
    await holdRecomputed(await Promise.all([first.id, second.id].map((id) => demo(order.receipt, { id }))));
    await expectSoundBooks(db);
  });

  it('ends at its quote what a price had reached, and finds filled what a limit had', async () => {
    const { demo } = await person('sweptlate');
    await quote(10_000);
    const stopped = await demo(order.buyU, { ...long, stopLoss: '98' }, key());
    const limit = await demo(order.buyU, { ...long, type: 'limit', price: '97.95' }, key());
    await quote(9790);
    await quote(9900);
    const withdrawn = await demo(order.cancelAll, {}, key());
    expect(withdrawn).toMatchObject({ done: [], refused: [{ id: limit.id, code: '11163' }] });
    const { done } = await demo(order.closeAll, {}, key());
    expect(done.map(({ id, closeReason, closePrice }) => [id, closeReason, closePrice])).toEqual([
      [stopped.id, 'stopLoss', '97.90'],
      [limit.id, 'manual', '99.00'],
    ]);
    await expectSoundBooks(db);
  });

  it('leaves positions of a closed market where they are, and says so', async () => {
    const { demo } = await person('sweepclosed');
    await quote(10_000);
    const { id } = await demo(order.buyU, long, key());
    clock.advance(60_000);
    const { done, refused } = await demo(order.closeAll, {}, key());
    expect([done, refused]).toEqual([[], [{ id, code: '10015' }]]);
  });
});
