import { order } from '@assay/contract/endpoints/order.ts';
import { describe, expect, it } from 'vitest';
import type { Source } from '../src/engine/index.ts';
import { isRefusal } from '../src/platform/refusal.ts';
import { lockVoidable, voidPosition } from '../src/positions/desk/void-position.ts';
import { positionsSource } from '../src/positions/index.ts';
import { chargeFinancing } from '../src/positions/submit.ts';
import { testDatabase } from './database.ts';
import { day } from './identity-app.ts';
import { leadingByHand } from './leading.ts';
import { expectSoundBooks, fund, trading } from './trading.ts';

const db = await testDatabase(12);
const { quote, person, context, market, bus, feed, clock } = await trading(db);
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const contracts = positionsSource(context);
/** Contracts on which nothing can be done. */
const stuck: Source = { ...contracts, act: () => Promise.reject(new Error('the database is away')) };

const leading = (source: Source) => leadingByHand({ db, market, bus, sources: [source] });

const onlyOrder = async (demo: Awaited<ReturnType<typeof person>>['demo']) => (await demo(order.listUOrder, {})).items[0];
const parked = () => db.query('select from parked_acts');
async function unjudged(): Promise<number> {
  return (await db.query(`select from quote_batches where id > (select position from tape_marks where name = 'judged')`))
    .length;
}

describe('an order whose stop was reached, and of which nothing could be done yet', () => {
  it('ends there when financing is charged, which would have moved what it is judged from past that quote', async () => {
    const { demo } = await person('charged');
    const { die } = await leading(stuck);
    await quote(10_000);
    // The balance lacks what a day of financing costs: it comes out of the margin, and the liquidation price moves.
    const { id } = await demo(order.buyU, { ...long, lots: '9900.99', stopLoss: '95' });
    await quote(9400);
    await quote(9900);
    clock.advance(day);
    await chargeFinancing(context, Number(id));
    expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'stopLoss', closePrice: '94.00', financing: '0' });
    await die();
    await expectSoundBooks(db);
  });

  it('ends there also when that quote was made in the same millisecond as the one at which it was opened', async () => {
    const { demo } = await person('at_once');
    const { die } = await leading(stuck);
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, stopLoss: '95' });
    await feed.emit({ code: long.code, bid: 9400, ask: 9400, time: clock.now(), volume: 0 });
    // A millisecond later by its own time, which is the time of the one before on the tape.
    clock.advance(1);
    await feed.emit({ code: long.code, bid: 9900, ask: 9900, time: clock.now(), volume: 0 });
    expect(await demo(order.stopU, { id })).toMatchObject({ closeReason: 'stopLoss', closePrice: '94.00' });
    const times = await db.query('select times_ms[1] - $1::bigint as after from quote_batches order by id desc limit 2', [
      clock.now(),
    ]);
    expect(times).toEqual([{ after: 1 }, { after: 0 }]);
    await die();
    await expectSoundBooks(db);
  });

  it('ends there when two operators give it back', async () => {
    const { demo } = await person('given_back');
    const { die } = await leading(stuck);
    await quote(10_000);
    await demo(order.buyU, { ...long, stopLoss: '95' });
    await quote(9400);
    await quote(9900);
    const { orderNo } = (await onlyOrder(demo)) ?? {};
    clock.advance(4 * day);
    await db.transact(async (tx) => {
      const row = await lockVoidable(context, tx, orderNo ?? '');
      if (isRefusal(row)) throw new Error(row.code);
      await voidPosition(context, tx, row);
      return undefined;
    });
    expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'stopLoss', closePrice: '94.00' });
    await die();
    await expectSoundBooks(db);
  });

  it('ends there by hand also when it is parked and only the engine knew how far its stop had followed', async () => {
    const { demo } = await person('followed');
    const { mark, die } = await leading({ ...stuck, saveTrailing: async () => undefined });
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    await demo(order.amendU, { id, trailingStop: '5' });
    await quote(10_600);
    // 106 less 5 is 101.
    await quote(10_090);
    await quote(10_500);
    await expect.poll(() => mark().then(parked)).toHaveLength(1);
    await mark();
    expect(await unjudged()).toBe(0);
    expect(await demo(order.stopU, { id })).toMatchObject({ closeReason: 'trailingStop', closePrice: '100.90' });
    await die();
    // What was parked finds nothing to do.
    const next = await leading(contracts);
    await next.mark();
    expect(await parked()).toEqual([]);
    await next.die();
    await expectSoundBooks(db);
  });
});

it('the mark passes no quote that a stop has followed before that is written down', async () => {
  const { demo } = await person('unwritten');
  const saveTrailing = () => Promise.reject(new Error('the row is locked'));
  const first = await leading({ ...contracts, saveTrailing });
  await quote(10_000);
  const { id } = await demo(order.buyU, long);
  await demo(order.amendU, { id, trailingStop: '5' });
  await quote(10_300);
  await quote(10_000);
  for (let tries = 0; tries < 3; tries += 1) await first.mark().catch(() => undefined);
  await first.die();
  const second = await leading(contracts);
  // 103 less 5 is 98.
  await quote(9799);
  await second.engine.settled();
  expect(await onlyOrder(demo)).toMatchObject({ closeReason: 'trailingStop', closePrice: '97.99' });
  await second.die();
  await expectSoundBooks(db);
});
