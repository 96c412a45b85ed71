import { order } from '@assay/contract/endpoints/order.ts';
import { expect, it } from 'vitest';
import { hour, isRecorded, minute } from './recorded-days/prices.ts';
import { type Action, recordedWorld, roundEvery } from './recorded-days/world.ts';
import { expectSoundBooks } from './trading.ts';

const morning = Date.parse('2018-04-04T08:00Z');
const end = morning + 5 * hour;

/** Four contracts around the price of a morning in which coins fell, played in pieces of this length. */
async function played(every: number) {
  const world = await recordedWorld('2018-04-04');
  const { demo, market, db, play } = world;
  const open = async () => {
    const price = (market.quote('BTCUSDT')?.bid ?? 0) / 100;
    const near = (share: number) => (price * (1 + share)).toFixed(2);
    const wanted = { code: 'BTCUSDT', lots: '0.1', leverage: 20 } as const;
    const key = () => ({ idempotencyKey: crypto.randomUUID() });
    await demo(order.buyU, { ...wanted, type: 'market', side: 'long', stopLoss: near(-0.004), takeProfit: near(0.01) }, key());
    await demo(order.buyU, { ...wanted, type: 'market', side: 'short', stopLoss: near(0.02), takeProfit: near(-0.02) }, key());
    await demo(order.buyU, { ...wanted, type: 'limit', side: 'long', price: near(-0.005), takeProfit: near(0.002) }, key());
    const { id } = await demo(order.buyU, { ...wanted, type: 'market', side: 'short' }, key());
    await demo(order.amendU, { id, trailingStop: (price * 0.004).toFixed(2) }, key());
  };
  const actions: Action[] = [{ at: morning + 10 * minute + 17_000, run: open }];
  await play(morning, []);
  await play(end, actions, every);
  await market.flush();
  const { items } = await demo(order.listUOrder, {});
  const bars = await db.query(
    'select code, period, time_ms, open, high, low, close, volume from bars order by code, period, time_ms',
  );
  await expectSoundBooks(db);
  await world.end();
  return { bars, orders: items.map(({ orderNo: _, ...each }) => each) };
}

it.runIf(isRecorded)(
  'a replay at any speed makes the same bars, and ends orders at the same instants with the same amounts',
  async () => {
    const slow = await played(minute);
    expect(slow.orders.filter(({ status }) => status === 'closed').length).toBeGreaterThan(1);
    expect(slow.bars.length).toBeGreaterThan(1_000);
    for (const every of [roundEvery, hour]) expect(await played(every)).toEqual(slow);
  },
);
