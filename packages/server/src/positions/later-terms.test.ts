import { order } from '@assay/contract/endpoints/order.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { leading } from '../../test/leading.ts';
import { TapeOracle } from '../../test/simulation/tape-oracle.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import type { Source } from '../engine/index.ts';
import { saveTrailing } from './resting.ts';
import { positionsSource } from './source.ts';

const db = await testDatabase();
const { quote, person, context, market, bus, clock } = await trading(db);
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const targets = [
  { price: '105', lots: '0.4' },
  { price: '110', lots: '0.3' },
];
const contracts = positionsSource(context);
const key = () => ({ idempotencyKey: crypto.randomUUID() });
type Call = Awaited<ReturnType<typeof person>>['demo'];

/** As one whose terms are those of now, which is what an act knew of an order before it knew for which of them it was begun. */
const asOfNow =
  (act: Source['act']): Source['act'] =>
  async (id, at, reached, known) => {
    const [row] = await db.query<{ version: number }>('select version from positions where id = $1', [id]);
    return act(id, at, { best: null, ...reached, version: row?.version ?? 0 }, known);
  };

/** An engine whose acts wait until they are let go. */
async function held(how: (act: Source['act']) => Source['act'] = (act) => act) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const act = how((...asked) => contracts.act(...asked));
  const source: Source = { ...contracts, act: (...asked) => promise.then(() => act(...asked)) };
  const { engine, over } = await leading({ db, market, bus, sources: [source] });
  const letGo = async () => {
    resolve(undefined);
    await engine.settled();
  };
  return { engine, letGo, over };
}

const only = async (demo: Call, id: string) => (await demo(order.listUOrder, {})).items.find((one) => one.id === id);

describe('an act that was begun before its order was given other terms', () => {
  /** At 106 a target is reached and its act held up; at 102 the holder sets others. */
  async function amended(demo: Call, change: Readonly<Record<string, unknown>>, how?: Parameters<typeof held>[0]) {
    const { engine, letGo, over } = await held(how);
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, targets }, key());
    await quote(10_600);
    await quote(10_200);
    await demo(order.amendU, { id, ...change }, key());
    await letGo();
    const now = await only(demo, id);
    await quote(10_300);
    await engine.settled();
    const later = await only(demo, id);
    await over();
    return [now, later];
  }
  const setTo103 = [{ price: '103', lots: '0.6' }];

  it('does nothing to what was set after its quote, and a later one does', async () => {
    const { demo } = await person('retargeted');
    expect(await amended(demo, { targets: setTo103 })).toMatchObject([
      { status: 'open', lots: '0.6', parts: 1, targets: [{ price: '103.00' }] },
      { status: 'closed', lots: '0.6', closeReason: 'takeProfit', closePrice: '103.00' },
    ]);
    expect(await amended(demo, { targets: null, takeProfit: '103' })).toMatchObject([
      { status: 'open', lots: '0.6', takeProfit: '103.00' },
      { status: 'closed', closeReason: 'takeProfit', closePrice: '103.00' },
    ]);
    await expectSoundBooks(db);
  });

  it('would close at 106 what was to be closed at 103, did it not say for which terms it was begun', async () => {
    const { demo } = await person('unsaid');
    const closed = { status: 'closed', lots: '0.6', closePrice: '106.00' };
    expect(await amended(demo, { targets: setTo103 }, asOfNow)).toMatchObject([closed, closed]);
    expect(await amended(demo, { targets: null, takeProfit: '103' }, asOfNow)).toMatchObject([closed, closed]);
  });

  it('for a warning closes by no stop that was set afterwards, and the new one trails from where it was set', async () => {
    const { demo } = await person('warned');
    for (const change of [{ stopLoss: '95' }, { trailingStop: '4' }]) {
      const { engine, letGo, over } = await held();
      await quote(10_000);
      const { id } = await demo(order.buyU, long, key());
      await demo(order.amendU, { id, trailingStop: '20' }, key());
      await quote(9080);
      await quote(9900);
      await demo(order.amendU, { id, ...change }, key());
      await letGo();
      expect(await only(demo, id)).toMatchObject({ status: 'open' });
      await quote(9510);
      await engine.settled();
      expect(await only(demo, id)).toMatchObject({ status: 'open' });
      await quote(9500);
      await engine.settled();
      expect(await only(demo, id)).toMatchObject({ closePrice: '95.00' });
      await over();
    }
  });

  it('fills no order at a price from before its limit was set', async () => {
    const { demo } = await person('relimited');
    const { engine, letGo, over } = await held();
    await quote(10_000);
    const stop = { ...long, type: 'stopLimit', trigger: '102', price: '101' } as const;
    const { id } = await demo(order.buyU, stop, key());
    await quote(10_300);
    await quote(10_500);
    await demo(order.amendU, { id, price: '104' }, key());
    await letGo();
    expect(await only(demo, id)).toMatchObject({ status: 'awaiting', limitPrice: '104.00' });
    await quote(10_390);
    await engine.settled();
    expect(await only(demo, id)).toMatchObject({ status: 'open', openPrice: '103.90' });
    await over();
  });
});

it('the oracle of the simulation catches a version in which a part is closed at a quote from before its target was set', async () => {
  const { demo } = await person('foreseen');
  const oracle = new TapeOracle(db, () => undefined);
  const look = () => oracle.check({ healed: false, raced: true });
  const retargeted = async (how?: Parameters<typeof held>[0]) => {
    const { letGo, over } = await held(how);
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, targets }, key());
    await look();
    await quote(10_600);
    await quote(10_200);
    await demo(order.amendU, { id, targets: [{ price: '103', lots: '0.2' }] }, key());
    await letGo();
    await over();
    return only(demo, id);
  };
  expect(await retargeted()).toMatchObject({ lots: '0.6', parts: 1 });
  await look();
  expect(await retargeted(asOfNow)).toMatchObject({ lots: '0.4', parts: 2 });
  await expect(look()).rejects.toThrow('from before its target was set');
});

it('how far a stop has followed is no other terms: an act of before that was written down is done', async () => {
  const { demo } = await person('followed');
  await quote(10_000);
  const { id } = await demo(order.buyU, { ...long, targets }, key());
  await demo(order.amendU, { id, trailingStop: '20' }, key());
  const [{ version }] = (await db.query<{ version: number }>('select version from positions where id = $1', [id])) as [
    { version: number },
  ];
  await quote(10_600);
  const crossed = { code: long.code, bid: 10_600, ask: 10_600, time: clock.now(), volume: 0 };
  await saveTrailing(db, [{ id: Number(id), version, best: 10_700, quotedAt: clock.now() + 1000 }]);
  await contracts.act(Number(id), crossed, null);
  expect(await only(demo, id)).toMatchObject({ lots: '1' });
  await contracts.act(Number(id), crossed, { version, best: 10_600 });
  expect(await only(demo, id)).toMatchObject({ lots: '0.6', parts: 1 });
  await demo(order.stopU, { id }, key());
  await expectSoundBooks(db);
});
